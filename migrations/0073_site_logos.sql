-- The logo that was uploaded. The setting `logo` of site_settings names it by its hash, and is in the audit; an older release
-- knows neither, and shows the mark.
create table site_logos (
  digest text primary key,
  content bytea not null,
  created_at timestamptz not null
);
