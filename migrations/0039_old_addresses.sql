-- Where pages of records were before they got another address, asked only before a 404 (contract.md 24.13). A path leads to the
-- record that left it last. `kind` is event, venue, organizer, category or tag.
create table old_addresses (
  path text primary key,
  kind text not null
    constraint old_addresses_have_a_known_kind
    check (kind in ('event', 'venue', 'organizer', 'category', 'tag')),
  record_id bigint not null,
  left_at timestamptz not null default now()
);
create index old_addresses_by_record on old_addresses (kind, record_id, left_at);

-- The organizer's own "until the end" of a sale: it follows the event when that is moved (contract.md 6.16). A release that
-- does not know it sells until `sale_ends_at` as before.
alter table tickets add column sale_ends_with_event boolean not null default false;

-- The id of an event where it comes from (contract.md 5.19).
alter table events add column external_id text
  constraint events_external_id_is_short check (char_length(external_id) between 1 and 200);
create unique index events_external_id_is_unique on events (external_id) where external_id is not null;
