-- Counting what is coming needs the ends too: with them here the events themselves are not read for it.
drop index events_public_by_start;
create index events_public_by_start on events (starts_at, id) include (ends_at)
  where status = 'publish' and not hide_from_listings;
