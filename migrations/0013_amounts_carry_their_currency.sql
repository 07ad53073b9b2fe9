-- Amounts carry their currency, so that another SITE_CURRENCY gives none of them another worth. Of a percentage, and of
-- what a release before this one wrote, it is null; the next start takes those for amounts of its own currency.
alter table coupons add column currency text;
alter table fees add column currency text;

-- The currency of `ticket_prices_minor`.
alter table events add column ticket_prices_currency text;

-- As few of a ticket as one order may have, where that is more than one. A table of its own: release 0.1.0 reads whole
-- rows of tickets, and a column more would fail its statements while both run.
create table ticket_minimums (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  min_per_order integer not null constraint ticket_minimums_say_something check (min_per_order > 1)
);
