import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { countPlaces } from '../../ticketing/inventory/bring-stock.ts'

/** Locks events by id before their stock, as everybody does (contract.md 8.8). */
export async function lockEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select id from events where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
}

export async function replaceFees(
  tx: Tx,
  tickets: readonly { id: number; fees: readonly number[] }[],
): Promise<void> {
  const ids = tickets.map(({ id }) => id)
  await sql`delete from ticket_fees where ticket_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    insert into ticket_fees (ticket_id, fee_id)
    select t.id, f.value::bigint from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as t (id bigint, fees jsonb)
    cross join jsonb_array_elements_text(t.fees) as f
    on conflict do nothing
  `.execute(tx)
}

/** The kinds and prices of tickets, which events keep for lists. */
export async function summarise(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await sql`
    update events e set ticketed = coalesce(s.kinds, '{}'), ticket_prices_minor = coalesce(s.prices, '{}'),
      ticket_prices_currency = s.currency
    from (
      select w.id,
        (select array_agg(k.provider order by k.first) from (
          select provider, min(row_number) as first from (
            select provider, row_number() over (order by menu_order, id) from tickets
            where event_id = w.id and status = 'publish'
              and not exists (select from hidden_tickets h where h.ticket_id = tickets.id)) t group by provider) k) as kinds,
        (select array_agg(price_minor order by menu_order, id) from tickets
          where event_id = w.id and status = 'publish' and provider = 'tc'
            and not exists (select from hidden_tickets h where h.ticket_id = tickets.id)) as prices,
        (select currency from tickets where event_id = w.id and status = 'publish' and provider = 'tc'
            and not exists (select from hidden_tickets h where h.ticket_id = tickets.id)
          order by menu_order, id limit 1) as currency
      from unnest(${[...eventIds]}::bigint[]) as w (id)
    ) s where e.id = s.id
  `.execute(tx)
}

export type TicketPool = { id: number; poolId: number; sharedPoolId: number | null }

export async function poolsOfTickets(
  tx: Tx,
  ticketIds: readonly number[],
): Promise<Map<number, TicketPool>> {
  const { rows } = await sql<TicketPool>`
    select t.id, t.pool_id as "poolId", p.shared_pool_id as "sharedPoolId"
    from tickets t join pools p on p.id = t.pool_id where t.id = any(${[...ticketIds]}::bigint[])
  `.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}

export type LineRoom = { id: number; order_id: number; ticket_id: number; room: number }

/** The ticket lines of orders, and how many attendees each has room for. */
export async function linesOf(tx: Tx, orderIds: readonly number[]): Promise<LineRoom[]> {
  const { rows } = await sql<LineRoom>`
    select l.id, l.order_id, l.ticket_id, l.quantity - l.refunded_quantity
      - (select count(*) from attendees a where a.order_id = l.order_id and a.order_line_id = l.id and a.status = 'publish')::integer as room
    from order_lines l where l.order_id = any(${[...orderIds]}::bigint[]) and l.kind = 'ticket' and l.ticket_id is not null
    order by l.order_id, l.ordinal
  `.execute(tx)
  return rows
}

/**
 * Adds these attendees to all counters, or takes them away (`sign`). A capacity below what is sold becomes that. The caller holds
 * the pools.
 */
export async function count(tx: Tx, ids: readonly number[], sign: 1 | -1): Promise<void> {
  const own = [...ids]
  await countPlaces(tx, ids, sign)
  await sql`
    update tickets t set attendees_count = t.attendees_count + d.valid, checked_in_count = t.checked_in_count + d.inside,
      going_count = t.going_count + d.yes, not_going_count = t.not_going_count + d.no
    from (
      select ticket_id as id, ${sign} * count(*)::integer as valid, ${sign} * count(checked_in_at)::integer as inside,
        ${sign} * count(*) filter (where going)::integer as yes, ${sign} * count(*) filter (where not going)::integer as no
      from attendees where id = any(${own}::bigint[]) and status = 'publish' group by ticket_id
    ) d where t.id = d.id
  `.execute(tx)
  await sql`
    insert into attendee_counts as counts (ticket_id, order_status, event_id, valid, inside, listed)
    select ticket_id, order_status, min(event_id), ${sign} * count(*)::integer, ${sign} * count(checked_in_at)::integer,
      ${sign} * count(*) filter (where not opted_out and going is distinct from false
        and order_status in ('completed', 'yes'))::integer
    from attendees where id = any(${own}::bigint[]) and status = 'publish' group by ticket_id, order_status
    order by 1, 2
    on conflict (ticket_id, order_status) do update set valid = counts.valid + excluded.valid,
      inside = counts.inside + excluded.inside, listed = counts.listed + excluded.listed
  `.execute(tx)
}
