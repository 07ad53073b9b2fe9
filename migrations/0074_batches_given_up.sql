-- Whoever lost the connection while a batch was committed looks for its id and uses it up where it is missing. The look may lose
-- its connection too, and be repeated: it must not take its own row for the batch's.
-- old code satisfies given_up: it writes neither value, and its own looks are as they were.
alter table lane_batches add column given_up boolean not null default false;
