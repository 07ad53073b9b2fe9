-- Lists by currency (contract.md 29.4): a site that takes two finds the orders of the rarer one.
create index orders_by_currency on orders (currency, created_at, id);
create index payments_by_currency on payments (currency, at, id);
create index book_entries_by_currency on book_entries (currency, at, id);
