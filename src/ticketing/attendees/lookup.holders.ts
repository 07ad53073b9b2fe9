import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { normalizeForSearch } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { literally } from '../../platform/db/like.ts'

/** A place with what mails show of it. */
export type Holder = {
  id: number
  order_id: number | null
  event_id: number
  ticket_id: number
  ticket_name: string
  holder_name: string
  holder_email: string
  order_status: string
  security_code: string
  door_code: string
  generation: number
  /** Since when it is with somebody who is not the purchaser; null while it is with the purchaser. */
  passed_on_at: Date | null
}

const holderColumns = sql`id, order_id, event_id, ticket_id, ticket_name, holder_name, holder_email,
  order_status, security_code, generation, passed_on_at`

const ownDoorCode = sql`coalesce((
  select code from door_codes where attendee_id = attendees.id), '') as door_code`

async function holdersWhere(
  db: Db,
  where: RawBuilder<unknown>,
  status: 'publish' | 'trash' = 'publish',
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select ${holderColumns}, ${ownDoorCode} from attendees where ${where} and status = ${status}
    order by order_id, id
  `.execute(db)
  return rows
}

/** The holders of the places of orders that were not given back, those that do not admit included. */
export const holdersOfOrders = (db: Db, orderIds: readonly number[]): Promise<Holder[]> =>
  holdersWhere(db, sql`order_id = any(${[...orderIds]}::bigint[])`)

/** The last holders of the places of orders that were given back, without those who had said that they do not come. */
export const formerHoldersOfOrders = async (
  db: Db,
  orderIds: readonly number[],
): Promise<Holder[]> =>
  orderIds.length === 0
    ? []
    : holdersWhere(
        db,
        sql`order_id = any(${[...orderIds]}::bigint[]) and going is distinct from false`,
        'trash',
      )

type OfEvent = { eventId: number; before?: Date | undefined; email?: string }

/** The holders of an event's places that admit: those who had their ticket by a moment, or those of one address. */
export const holdersOfEvent = (db: Db, { eventId, before, email }: OfEvent): Promise<Holder[]> =>
  holdersWhere(
    db,
    sql`${admittedTo(eventId)} and created_at < ${before ?? 'infinity'}::timestamptz
      ${email === undefined ? sql`` : sql`and ${hasAddress(email)}`}`,
  )

/** The latest places that admit of somebody for whom another person ordered, newest first. */
export async function placesGivenTo(db: Db, email: string, limit: number): Promise<Holder[]> {
  // Found first and sorted then: the planner would rather look at all places by id until it has found enough.
  const { rows } = await sql<Holder>`
    with held as materialized (
      select ${holderColumns}, ${ownDoorCode}, purchaser_email from attendees
      where ${hasAddress(email)} and ${admits} and status = 'publish'
    )
    select ${holderColumns}, door_code from held
    where lower(trim(purchaser_email)) <> ${email.trim().toLowerCase()}
    order by id desc limit ${limit}
  `.execute(db)
  return rows
}

/** What a buyer has at an event: places, or when the last of them was given back or passed on. */
export type Stay = { event_id: number; left_at: Date | null }

/**
 * The events at which an order has or had places, by id. An event to whose invitation all answered no is not among them: that answer
 * can change, while a place that was given back never returns.
 */
export async function staysOfOrder(db: Db, orderId: number): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select event_id, case when bool_and(${isAway}) then
      max(case status when 'trash' then updated_at else passed_on_at end) end as left_at
    from attendees where order_id = ${orderId}
    group by event_id
    having bool_and(${isAway}) or bool_or(not (${isAway}) and order_status <> 'no')
    order by event_id
  `.execute(db)
  return rows
}

const isAway = sql`status = 'trash' or passed_on_at is not null`

/** Whether somebody has a place of the event that admits. */
export async function hasHolders(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select from attendees where ${admittedTo(eventId)} and status = 'publish' limit 1
  `.execute(db)
  return rows.length > 0
}

const admits = sql`order_status in ('completed', 'yes')`
const admittedTo = (eventId: number) => sql`event_id = ${eventId} and ${admits}`

/**
 * The address of a holder, found by the index of searched texts, of which it is the last line: an event has tens of thousands of
 * attendees, and each of them is mailed.
 */
const hasAddress = (email: string) => sql`
  search_text like ${`%\n${literally(normalizeForSearch(email))}`}
  and lower(trim(holder_email)) = ${email.trim().toLowerCase()}`

/** The holder of a valid place. */
export const findHolder = async (db: Db, id: number): Promise<Holder | undefined> =>
  (await holdersWhere(db, sql`id = ${id}`))[0]

/** Who holds a place, or held it last before it was given back. */
export const findLastHolder = async (db: Db, id: number): Promise<Holder | undefined> =>
  (await findHolder(db, id)) ?? (await holdersWhere(db, sql`id = ${id}`, 'trash'))[0]

/** The former holder of a ticket, by its past generation. */
export function findFormerHolder(db: Db, attendeeId: number, generation: number) {
  return db
    .selectFrom('holder_changes')
    .select(['name', 'email'])
    .where('attendee_id', '=', attendeeId)
    .where('generation', '=', generation)
    .executeTakeFirst()
}

/** When these places were last passed on, by id; those that never were are left out. */
export async function lastPassedOn(db: Db, ids: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select attendee_id as id, max(at) as at from holder_changes
    where attendee_id = any(${[...ids]}::bigint[]) group by attendee_id
  `.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** When this ended as the code of a ticket, because the ticket was passed on; undefined for every other text. */
export async function codeEndedAt(db: Db, id: number, code: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('former_codes')
    .select('at')
    .where('attendee_id', '=', id)
    .where('code_hash', '=', createHash('sha256').update(code).digest())
    .executeTakeFirst()
  return row?.at
}
