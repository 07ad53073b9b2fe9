-- How often a buyer prolonged the time of the places in a cart.
alter table carts add column hold_extensions smallint not null default 0;
-- The text of the terms that the buyer accepted; null when there were none to accept.
alter table orders add column terms_accepted text;
