-- An attempt that lost the database must be able to give its key back later, and only its own.
alter table idempotency_keys add column attempt uuid;
