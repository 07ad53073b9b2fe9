import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A batch as its page shows it; `left` of its places are valid, and `inside` of those came in. Minor units. */
export type BatchRow = {
  id: number
  event_id: number
  ticket_id: number
  ticket: string
  place: string
  places: number
  left: number
  inside: number
  status: string
  currency: string
  total_minor: number
  pay_by: string | null
  reason: string | null
  at: Date
}

export type NewBatch = {
  orderId: number
  eventId: number
  ticketId: number
  places: number
  userId: number | null
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tx
    .insertInto('desk_batches')
    .values({
      order_id: batch.orderId,
      event_id: batch.eventId,
      ticket_id: batch.ticketId,
      places: batch.places,
      user_id: batch.userId,
    })
    .execute()
}

const selectBatches = sql`
  select b.order_id as id, b.event_id, b.ticket_id, b.places, b.at, o.purchaser_name as place, o.status, o.currency, o.total_minor,
    coalesce((select l.name from order_lines l where l.order_id = b.order_id and l.kind = 'ticket' order by l.ordinal limit 1), '')
      as ticket,
    p.pay_by::text as pay_by, c.reason, a.left, a.inside
  from desk_batches b join orders o on o.id = b.order_id
  left join awaited_payments p on p.order_id = b.order_id
  left join comps c on c.order_id = b.order_id
  cross join lateral (select count(*)::int as left, count(checked_in_at)::int as inside
    from attendees where order_id = b.order_id and status = 'publish') a`

export async function findBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`${selectBatches} where b.order_id = ${id}`.execute(db)
  return rows[0]
}

/** The batches of an event, the latest first. */
export async function listBatches(db: Db, eventId: number, limit: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    ${selectBatches} where b.event_id = ${eventId} order by b.order_id desc limit ${limit}
  `.execute(db)
  return rows
}

/** A place of a batch with its codes; `is_out` while it did not come back. */
export type BatchPlace = {
  id: number
  is_out: boolean
  is_inside: boolean
  generation: number
  security_code: string
  door_code: string
}

export async function placesOfBatch(db: Db, id: number): Promise<BatchPlace[]> {
  const { rows } = await sql<BatchPlace>`
    select a.id, a.status = 'publish' as is_out, a.checked_in_at is not null as is_inside, a.generation, a.security_code,
      coalesce(d.code, '') as door_code
    from attendees a left join door_codes d on d.attendee_id = a.id where a.order_id = ${id} order by a.id
  `.execute(db)
  return rows
}
