-- The language in which the buyer ordered; null when it is not known.
alter table orders add column locale text;
-- Buyers ask for their orders by address.
create index orders_by_purchaser on orders (lower(purchaser_email));
