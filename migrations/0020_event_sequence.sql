-- How often time, place or state of an event changed: calendars take a version with a higher one only.
alter table events add column sequence integer not null default 0;
