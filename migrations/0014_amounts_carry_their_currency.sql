-- Amounts carry their currency, so that another SITE_CURRENCY gives none of them another worth. Of a percentage, and of
-- what a release before this one wrote, it is null; the next start takes those for amounts of its own currency.
alter table coupons add column currency text;
alter table fees add column currency text;

-- The currency of `ticket_prices_minor`.
alter table events add column ticket_prices_currency text;

-- As few of it as one order may have.
alter table tickets add column min_per_order integer not null default 1
  constraint tickets_demand_at_least_one check (min_per_order >= 1);
