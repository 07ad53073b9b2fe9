-- The first page of an event's attendees by date or by name must not sort all of them. The name is what
-- src/ticketing/attendees/filters.ts sorts by; 200 letters of it decide, so that no name is too long for the index.
create index attendees_by_event_and_date on attendees (event_id, created_at, id);
create index attendees_by_event_and_name
  on attendees (event_id, (left(split_part(search_text, E'\n', 1), 200)), id);
