import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Piece } from '../../platform/db/together.ts'
import { type Availability, availabilityPiece } from '../inventory/lookup.ts'
import type { StockMode } from '../inventory/plan-capacity.ts'
import { type LocalWindow, windowInstants } from './merge-draft.ts'
import type { NamesRule, SoldTicket } from './rules.ts'

/** Everything but stock that selling a ticket depends on, its event's part included. */
export type SaleTicket = SoldTicket & {
  readonly id: number
  readonly eventId: number
  readonly eventTitle: string
  readonly eventStartsAt: Date
  readonly eventEndsAt: Date
  readonly eventAllDay: boolean
  readonly eventPasswordHash: string | null
  readonly provider: 'tc' | 'rsvp'
  readonly name: string
  /** What buyers read about the ticket; empty where the organiser does not show it. */
  readonly description: string
  readonly currency: string
  readonly attendeeNames: NamesRule
  readonly mode: StockMode
  readonly poolId: number
  /** The stock shared with other tickets of the event. */
  readonly sharedPoolId: number | null
  /** Whether it is seen and sold only with a coupon that opens it (contract.md 42.4). */
  readonly isHidden: boolean
}

type SaleRow = Omit<SaleTicket, 'saleEndsAt'> &
  LocalWindow & { saleEndsAt: Date | null; endsWithEvent: boolean }

const columns = sql`
  t.id, t.event_id as "eventId", e.title as "eventTitle", e.status as "eventStatus",
  e.happening as "eventHappening", e.all_day as "eventAllDay",
  e.password_hash as "eventPasswordHash", e.timezone, e.starts_at as "eventStartsAt", e.ends_at as "eventEndsAt", t.provider,
  t.status, t.name, case when t.show_description then t.description else '' end as description, t.currency, t.price_minor as "priceMinor",
  t.sale_price_minor as "salePriceMinor", t.sale_price_from as "salePriceFrom",
  t.sale_price_until as "salePriceUntil", t.sale_starts_local, t.sale_ends_local,
  t.sale_starts_at as "saleStartsAt", t.sale_ends_at as "saleEndsAt",
  exists (select from whole_event_sales w where w.ticket_id = t.id) as "endsWithEvent",
  coalesce((select m.min_per_order from ticket_minimums m where m.ticket_id = t.id), 1) as "minPerOrder",
  t.max_per_order as "maxPerOrder", t.attendee_names as "attendeeNames", t.mode,
  t.pool_id as "poolId", p.shared_pool_id as "sharedPoolId",
  exists (select from hidden_tickets h where h.ticket_id = t.id) as "isHidden"`

/** Tickets that everybody sees, and hidden ones that were opened. */
const visible = (opened: readonly number[]) =>
  sql`(not exists (select from hidden_tickets h where h.ticket_id = t.id) or t.id = any(${[...opened]}::bigint[]))`

const source = sql`tickets t join events e on e.id = t.event_id join pools p on p.id = t.pool_id`

/**
 * The entered times count in the event's present zone, which may have changed since the ticket was saved. The
 * default end is the start of the event, and no sale goes on after the event has ended (contract.md 6.16).
 */
function saleTicket(row: SaleRow): SaleTicket {
  const { sale_starts_local, sale_ends_local, endsWithEvent, ...ticket } = row
  const saved = { sale_starts_at: row.saleStartsAt, sale_ends_at: row.saleEndsAt }
  const window = windowInstants({ sale_starts_local, sale_ends_local }, row.timezone, saved)
  const usual = endsWithEvent ? row.eventEndsAt : row.eventStartsAt
  const end = window.sale_ends_at ?? row.saleEndsAt ?? usual
  return {
    ...ticket,
    saleStartsAt: window.sale_starts_at ?? row.saleStartsAt,
    saleEndsAt: end < row.eventEndsAt ? end : row.eventEndsAt,
  }
}

/** The tickets with these ids, whatever their status, in one statement; unknown ids are missing from the result. */
export async function ticketsForSale(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, SaleTicket>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SaleRow>`
    select ${columns} from ${source} where t.id = any(${ids}::bigint[])
  `.execute(db)
  return new Map(rows.map(row => [row.id, saleTicket(row)]))
}

/** The published tickets of an event, in display order: those that everybody sees, and these hidden ones. */
export const ticketsOfEvent = (db: Db, eventId: number, opened: readonly number[] = []) =>
  ticketsOf(db, [eventId], visible(opened))

/** All published tickets of an event, in display order, with the hidden ones: for staff. */
export const everyTicketOfEvent = (db: Db, eventId: number) => ticketsOf(db, [eventId], sql`true`)

/** The published tickets of several events that everybody sees, in one statement. */
export const ticketsOfEvents = (db: Db, eventIds: readonly number[]) =>
  ticketsOf(db, eventIds, visible([]))

/** Whether an event has a published ticket that is hidden. */
export async function hasHiddenTickets(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select from hidden_tickets h join tickets t on t.id = h.ticket_id
    where t.event_id = ${eventId} and t.status = 'publish' limit 1
  `.execute(db)
  return rows.length > 0
}

async function ticketsOf(
  db: Db,
  eventIds: readonly number[],
  which: RawBuilder<unknown>,
): Promise<SaleTicket[]> {
  if (eventIds.length === 0) return []
  const { rows } = await sql<SaleRow>`
    select ${columns} from ${source}
    where t.event_id = any(${[...eventIds]}::bigint[]) and t.status = 'publish' and ${which}
    order by t.event_id, t.menu_order, t.id
  `.execute(db)
  return rows.map(saleTicket)
}

const publishedOf = (eventId: number) => sql<SaleRow>`
    select ${columns} from ${source}
    where t.event_id = ${eventId} and t.status = 'publish' and ${visible([])}
    order by t.menu_order, t.id
  `

/** The published tickets of an event that everybody sees, and their stock, to be read together with other queries. */
export const salePieces = (eventId: number): SalePieces => ({
  tickets: {
    query: publishedOf(eventId),
  },
  stock: availabilityPiece(
    sql`array(select id from tickets where event_id = ${eventId} and status = 'publish')`,
  ),
})

export type SalePieces = { tickets: Piece<SaleRow>; stock: Piece<Availability> }
export type SaleRows = { tickets: readonly SaleRow[]; stock: readonly Availability[] }

/** Rows of `salePieces`: every ticket with its stock. */
export function ticketsWithStock({ tickets, stock }: SaleRows) {
  const byTicket = new Map(stock.map(one => [one.ticketId, one]))
  return tickets.map(row => ({ ticket: saleTicket(row), stock: byTicket.get(row.id) }))
}

export type Attendance = { total_attendees: number; checked_in: number; not_checked_in: number }

/**
 * The number of expected attendees and of check-ins of these events, deleted tickets included; one statement over counters.
 * Who declined an invitation is not expected.
 */
export async function attendanceOfEvents(
  db: Db,
  eventIds: readonly number[],
): Promise<Map<number, Attendance>> {
  const { rows } = await sql<{ id: number; total: number; inside: number }>`
    select asked.id, coalesce(sum(c.valid) filter (where c.order_status <> 'no'), 0)::int as total, coalesce(sum(c.inside), 0)::int as inside
    from unnest(${[...eventIds]}::bigint[]) as asked (id)
    left join attendee_counts c on c.event_id = asked.id
    group by asked.id
  `.execute(db)
  return new Map(
    rows.map(({ id, total, inside }) => [
      id,
      { total_attendees: total, checked_in: inside, not_checked_in: total - inside },
    ]),
  )
}
