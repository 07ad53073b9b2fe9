import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type RegisteredAttendee = {
  id: number
  order_id: number
  ticket_id: number
  /** The attendee's name. */
  title: string
  /** 144 random bits; the security code with which the attendee may enter. */
  security_code: string
}

/** An attendee with the parts of its event and ticket that its view and check-in need. */
export type AttendeeRow = {
  id: number
  event_id: number
  ticket_id: number
  order_id: number | null
  user_id: number | null
  status: string
  order_status: string
  holder_name: string
  holder_email: string
  purchaser_name: string
  purchaser_email: string
  opted_out: boolean
  going: boolean | null
  paid_minor: number
  currency: string
  security_code: string
  /** What people read out and type at a door (contract.md 34.7). */
  door_code: string
  generation: number
  checked_in_at: Date | null
  check_in_source: string | null
  check_in_user_id: number | null
  check_in_device: string | null
  created_at: Date
  updated_at: Date
  /** Since when the ticket is with somebody who is not its purchaser; null while it is with the purchaser. */
  passed_on_at: Date | null
  provider: string
  ticket_name: string
  ticket_description: string
  price_minor: number
  /** The ticket's sale window, defaults included; empty when the ticket was deleted. */
  sale_starts_local: string
  sale_ends_local: string
  event_status: string
  event_author_id: number | null
  event_is_protected: boolean
  ticket_is_hidden: boolean
}

/**
 * Columns of an `AttendeeRow` from `attendeeTables`. The ticket may be missing, because attendees outlive
 * their tickets.
 */
export const attendeeColumns: RawBuilder<unknown> = sql`
  a.id, a.event_id, a.ticket_id, a.order_id, a.user_id, a.status, a.order_status, a.holder_name,
  a.holder_email, a.purchaser_name, a.purchaser_email, a.opted_out, a.going, a.paid_minor,
  a.currency, a.security_code, a.generation,
  coalesce((select code from door_codes where attendee_id = a.id), '') as door_code, a.checked_in_at, a.check_in_source,
  a.check_in_user_id, a.check_in_device, a.created_at, a.updated_at, a.passed_on_at,
  coalesce(t.provider, case when a.going is null then 'tc' else 'rsvp' end) as provider,
  coalesce(t.name, a.ticket_name) as ticket_name,
  coalesce(t.description, '') as ticket_description,
  coalesce(t.price_minor, a.paid_minor) as price_minor,
  case when t.id is null then '' else
    coalesce(nullif(t.sale_starts_local, ''), e.published_local::text, '') end as sale_starts_local,
  case when t.id is null then '' else
    coalesce(nullif(t.sale_ends_local, ''), e.start_local::text) end as sale_ends_local,
  e.status as event_status, e.author_id as event_author_id,
  e.password_hash is not null as event_is_protected,
  exists (select from hidden_tickets h where h.ticket_id = a.ticket_id) as ticket_is_hidden
`

export const attendeeTables: RawBuilder<unknown> = sql`
  attendees a join events e on e.id = a.event_id left join tickets t on t.id = a.ticket_id
`

/** The attendee with this id, whatever its status. */
export async function findAttendee(db: Db, id: number): Promise<AttendeeRow | undefined> {
  const { rows } = await sql<AttendeeRow>`
    select ${attendeeColumns} from ${attendeeTables} where a.id = ${id}
  `.execute(db)
  return rows[0]
}

/** The valid attendees of orders with their codes, oldest first. For staff: the purchaser gets `ownAttendees`. */
export const attendeesOfOrders = (db: Db, orderIds: readonly number[]): Promise<ListedAttendee[]> =>
  registeredOf(db, orderIds, sql`true`)

/** The same without tickets that are passed on, whose codes are their new holders' alone (contract.md 7.11). */
export const ownAttendees = (db: Db, orderIds: readonly number[]): Promise<ListedAttendee[]> =>
  registeredOf(db, orderIds, isOwn)

type ListedAttendee = RegisteredAttendee & { event_id: number }

async function registeredOf(
  db: Db,
  orderIds: readonly number[],
  which: RawBuilder<unknown>,
): Promise<ListedAttendee[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<RegisteredAttendee & { event_id: number }>`
    select id, order_id, ticket_id, event_id, holder_name as title, security_code
    from attendees
    where order_id = any(${orderIds}::bigint[]) and status = 'publish' and ${which}
    order by id
  `.execute(db)
  return rows
}

/** The place is with the purchaser, or with whom the purchaser named when ordering. */
const isOwn = sql`passed_on_at is null`

