-- Links for a password that are sent by mail. An account has one such link of a kind: a newer one takes its place.
alter table sign_in_links add column mailed boolean not null default false;

-- old code satisfies sign_in_links_by_mail_are_one_each: it makes no link by mail.
create unique index sign_in_links_by_mail_are_one_each on sign_in_links (user_id, purpose) where mailed;

-- old code satisfies messages_are_about_something_known: it writes the kinds that there were.
alter table messages drop constraint messages_are_about_something_known;
alter table messages add constraint messages_are_about_something_known
  check (about_kind in ('order', 'attendee', 'event', 'address', 'account'));
