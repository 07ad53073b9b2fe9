import { type Insertable, sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { RegisteredAttendee } from './lookup.ts'

export type NewAttendee = Omit<Insertable<Database['attendees']>, 'status'>

const attendeeRows = batchRows<NewAttendee>(`attendee (
  event_id bigint, ticket_id bigint, ticket_name text, order_id bigint, order_line_id bigint,
  order_status text, user_id bigint, holder_name text, holder_email text, purchaser_name text,
  purchaser_email text, opted_out boolean, going boolean, paid_minor bigint, currency text,
  pool_id bigint, shared_pool_id bigint, stock text, security_code text, search_text text)`)

/** One statement with one text for any number of rows. */
export async function insertAttendees(
  tx: Tx,
  rows: readonly NewAttendee[],
): Promise<RegisteredAttendee[]> {
  const { rows: made } = await sql<RegisteredAttendee>`
    insert into attendees (${attendeeRows.names}, status) select ${attendeeRows.names}, 'publish'
    from ${attendeeRows.inOrder(rows)}
    order by ordinality
    returning id, coalesce(order_id, 0) as order_id, ticket_id, holder_name as title, security_code
  `.execute(tx)
  return made.sort((a, b) => a.id - b.id)
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
  generation: number
  passed_on: boolean
}

/** Locks the valid attendees of an order. */
export async function lockLeaving(tx: Tx, orderId: number): Promise<LeavingAttendee[]> {
  const { rows } = await sql<LeavingAttendee>`
    select id, event_id, ticket_id, order_line_id, going, status, order_status, opted_out, checked_in_at is not null as checked_in, stock,
      pool_id, shared_pool_id, generation, passed_on_at is not null as passed_on
    from attendees
    where order_id = ${orderId} and status = 'publish'
    order by id for no key update
  `.execute(tx)
  return rows
}

/** Records who holds a ticket just before it is transferred, so that this former holder is told of it by mail. */
export async function keepHolder(
  tx: Tx,
  holder: { id: number; generation: number; holder_name: string; holder_email: string },
  at: Date,
) {
  const { id: attendee_id, generation, holder_name: name, holder_email: email } = holder
  await tx
    .insertInto('holder_changes')
    .values({ attendee_id, generation, name, email, at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Deletes records of former holders from before this moment. */
export async function deleteHolderChanges(db: Db, before: Date) {
  await db.deleteFrom('holder_changes').where('at', '<', before).execute()
}

/** Erases an address (in small letters) from the records of former holders. */
export async function deleteHolderChangesOf(tx: Tx, email: string) {
  await sql`delete from holder_changes where lower(email) = ${email}`.execute(tx)
}

/** Locks attendees in the order of their ids. Attendees come before pools in the order of locks. */
export async function lockAttendees(tx: Tx, ids: readonly number[]) {
  await sql`
    select id from attendees where id = any(${ids}::bigint[]) order by id for no key update
  `.execute(tx)
}

/** Locks tickets in the order of their ids. Tickets come after pools in the order of locks. */
export async function lockTickets(tx: Tx, ids: readonly number[]) {
  await sql`
    select id from tickets where id = any(${ids}::bigint[]) order by id for no key update
  `.execute(tx)
}

/** The attendees of these orders. */
export async function listAttendeeIds(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from attendees where order_id = any(${orderIds}::bigint[]) and status = 'publish'
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** A new generation: signed codes of the old one are no longer valid. */
export async function moveToTrash(tx: Tx, ids: readonly number[], orderStatus: string) {
  await sql`
    update attendees set status = 'trash', order_status = ${orderStatus},
      stock = case stock when 'taken' then 'returned' else stock end,
      generation = generation + 1, updated_at = clock_timestamp()
    where id = any(${ids}::bigint[])
  `.execute(tx)
}

/** Gives attendees of orders their new status and ends those that are over. Returns their former values. */
export async function updateOrderStatus(
  tx: Tx,
  orderId: number,
  orderStatus: string,
): Promise<LeavingAttendee[]> {
  const before = await lockLeaving(tx, orderId)
  await sql`
    update attendees set order_status = ${orderStatus}, updated_at = clock_timestamp()
    where order_id = ${orderId} and (going is null or status = 'trash')
      and order_status <> ${orderStatus}
  `.execute(tx)
  return before.filter(({ going }) => going === null)
}

export type EditableAttendee = {
  id: number
  event_id: number
  ticket_id: number
  ticket_name: string
  order_id: number | null
  order_line_id: number | null
  paid_minor: number
  currency: string
  provider: 'tc' | 'rsvp'
  status: string
  order_status: string
  holder_name: string
  holder_email: string
  opted_out: boolean
  going: boolean | null
  stock: 'taken' | 'returned' | 'none'
  pool_id: number | null
  shared_pool_id: number | null
  security_code: string
  generation: number
  checked_in_at: Date | null
  event_happening: string
}

export async function lockForEdit(tx: Tx, id: number): Promise<EditableAttendee | undefined> {
  const { rows } = await sql<EditableAttendee>`
    select id, event_id, ticket_id, ticket_name, order_id, order_line_id, paid_minor, currency,
      case when going is null then 'tc' else 'rsvp' end as provider,
      status, order_status, holder_name, holder_email, opted_out, going, stock, pool_id,
      shared_pool_id, security_code, generation, checked_in_at,
      (select happening from events where events.id = event_id) as event_happening
    from attendees where id = ${id} for no key update
  `.execute(tx)
  return rows[0]
}

type Edit = Omit<
  EditableAttendee,
  | 'event_id'
  | 'order_id'
  | 'order_line_id'
  | 'paid_minor'
  | 'currency'
  | 'provider'
  | 'status'
  | 'checked_in_at'
  | 'event_happening'
> & { search_text: string }

export async function writeEdit(tx: Tx, { id, ...columns }: Edit): Promise<void> {
  await tx
    .updateTable('attendees')
    .set({ ...columns, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

type Moved = Pick<
  EditableAttendee,
  | 'ticket_id'
  | 'ticket_name'
  | 'order_line_id'
  | 'paid_minor'
  | 'stock'
  | 'pool_id'
  | 'shared_pool_id'
>

/** Writes the ticket and line to which a locked place was moved. */
export async function writeMoved(tx: Tx, id: number, columns: Moved): Promise<void> {
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
      passed_to = case when lower(holder_email) = ${email} then '' else passed_to end,
      search_text = case when lower(holder_email) = ${email} then ${searchText} else search_text end,
      purchaser_name = case when lower(purchaser_email) = ${email} then '' else purchaser_name end,
      purchaser_email = case when lower(purchaser_email) = ${email} then '' else purchaser_email end,
      updated_at = clock_timestamp()
    where lower(holder_email) = ${email} or lower(purchaser_email) = ${email}
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Empties the people of these attendees, and deletes who held them before. */
export async function blankHoldersOf(tx: Tx, ids: readonly number[], searchText: string) {
  await sql`delete from holder_changes where attendee_id = any(${[...ids]}::bigint[])`.execute(tx)
  await sql`
    update attendees set holder_name = '', holder_email = '', passed_to = '', purchaser_name = '',
      purchaser_email = '', search_text = ${searchText}, updated_at = clock_timestamp()
    where id = any(${[...ids]}::bigint[])
  `.execute(tx)
}

const forgottenAtOnce = 5000

/** Deletes one batch of former codes of events that ended `keptDays` ago; returns its size, 0 when none is left. */
export async function deleteFormerCodes(db: Db, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from former_codes where (attendee_id, code_hash) in (
      select f.attendee_id, f.code_hash from former_codes f
      join attendees a on a.id = f.attendee_id join events e on e.id = a.event_id
      where e.ends_at < clock_timestamp() - make_interval(days => ${keptDays}::integer)
      limit ${forgottenAtOnce})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
