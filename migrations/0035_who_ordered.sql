-- Who placed an order on the pages: the hash of a secret that only that browser has. Null for orders placed by the
-- interface, where the cart's secret and the purchaser say it.
alter table orders add column placed_by text;

-- How many places a network ordered without paying, by stock and hour. Those of the last 24 hours count among the places
-- that it may hold. The pool may be gone.
create table free_places (
  address text not null,
  pool_id bigint not null,
  hour timestamptz not null,
  places integer not null check (places > 0),
  primary key (address, pool_id, hour)
);
create index free_places_by_age on free_places (hour);