async function validAttendees(db: Db, where: RawBuilder<unknown>): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select ${attendeeColumns} from ${attendeeTables}
    where ${where} and a.status = 'publish' order by a.id
  `.execute(db)
  return rows
}

/** The places of an order that were neither given back nor passed on, with all columns. */
export const attendeesOfOrder = (db: Db, orderId: number): Promise<AttendeeRow[]> =>
  validAttendees(db, sql`a.order_id = ${orderId} and a.passed_on_at is null`)

/** Those of these attendees that are valid, oldest first, with all columns. */
export const attendeesWithIds = (db: Db, ids: readonly number[]): Promise<AttendeeRow[]> =>
  validAttendees(db, sql`a.id = any(${[...ids]}::bigint[])`)

/** A place of an order as its buyer sees it: of one that is passed on neither code nor holder (contract.md 7.11). */
export type PlaceOfOrder = {
  id: number
  event_id: number
  /** The attendee's name; of a place that is passed on the name that the buyer gave, or empty when it went on from there. */
  title: string
  /** The attendee's address; empty when staff stored none, and of a place that is passed on. */
  email: string
  ticket_id: number
  ticket_name: string
  /** Empty of a place that is passed on. */
  security_code: string
  door_code: string
  generation: number
  /** Since when it is with somebody else; null while it is with the buyer. */
  passed_on_at: Date | null
  /** The status of the place: its order's status, or its answer to the invitation. */
  order_status: string
  /** When somebody came in with it; of a place that is passed on nobody tells the buyer. */
  checked_in_at: Date | null
}

/** The places of an order that were not given back, those that do not admit included (`mayEnter`). */
export async function placesOfOrder(db: Db, orderId: number): Promise<PlaceOfOrder[]> {
  const { rows } = await sql<PlaceOfOrder>`
    select id, event_id, ticket_id, ticket_name, generation, order_status, passed_on_at,
      case when ${isOwn} then holder_name else passed_to end as title,
      case when ${isOwn} then holder_email else '' end as email,
      case when ${isOwn} then security_code else '' end as security_code,
      case when ${isOwn} then coalesce(dc.code, '') else '' end as door_code,
      case when ${isOwn} then checked_in_at end as checked_in_at
    from attendees left join door_codes dc on dc.attendee_id = attendees.id
    where order_id = ${orderId} and status = 'publish' order by id
  `.execute(db)
  return rows
}

/** A counter that differs from the rows it counts. */
export type AttendanceDifference = { ticket: number; counter: string; stored: number; real: number }

/**
 * Recounts every counter of attendees from the rows. Every row returned is a defect. It reads one snapshot,
 * so it may run at any time.
 */
export async function auditAttendance(db: Db): Promise<AttendanceDifference[]> {
  const { rows } = await sql<AttendanceDifference>`
    with by_status as (
      select ticket_id, order_status, count(*) as valid, count(checked_in_at) as inside,
        count(*) filter (where not opted_out and going is distinct from false
          and order_status in ('completed', 'yes')) as listed,
        count(*) filter (where going) as yes, count(*) filter (where not going) as no
      from attendees where status = 'publish' group by ticket_id, order_status
    ), real as (
      select ticket_id, sum(valid) as valid, sum(inside) as inside, sum(yes) as yes, sum(no) as no
      from by_status group by ticket_id
    ), counts as (
      select ticket_id as ticket, order_status as of,
        c.valid as stored_valid, r.valid, c.inside as stored_inside, r.inside,
        c.listed as stored_listed, r.listed
      from attendee_counts c full join by_status r using (ticket_id, order_status)
    ), compared as (
      select t.id as ticket, 'attendees' as counter, attendees_count as stored, valid as real
      from tickets t left join real on ticket_id = t.id
      union all select t.id, 'checked in', checked_in_count, inside
      from tickets t left join real on ticket_id = t.id
      union all select t.id, 'going', going_count, yes
      from tickets t left join real on ticket_id = t.id
      union all select t.id, 'not going', not_going_count, no
      from tickets t left join real on ticket_id = t.id
      union all select ticket, 'valid, ' || of, stored_valid, valid from counts
      union all select ticket, 'inside, ' || of, stored_inside, inside from counts
      union all select ticket, 'listed, ' || of, stored_listed, listed from counts
    )
    select ticket, counter, coalesce(stored, 0)::integer as stored, coalesce(real, 0)::integer as real
    from compared where coalesce(stored, 0) <> coalesce(real, 0)
    order by ticket, counter
  `.execute(db)
  return rows
}

/** Everything stored about the person with this address (lower case), as attendee or as purchaser. */
export async function attendeesOfPerson(db: Db, email: string) {
  const { rows } = await sql<{
    id: number
    event: string
    ticket: string
    order_id: number | null
    status: string
    holder_name: string
    holder_email: string
    purchaser_name: string
    purchaser_email: string
    created_at: Date
    checked_in_at: Date | null
    at_the_door: unknown
  }>`
    select a.id, e.title as event, a.ticket_name as ticket, a.order_id, a.order_status as status,
      case when lower(a.holder_email) = ${email} then a.holder_name else '' end as holder_name,
      case when lower(a.holder_email) = ${email} then a.holder_email else '' end as holder_email,
      case when lower(a.purchaser_email) = ${email} then a.purchaser_name else '' end
        as purchaser_name,
      case when lower(a.purchaser_email) = ${email} then a.purchaser_email else '' end
        as purchaser_email,
      a.created_at, a.checked_in_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', c.kind, 'at', c.at) order by c.id)
        from check_ins c where c.attendee_id = a.id and lower(a.holder_email) = ${email}
      ), '[]') as at_the_door
    from attendees a join events e on e.id = a.event_id
    where lower(a.holder_email) = ${email} or lower(a.purchaser_email) = ${email}
    order by a.id
  `.execute(db)
  return rows
}

/** The ids of all places of these orders, by order, those that were given back included. */
export async function placeIdsOfOrders(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ order_id: number; ids: number[] }>`
    select order_id, json_agg(id order by id) as ids from attendees
    where order_id = any(${[...orderIds]}::bigint[]) group by order_id
  `.execute(db)
  return new Map(rows.map(({ order_id: order, ids }) => [order, ids]))
}
