import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  type AttendeeFilter,
  type AttendeeOrder,
  attendeesOrder,
  attendeesWhere,
  countedIn,
  countedOf,
  countedWhere,
} from './filters.ts'
import {
  attendeeColumns,
  type AttendeeRow,
  attendeeTables,
  type RegisteredAttendee,
} from './lookup.ts'

/** One statement with one text, whatever the number of rows. */
export async function insertAttendees(
  tx: Tx,
  rows: readonly object[],
): Promise<RegisteredAttendee[]> {
  const { rows: made } = await sql<RegisteredAttendee>`
    insert into attendees (event_id, ticket_id, ticket_name, order_id, order_line_id, status,
      order_status, user_id, holder_name, holder_email, purchaser_name, purchaser_email, opted_out,
      going, paid_minor, currency, pool_id, shared_pool_id, stock, security_code, search_text)
    select event_id, ticket_id, ticket_name, order_id, order_line_id, 'publish',
      order_status, user_id, holder_name, holder_email, purchaser_name, purchaser_email, opted_out,
      going, paid_minor, currency, pool_id, shared_pool_id, stock, security_code, search_text
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
      event_id bigint, ticket_id bigint, ticket_name text, order_id bigint, order_line_id bigint,
      order_status text, user_id bigint, holder_name text, holder_email text, purchaser_name text,
      purchaser_email text, opted_out boolean, going boolean, paid_minor bigint, currency text,
      pool_id bigint, shared_pool_id bigint, stock text, security_code text, search_text text
    )) with ordinality
    order by ordinality
    returning id, coalesce(order_id, 0) as order_id, ticket_id, holder_name as title, security_code
  `.execute(tx)
  return made.sort((a, b) => a.id - b.id)
}

/** How the counters of a ticket change; `going` says which answer to an invitation is counted with the attendee. */
export type CountChange = {
  ticketId: number
  eventId: number
  attendees: number
  checkedIn: number
  /** Of public lists. */
  listed: number
  going: boolean | null
}

/** Changes the counters of tickets, their own and those that outlive them, in one statement and in the order of ids. */
export async function changeTicketCounts(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  const sums = new Map<
    number,
    { event_id: number } & Record<'valid' | 'inside' | 'listed' | 'yes' | 'no', number>
  >()
  for (const { ticketId, eventId, attendees, checkedIn, listed, going } of changes) {
    const sum = sums.get(ticketId) ?? {
      event_id: eventId,
      valid: 0,
      inside: 0,
      listed: 0,
      yes: 0,
      no: 0,
    }
    sum.valid += attendees
    sum.inside += checkedIn
    sum.listed += listed
    if (going !== null) sum[going ? 'yes' : 'no'] += attendees
    sums.set(ticketId, sum)
  }
  if (sums.size === 0) return
  const rows = [...sums].map(([id, sum]) => ({ id, ...sum }))
  await sql`
    with change as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id bigint, event_id bigint, valid integer, inside integer, listed integer, yes integer, no integer)
    ), locked as (
      select id from tickets where id in (select id from change) order by id for no key update
    ), own as (
      update tickets set
        attendees_count = attendees_count + change.valid,
        checked_in_count = checked_in_count + change.inside,
        going_count = going_count + change.yes,
        not_going_count = not_going_count + change.no
      from change join locked using (id)
      where tickets.id = change.id
    )
    insert into attendee_counts as counts (ticket_id, event_id, valid, inside, listed)
    -- The join has all tickets locked before the first of the other counters: everybody takes them in that order.
    select id, event_id, valid, inside, listed
    from change cross join (select count(*) from locked) as gate order by id
    on conflict (ticket_id) do update
      set valid = counts.valid + excluded.valid, inside = counts.inside + excluded.inside,
        listed = counts.listed + excluded.listed
  `.execute(tx)
}

export type LeavingAttendee = {
  id: number
  event_id: number
  ticket_id: number
  order_line_id: number | null
  going: boolean | null
  status: string
  order_status: string
  opted_out: boolean
  checked_in: boolean
  stock: string
  pool_id: number | null
  shared_pool_id: number | null
}

/** Locks the attendees that are still valid: by id, or all of an order. */
export async function lockLeaving(
  tx: Tx,
  { ids = [], orderId = null }: { ids?: readonly number[]; orderId?: number | null },
): Promise<LeavingAttendee[]> {
  const { rows } = await sql<LeavingAttendee>`
    select id, event_id, ticket_id, order_line_id, going, status, order_status, opted_out, checked_in_at is not null as checked_in, stock,
      pool_id, shared_pool_id
    from attendees
    where (id = any(${ids}::bigint[]) or order_id = ${orderId}::bigint) and status = 'publish'
    order by id for no key update
  `.execute(tx)
  return rows
}

/** Locks attendees in the order of their ids. They come before pools in the order of locks. */
export async function lockAttendees(tx: Tx, ids: readonly number[]) {
  await sql`
    select id from attendees where id = any(${ids}::bigint[]) order by id for no key update
  `.execute(tx)
}

/** Locks tickets in the order of their ids. They come after pools. */
export async function lockTickets(tx: Tx, ids: readonly number[]) {
  await sql`
    select id from tickets where id = any(${ids}::bigint[]) order by id for no key update
  `.execute(tx)
}

