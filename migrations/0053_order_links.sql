-- How often the link of an order was renewed, because its buyer had mistyped the address to which the link was mailed.
-- Processes of an older release know the first link only, and open it until the upgrade is through.
alter table orders add column link_generation integer not null default 0;
