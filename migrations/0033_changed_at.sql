-- When an event was first and last changed, and what its guests saw between its changes: guests who began to buy after the
-- last change are not told of it, and those who bought between two are told although the first was undone. Notices from before
-- this migration have none of it: all guests are told of them.
alter table event_notices
  add column first_change_at timestamptz,
  add column changed_at timestamptz,
  add column meanwhile jsonb;
