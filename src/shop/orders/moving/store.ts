import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { movedOrdinal } from '../record/lookup.ts'
import type { MoveTerms } from './rules.ts'

export type NewPlaceMove = MoveTerms & {
  attendeeId: number
  eventId: number
  orderId: number | null
  fromTicketId: number
  toTicketId: number
  fromLineId: number | null
  toLineId: number | null
  beforeMinor: number
  priceMinor: number
  worthMinor: number
  feeMinor: number
  refundId: number | null
  reason: string
  userId: number | null
}

/** Writes a move once; its row is never changed. */
export async function insertPlaceMove(tx: Tx, move: NewPlaceMove): Promise<number> {
  const { id } = await tx
    .insertInto('place_moves')
    .values({
      attendee_id: move.attendeeId,
      event_id: move.eventId,
      order_id: move.orderId,
      from_ticket_id: move.fromTicketId,
      to_ticket_id: move.toTicketId,
      from_line_id: move.fromLineId,
      to_line_id: move.toLineId,
      before_minor: move.beforeMinor,
      price_minor: move.priceMinor,
      worth_minor: move.worthMinor,
      fee_minor: move.feeMinor,
      pricing: move.pricing,
      settle: move.settle,
      refund_id: move.refundId,
      reason: move.reason,
      user_id: move.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The ordinal of the next line that a move makes in a locked order. */
export async function nextMovedOrdinal(tx: Tx, orderId: number): Promise<number> {
  const { next } = await tx
    .selectFrom('order_lines')
    .select(sql<number>`greatest(max(ordinal) + 1, ${movedOrdinal}::int)`.as('next'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return next
}

/** The orders of these attendees. */
export async function ordersOfAttendees(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct order_id as id from attendees
    where id = any(${[...ids]}::bigint[]) and order_id is not null
  `.execute(tx)
  return rows.map(({ id }) => id)
}
