-- The version of a record that people edit (contract.md 29.8). It is made from the columns that audit entries are made from, so
-- that a table which gets the trigger write_audit_entry for such a record counts from then on. Parts that are edited at
-- addresses of their own, and what sales and doors write, are left out: selling a place is no edit of an event.
create function record_version(kind text, key bigint) returns text language plpgsql as $$
declare
  counted record;
  columns jsonb;
  parts jsonb := '{}';
begin
  for counted in
    select tables.name, args.words[2] as key_column, args.words[3] as part, args.words[4] as left_out
    from pg_trigger
    join lateral (select tgrelid::regclass as name) as tables on true
    join lateral (select string_to_array(encode(tgargs, 'escape'), '\000') as words) as args on true
    where tgname = 'write_audit_entry' and tgnargs >= 4 and args.words[1] = kind
      and args.words[3] <> all ('{text of a mail,gates,capacity,history,refunds,words to the buyer,notes,moves}')
    order by 1
  loop
    execute format(
      'select jsonb_agg(kept order by kept) from (select to_jsonb(rows) - %L::text[] as kept from %s as rows %s) as own',
      counted.left_out, counted.name,
      case counted.key_column when '' then '' else format('where %I = $1', counted.key_column) end)
    into columns using key;
    if counted.part = '' and columns is null then return null; end if;
    parts := parts || jsonb_build_object(counted.name::text, columns);
  end loop;
  -- A pool belongs to its event, and its capacity is edited at the ticket, or at the event where tickets share it.
  if kind = 'ticket' then
    select parts || jsonb_build_object('capacity', capacity) into parts
    from tickets join pools on pools.id = pool_id where tickets.id = key;
  elsif kind = 'event' then
    select parts || jsonb_build_object('capacity', (select capacity from shared_pools
      join pools on pools.id = pool_id where shared_pools.event_id = key)) into parts;
  end if;
  return left(encode(sha256(convert_to(parts::text, 'UTF8')), 'hex'), 32);
end $$;

-- Fails with MQ412 unless the record has one of these versions or is gone. Until the transaction ends it stays as it is for
-- others: the rows that its writers change are locked here, in the order of contract.md 8.8.
create function demand_version(kind text, key bigint, versions text[]) returns void language plpgsql as $$
declare
  version text;
  owner bigint;
begin
  if kind = 'settings' then
    lock table site_settings in share row exclusive mode;
  elsif kind = 'attendee' then
    select order_id into owner from attendees where id = key;
    perform from orders where id = owner for no key update;
    perform from attendees where id = key for no key update;
  elsif kind = 'ticket' then
    select event_id into owner from tickets where id = key;
    perform from events where id = owner for no key update;
    select pool_id into owner from tickets where id = key;
    perform from pools where id = owner for no key update;
    perform from tickets where id = key for no key update;
  elsif kind in ('event', 'venue', 'organizer', 'order', 'coupon', 'fee', 'grant') then
    execute format('select from %I where id = $1 for no key update', kind || 's') using key;
  end if;
  version := record_version(kind, key);
  if version is not null and version <> all (versions) then
    raise exception 'The record was changed meanwhile.' using errcode = 'MQ412';
  end if;
end $$;
