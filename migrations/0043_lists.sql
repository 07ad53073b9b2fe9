-- Lists of staff (contract.md 29): what each filter and each order of a list is served by.
create index orders_by_creation on orders (created_at, id);
create index orders_by_status on orders (status, created_at, id);
create index orders_by_gateway on orders (gateway, created_at, id);
create index orders_by_total on orders (total_minor, id);
create index orders_by_coupon on orders (coupon_id, id) where coupon_id is not null;
create index orders_given_back on orders (created_at, id) where refunded_minor > 0;
create index order_lines_by_event on order_lines (event_id, order_id) where event_id is not null;
create index attendees_by_creation on attendees (created_at, id);
create index attendees_by_status on attendees (order_status, created_at, id);
create index attendees_by_code on attendees (lower(security_code));
create index attendees_without_name on attendees (id) where holder_name = '';
create index check_ins_admitted on check_ins (attendee_id) where kind = 'admitted';
create index coupons_search on coupons using gin (lower(slug || ' ' || display_name) gin_trgm_ops);
create index events_by_status on events (status, starts_at, id);
create index events_by_happening on events (happening, starts_at, id);
create index refunds_not_done on refunds (created_at, id) where state <> 'done';
create index disputes_open on order_disputes (order_id) where state in ('inquiry', 'open');

-- Text as people search for it, as core/search-text.ts makes it: small letters without accents, plain quotes and dashes,
-- single blanks. `lower` follows the database's collation, which may know ASCII alone, so other scripts are spelled out.
create function search_form(said text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(said) = char_length(said)
    then btrim(regexp_replace(lower(said), '\s+', ' ', 'g'))
    else btrim(regexp_replace(normalize(
      replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(said, NFKD),
          U&'[\0300-\036F\00AD\200B-\200F\2060\FEFF]', '', 'g')),
        U&'ØŁĐÐøłđðıς\2018\2019\201C\201D\201E«»\2013\2014\2010\2011'
          || 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐЂЈЉЊЋЏ' || 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
        U&'olddolddiσ\0027\0027"""""\002D\002D\002D\002D'
          || 'абвгдежзиклмнопрстуфхцчшщъыьэюяієґђјљњћџ' || 'αβγδεζηθικλμνξοπρστυφχψω'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC), '\s+', ' ', 'g'))
    end
$$;

-- What orders are searched by: the purchaser's name, address, and the payment's reference at the provider, each on its line.
-- In a table of its own, because an order changes several times while it is paid, and each change would enter the whole
-- text in the index again.
create table order_texts (
  order_id bigint primary key,
  search_text text not null
);
create index order_texts_search on order_texts using gin (search_text gin_trgm_ops);

create function order_search_text(name text, email text, gateway text, reference text) returns text
language sql immutable parallel safe as $$
  select search_form(name) || E'\n' || search_form(email) || E'\n'
    || case when gateway in ('free', 'staff') then '' else coalesce(lower(reference), '') end
$$;

create function write_order_texts() returns trigger language plpgsql as $$
begin
  insert into order_texts (order_id, search_text)
  select id, order_search_text(purchaser_name, purchaser_email, gateway, gateway_order_id) from written
  on conflict (order_id) do update set search_text = excluded.search_text;
  return null;
end $$;

create function change_order_text() returns trigger language plpgsql as $$
begin
  insert into order_texts (order_id, search_text)
  values (new.id, order_search_text(new.purchaser_name, new.purchaser_email, new.gateway, new.gateway_order_id))
  on conflict (order_id) do update set search_text = excluded.search_text;
  return null;
end $$;

create function delete_order_texts() returns trigger language plpgsql as $$
begin
  delete from order_texts where order_id = old.id;
  return null;
end $$;

-- In the database, so that whoever corrects or erases a purchaser, in whatever release, changes the text in the same
-- transaction.
-- old code satisfies write_order_texts: it refuses nothing and writes a table that old code does not know.
-- old code satisfies change_order_text: as before.
-- old code satisfies delete_order_texts: as before.
create trigger write_order_texts after insert on orders referencing new table as written
  for each statement execute function write_order_texts();
create trigger change_order_text after update on orders for each row
  when (new.purchaser_name is distinct from old.purchaser_name
    or new.purchaser_email is distinct from old.purchaser_email
    or new.gateway_order_id is distinct from old.gateway_order_id)
  execute function change_order_text();
create trigger delete_order_texts after delete on orders for each row execute function delete_order_texts();

insert into order_texts (order_id, search_text)
select id, order_search_text(purchaser_name, purchaser_email, gateway, gateway_order_id) from orders;

-- Exports that are being sent: one for an account. The audit entry stays when the row is gone.
create table running_exports (
  id bigint generated by default as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  list text not null,
  format text not null,
  query text not null,
  open_until timestamptz not null
);
create unique index running_exports_are_one_each on running_exports (user_id);

create trigger write_audit_entry after insert on running_exports for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('export', 'id', '', '{open_until}', '{}', '{query}');
