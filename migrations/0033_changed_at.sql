-- When the event was last changed, so that guests who began to buy afterwards are not told of it. Notices from before
-- this migration have none: all their guests are told.
alter table event_notices add column changed_at timestamptz;
