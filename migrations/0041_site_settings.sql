-- What a site says of itself where the environment does not: one row for each setting that was changed, as its text.
create table site_settings (
  name text primary key,
  value text not null,
  updated_at timestamptz not null
);

create trigger write_audit_entry after insert or update or delete on site_settings for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('settings', '', 'setting', '{updated_at}', '{}', '{}');
