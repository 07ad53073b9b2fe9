-- What a run goes on from, as a word of its kind: that its event is called off, or is not. A run rests where that changed. Null for runs
-- from before, and for kinds that go on from nothing.
alter table runs add column premise text;

-- The next item of a run that may be done: those that nobody tried come first, and then what waits by its moment.
create index run_items_due on run_items (run_id, due_at nulls first, n) where state = 'waiting';
