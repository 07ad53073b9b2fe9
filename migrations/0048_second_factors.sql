-- The second factor of an account: the secret of its time codes, sealed. Unconfirmed until a code was right, and without
-- effect until then.
create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The last step of time whose code was used; a code counts once.
  last_step bigint not null default 0
);

-- Codes for somebody who has lost the device, each for once.
create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in whose password or link was right and whose code is still to come. A table of its own: a process that does not
-- know it must never take it for a sign-in.
create table half_sign_ins (
  secret_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index half_sign_ins_by_user on half_sign_ins (user_id);

create trigger write_audit_entry after insert or update or delete on second_factors for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('second_factor', 'user_id', '', '{last_step}', '{secret}', '{}');
create trigger write_audit_entry after insert or update or delete on recovery_codes for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('second_factor', 'user_id', 'recovery codes', '{}', '{code_hash}', '{}');
