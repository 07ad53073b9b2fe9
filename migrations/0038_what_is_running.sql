-- Lists show what has not ended. Nearly all of that began lately and is found by its start; exhibitions and seasons that run
-- for months are few and found by their end, however long ago they began (contract.md 24.5).
create index events_long_by_end on events (ends_at) include (starts_at, id, venue_id)
  where status = 'publish' and not hide_from_listings and ends_at - starts_at > interval '62 days';
