-- When the holds of a cart began, so that extensions and a payment together never make them last longer than
-- three times HOLD_MINUTES. Carts from before this migration have none.
alter table carts add column held_since timestamptz;
