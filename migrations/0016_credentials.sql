-- Every credential may end by itself; those of before never do.
alter table application_passwords add column expires_at timestamptz;
alter table scanner_keys add column expires_at timestamptz;
-- What a person made is listed when the person's other credentials end.
create index scanner_keys_by_maker on scanner_keys (created_by);
