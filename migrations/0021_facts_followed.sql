-- How far each reader of the facts has come. `sequencer` is not a reader: its position is the last one that was given.
-- Rows are made when a process first starts, so that an import finds the table empty.
create table followers (
  name text primary key,
  position bigint not null,
  since timestamptz not null default clock_timestamp(),
  -- Set while what it does fails; the error's kind, for `marquee doctor`. The log has the rest.
  failing_since timestamptz,
  error text
);

-- What happened before anybody followed gets its order here, in one go.
update facts set position = numbered.position
from (select id, row_number() over (order by id) as position from facts) as numbered
where facts.id = numbered.id;
