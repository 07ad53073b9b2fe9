-- The list of events shows those in and around a city (contract.md 24.11).
create index venues_by_city on venues (lower(city)) where city <> '';
