-- To whom a till was handed over when it was closed; empty for nobody.
alter table tills add column handed_to text not null default '';
