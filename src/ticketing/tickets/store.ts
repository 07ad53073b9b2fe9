import { type Insertable, sql, type Updateable } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { queryText } from '../../platform/db/query-text.ts'
import { type Piece, readTogether } from '../../platform/db/together.ts'
import { touching } from '../../platform/db/touching.ts'
import { type ListOrder, orderBy, type TicketFilter, where } from './filters.ts'

const ticketColumns = [
  't.id',
  't.event_id',
  't.provider',
  't.author_id',
  't.status',
  't.name',
  't.description',
  't.show_description',
  't.slug',
  't.sku',
  't.menu_order',
  't.attendee_names',
  't.currency',
  't.price_minor',
  't.sale_price_minor',
  't.sale_price_from',
  't.sale_price_until',
  't.sale_starts_local',
  't.sale_ends_local',
  't.sale_starts_at',
  't.sale_ends_at',
  't.max_per_order',
  't.mode',
  't.pool_id',
  't.attendees_count',
  't.checked_in_count',
  't.going_count',
  't.not_going_count',
  't.created_at',
  't.updated_at',
  't.published_at',
] as const

/** The smallest quantity of ticket `t` in one order. Most tickets have no row for it. */
const minPerOrder = sql<number>`coalesce(
  (select m.min_per_order from ticket_minimums m where m.ticket_id = t.id), 1)`

/** Whether the sale of ticket `t` ends with its event. Most tickets have no row for it. */
const endsWithEvent = sql<boolean>`exists (
  select from whole_event_sales w where w.ticket_id = t.id)`

/** Whether ticket `t` is hidden. Most tickets have no row for it. */
const hidden = sql<boolean>`exists (select from hidden_tickets h where h.ticket_id = t.id)`

/** A ticket with the parts of its event that its view and its access rules need. */
const selectTickets = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('pools as o', 'o.id', 't.pool_id')
    .leftJoin('pools as s', 's.id', 'o.shared_pool_id')
    .select([
      ...ticketColumns,
      minPerOrder.as('min_per_order'),
      endsWithEvent.as('sale_ends_with_event'),
      hidden.as('hidden'),
      'e.status as event_status',
      'e.happening as event_happening',
      'e.author_id as event_author_id',
      'e.password_hash as event_password_hash',
      'e.timezone',
      'e.start_local as event_start_local',
      'e.end_local as event_end_local',
      'e.published_local as event_published_local',
      'e.image_id as event_image_id',
    ])

const everyTicket = queryText(selectTickets)

export type TicketRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectTickets>['executeTakeFirst']>>
>

export function findTicketRow(db: Db, id: number): Promise<TicketRow | undefined> {
  return selectTickets(db).where('t.id', '=', id).executeTakeFirst()
}

/** One page of tickets, and how many there are; one statement. */
export async function listTickets(
  db: Db,
  { filter, order }: { filter: TicketFilter; order: ListOrder },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TicketRow[]; total: number }> {
  const rows: Piece<TicketRow> = {
    query: sql`
      ${everyTicket} where ${where(filter)} order by ${orderBy(order, filter.sight)}
      limit ${limit} offset ${offset}`,
  }
  const counted: Piece<{ total: number }> = {
    query: sql`
      select count(*)::integer as total from tickets t join events e on e.id = t.event_id
      join pools o on o.id = t.pool_id left join pools s on s.id = o.shared_pool_id
      where ${where(filter)}`,
  }
  const read = await readTogether(db, { rows, counted })
  return { rows: read.rows, total: read.counted[0]?.total ?? 0 }
}

/** The ids among these that no event has. */
export async function unknownEvents(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as asked (id)
    where not exists (select from events e where e.id = asked.id)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The stock settings of a ticket, to be merged with a change. */
export async function findStockSetup(tx: Tx, ticketId: number) {
  const { rows } = await sql<{
    capacity: number | null
    eventCapacity: number | null
    shares: boolean
  }>`
    select o.capacity, s.capacity as "eventCapacity", s.id is not null as shares
    from tickets t join pools o on o.id = t.pool_id
    left join shared_pools p on p.event_id = t.event_id left join pools s on s.id = p.pool_id
    where t.id = ${ticketId}
  `.execute(tx)
  return rows[0]
}

export async function findEventCapacity(
  tx: Tx,
  eventId: number,
): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('shared_pools as p')
    .innerJoin('pools as s', 's.id', 'p.pool_id')
    .select('s.capacity')
    .where('p.event_id', '=', eventId)
    .executeTakeFirst()
  return row?.capacity
}

