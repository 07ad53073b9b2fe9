-- What callers have spent of their budgets, over all processes. Keys are hashes under a secret: no address is stored.
create table budgets (
  key bytea primary key,
  spent double precision not null,
  -- When the count begins anew, by the clock of the service.
  until timestamptz not null
);
create index budgets_by_end on budgets (until);
