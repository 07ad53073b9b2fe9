-- Whether the total of an order changed and its provider has not confirmed it: the payment may still be over the former total.
-- Nothing is captured from it before the provider was told.
alter table orders add column payment_behind boolean not null default false;
