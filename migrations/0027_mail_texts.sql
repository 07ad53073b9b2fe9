-- What a site, or one event, says in its mails beside our own sentences. Without an event it is for all of them.
create table mail_texts (
  event_id bigint references events (id) on delete cascade,
  kind text not null,
  locale text not null,
  -- Empty where ours stays.
  subject text not null,
  intro text not null,
  updated_at timestamptz not null,
  constraint mail_texts_are_one_each unique nulls not distinct (event_id, kind, locale)
);

create trigger write_audit_entry after insert or update or delete on mail_texts for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('event', 'event_id', 'text of a mail', '{updated_at}', '{}', '{}');
