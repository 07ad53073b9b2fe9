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
-- does not know it sells until `sale_ends_at` as before. A table of its own, because 0.1.0 reads rows of tickets whole.
create table whole_event_sales (
  ticket_id bigint primary key references tickets (id) on delete cascade
);
create trigger write_audit_entry after insert or update or delete on whole_event_sales for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('ticket', 'ticket_id', 'sale until the end', '{}', '{}', '{}');

-- The id of an event where it comes from (contract.md 5.19).
alter table events add column external_id text
  constraint events_external_id_is_short check (char_length(external_id) between 1 and 200);
create unique index events_external_id_is_unique on events (external_id) where external_id is not null;
