import type { Db } from '../../../platform/db/database.ts'

/** What is read of a move. */
export const columnsOfMoves = [
  'place_moves.id',
  'place_moves.order_id',
  'attendee_id',
  'place_moves.event_id',
  'from_ticket_id',
  'to_ticket_id',
  'from_line_id',
  'to_line_id',
  'before_minor',
  'price_minor',
  'worth_minor',
  'fee_minor',
  'pricing',
  'settle',
  'refund_id',
  'place_moves.reason',
  'at',
] as const

/** The moves of an order's places to other tickets, oldest first (contract.md 31.6). Money in minor units. */
export const listPlaceMoves = (db: Db, orderId: number) =>
  db
    .selectFrom('place_moves')
    .select(columnsOfMoves)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

export type PlaceMove = Awaited<ReturnType<typeof listPlaceMoves>>[number]

/** A move with the currency of its money and what its refund gives back, in minor units. */
export async function findPlaceMove(db: Db, id: number) {
  const row = await db
    .selectFrom('place_moves')
    .innerJoin('attendees', 'attendees.id', 'place_moves.attendee_id')
    .leftJoin('refunds', 'refunds.id', 'place_moves.refund_id')
    .select(columnsOfMoves)
    .select(['attendees.currency', 'refunds.amount_minor'])
    .where('place_moves.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, refund_minor: row.amount_minor ?? 0 }
}
