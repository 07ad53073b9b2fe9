-- QR pictures have a signed code from now on, with which phones judge without a network. A site that has run before keeps
-- what it had, because its scanner apps were tried with that: it is known by its accounts, of which a new database has none.
insert into site_settings (name, value, updated_at)
select 'qr_content', 'plain', clock_timestamp() where exists (select from users)
on conflict do nothing;