/** The attendees of orders. */
export async function listAttendeeIds(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from attendees where order_id = any(${orderIds}::bigint[]) and status = 'publish'
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The generation rises: signed codes of it are worth nothing from now on. */
export async function moveToTrash(tx: Tx, ids: readonly number[], orderStatus: string) {
  await sql`
    update attendees set status = 'trash', order_status = ${orderStatus},
      stock = case stock when 'taken' then 'returned' else stock end,
      generation = generation + 1, updated_at = clock_timestamp()
    where id = any(${ids}::bigint[])
  `.execute(tx)
}

/** Who was bought changes with the order, and what has ended with it; answers what they were. */
export async function updateOrderStatus(
  tx: Tx,
  orderId: number,
  orderStatus: string,
): Promise<LeavingAttendee[]> {
  const before = await lockLeaving(tx, { orderId })
  await sql`
    update attendees set order_status = ${orderStatus}, updated_at = clock_timestamp()
    where order_id = ${orderId} and (going is null or status = 'trash')
      and order_status <> ${orderStatus}
  `.execute(tx)
  return before.filter(({ going }) => going === null)
}

export type AttendeePage = { filter: AttendeeFilter; order: AttendeeOrder }

/** How many a list has in all: from the maintained counts where these suffice, so that a crowd costs nothing more. */
export async function countAttendees(db: Db, filter: AttendeeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countedOf(filter)} from ${countedIn(filter)} where ${countedWhere(filter)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

export async function listAttendees(
  db: Db,
  { filter, order }: AttendeePage,
  { limit, offset }: { limit: number; offset: number },
): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select ${attendeeColumns} from ${attendeeTables}
    where ${attendeesWhere(filter)}
    order by ${attendeesOrder(order)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** What the door has to know of an attendee, read under a lock that lasts to the end of the transaction. */
export type AtDoor = {
  id: number
  event_id: number
  ticket_id: number
  status: string
  order_status: string
  security_code: string
  generation: number
  checked_in_at: Date | null
  check_in_source: string | null
  check_in_user_id: number | null
  check_in_device: string | null
  event_status: string
  starts_at: Date
  ends_at: Date
}

export type Entry = {
  readonly id: number
  readonly eventId: number
  readonly ticketId: number
  readonly at: Date
  readonly source: 'site' | 'app'
  readonly userId: number | null
  readonly device: string | null
}

export async function lockForDoor(tx: Tx, ids: readonly number[]): Promise<AtDoor[]> {
  const { rows } = await sql<AtDoor>`
    select a.id, a.event_id, a.ticket_id, a.status, a.order_status, a.security_code, a.generation,
      a.checked_in_at, a.check_in_source, a.check_in_user_id, a.check_in_device,
      e.status as event_status, e.starts_at, e.ends_at
    from attendees a join events e on e.id = a.event_id
    where a.id = any(${ids}::bigint[])
    order by a.id for no key update of a
  `.execute(tx)
  return rows
}

/** Who was outside is inside; the condition decides even if a lock were missing. */
export async function writeInside(tx: Tx, entries: readonly Entry[]): Promise<Set<number>> {
  if (entries.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    update attendees a set checked_in_at = entry.at, check_in_source = entry.source,
      check_in_user_id = entry."userId", check_in_device = entry.device,
      updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (
      id bigint, at timestamptz, source text, "userId" bigint, device text)
    where a.id = entry.id and a.checked_in_at is null and a.status = 'publish'
    returning a.id
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function writeOutside(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    update attendees set checked_in_at = null, check_in_source = null, check_in_user_id = null,
      check_in_device = null, updated_at = clock_timestamp()
    where id = any(${ids}::bigint[]) and checked_in_at is not null and status = 'publish'
    returning id
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export type EditableAttendee = {
  id: number
  event_id: number
  ticket_id: number
  order_id: number | null
  provider: 'tc' | 'rsvp'
  status: string
  order_status: string
  holder_name: string
  holder_email: string
  opted_out: boolean
  going: boolean | null
  stock: string
  pool_id: number | null
  shared_pool_id: number | null
  security_code: string
  generation: number
  checked_in_at: Date | null
}

export async function lockForEdit(tx: Tx, id: number): Promise<EditableAttendee | undefined> {
  const { rows } = await sql<EditableAttendee>`
    select id, event_id, ticket_id, order_id, case when going is null then 'tc' else 'rsvp' end as provider,
      status, order_status, holder_name, holder_email, opted_out, going, stock, pool_id,
      shared_pool_id, security_code, generation, checked_in_at
    from attendees where id = ${id} for no key update
  `.execute(tx)
  return rows[0]
}

type Edit = Omit<
  EditableAttendee,
  'event_id' | 'ticket_id' | 'order_id' | 'provider' | 'status' | 'checked_in_at'
> & { search_text: string }

export async function writeEdit(tx: Tx, { id, ...columns }: Edit): Promise<void> {
  await tx
    .updateTable('attendees')
    .set({ ...columns, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export async function blankHolders(tx: Tx, email: string, searchText: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update attendees set
      holder_name = case when lower(holder_email) = ${email} then '' else holder_name end,
      holder_email = case when lower(holder_email) = ${email} then '' else holder_email end,
      search_text = case when lower(holder_email) = ${email} then ${searchText} else search_text end,
      purchaser_name = case when lower(purchaser_email) = ${email} then '' else purchaser_name end,
      purchaser_email = case when lower(purchaser_email) = ${email} then '' else purchaser_email end,
      updated_at = clock_timestamp()
    where lower(holder_email) = ${email} or lower(purchaser_email) = ${email}
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
