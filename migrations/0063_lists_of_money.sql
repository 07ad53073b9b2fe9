-- Lists of payments and of the books (contract.md 29): what each filter and each order of them is served by.
create index payments_by_method on payments (method, at, id);
create index payments_by_amount on payments (amount_minor, id);
create index payments_by_reference on payments (reference) where reference <> '';
create index book_entries_by_kind on book_entries (kind, at, id);
create index book_entries_by_method on book_entries (method, at, id);
create index book_entries_by_amount on book_entries (amount_minor, id);