/** The tickets of an event whose sale window was entered by hand. */
export function windowsOfEvent(tx: Tx, eventId: number) {
  return tx
    .selectFrom('tickets')
    .select(['id', 'sale_starts_local', 'sale_ends_local'])
    .where('event_id', '=', eventId)
    .where(sql<boolean>`sale_starts_local <> '' or sale_ends_local <> ''`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type SaleWindowRow = { id: number; sale_starts_at: Date | null; sale_ends_at: Date | null }

const windowRows = batchRows<SaleWindowRow>(`moved (
  id bigint, sale_starts_at timestamptz, sale_ends_at timestamptz)`)

export async function writeWindows(tx: Tx, rows: readonly SaleWindowRow[]) {
  await sql`
    update tickets set sale_starts_at = moved.sale_starts_at, sale_ends_at = moved.sale_ends_at
    from ${windowRows.of(rows)}
    where tickets.id = moved.id
  `.execute(tx)
}

type SaleEnd = { sale_ends_with_event?: boolean }

export async function insertTicket(
  tx: Tx,
  {
    sale_ends_with_event: isWhole,
    ...row
  }: Insertable<Database['tickets']> & SaleEnd & { id: number },
) {
  const own = touching(tx, [row.event_id])
  await own.insertInto('tickets').values(row).execute()
  if (isWhole === true) await setWholeSale(own, row.id, true)
}

export async function updateTicket(
  tx: Tx,
  id: number,
  { sale_ends_with_event: isWhole, ...row }: Updateable<Database['tickets']> & SaleEnd,
) {
  await tx.updateTable('tickets').set(row).where('id', '=', id).execute()
  if (isWhole !== undefined) await setWholeSale(tx, id, isWhole)
}

async function setWholeSale(tx: Tx, ticketId: number, isWhole: boolean) {
  if (!isWhole) {
    await tx.deleteFrom('whole_event_sales').where('ticket_id', '=', ticketId).execute()
    return
  }
  await tx
    .insertInto('whole_event_sales')
    .values({ ticket_id: ticketId })
    .onConflict(conflict => conflict.column('ticket_id').doNothing())
    .execute()
}

export async function setMinPerOrder(tx: Tx, ticketId: number, minimum: number) {
  if (minimum === 1) {
    await tx.deleteFrom('ticket_minimums').where('ticket_id', '=', ticketId).execute()
    return
  }
  const row = { ticket_id: ticketId, min_per_order: minimum }
  await tx
    .insertInto('ticket_minimums')
    .values(row)
    .onConflict(conflict => conflict.column('ticket_id').doUpdateSet({ min_per_order: minimum }))
    .execute()
}

/** Hides a ticket, or shows it to everybody again. */
export async function setHidden(tx: Tx, ticketId: number, isHidden: boolean) {
  if (!isHidden) {
    await tx.deleteFrom('hidden_tickets').where('ticket_id', '=', ticketId).execute()
    return
  }
  await tx
    .insertInto('hidden_tickets')
    .values({ ticket_id: ticketId })
    .onConflict(conflict => conflict.column('ticket_id').doNothing())
    .execute()
}

/** Deletes the ticket; false when it was already gone. */
export async function deleteTicket(tx: Tx, id: number): Promise<boolean> {
  const gone = await tx.deleteFrom('tickets').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/**
 * The kinds and regular prices of an event's published tickets that everybody sees. Prices are those in one currency: that of the
 * first ticket with a price.
 */
export async function ticketSummary(tx: Tx, eventId: number) {
  const rows = await tx
    .selectFrom('tickets')
    .select(['provider', 'price_minor', 'currency'])
    .where('event_id', '=', eventId)
    .where('status', '=', 'publish')
    .where(sql<boolean>`not exists (select from hidden_tickets h where h.ticket_id = tickets.id)`)
    .orderBy('menu_order')
    .orderBy('id')
    .execute()
  const priced = rows.filter(row => row.provider === 'tc')
  const currency = priced[0]?.currency ?? null
  return {
    ticketed: [...new Set(rows.map(({ provider }) => provider))],
    pricesMinor: priced.filter(row => row.currency === currency).map(row => row.price_minor),
    currency,
  }
}
