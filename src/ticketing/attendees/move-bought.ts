import { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/facts/record.ts'
import { type SaleTicket, ticketsForSale } from '../tickets/lookup.ts'
import { priceNow } from '../tickets/rules.ts'
import { movePlace, wrongTarget } from './move-attendee.ts'
import { recount } from './recount.ts'
import { type EditableAttendee, lockForEdit, writeMoved } from './store.ts'

/** A locked place, and the ticket that it is to be moved to. Money in minor units. */
export type Movable = {
  place: EditableAttendee
  target: SaleTicket
  /** What the ticket costs now. */
  priceMinor: number
}

type PlaceChange = { attendeeId: number; ticketId: number; now: Date }

/**
 * A locked attendee with another ticket of the same event. Answers with the error when there is no such attendee or
 * ticket, or when the place cannot be exchanged for it whatever it costs.
 */
export async function findMovable(
  tx: Tx,
  { attendeeId, ticketId, now }: PlaceChange,
): Promise<Movable | AppError> {
  const place = await lockForEdit(tx, attendeeId)
  if (!place) return new AppError('invalid-attendee-id')
  const target = (await ticketsForSale(tx, [ticketId])).get(ticketId)
  const problem = wrongTarget(place, target)
  if (problem) return problem
  if (!target) throw new Error('A ticket that is missing is no target.')
  if (place.ticket_id === target.id) {
    return new AppError('attendee-move-not-allowed', {
      message: 'The place is of this ticket already.',
    })
  }
  return { place, target, priceMinor: priceNow(target, now) }
}

type Paid = { lineId: number | null; paidMinor: number }

/**
 * Moves a place to its new ticket and line: stock, counts, and what was paid for it. Code and check-in stay. Returns
 * false, with nothing changed, when the ticket is sold out.
 */
export async function moveBought(
  tx: Tx,
  { place, target }: Movable,
  { lineId, paidMinor }: Paid,
): Promise<boolean> {
  const { stock, pool_id, shared_pool_id } = place
  const was = { stock, pool_id, shared_pool_id }
  const isSamePool = pool_id === target.poolId && stock === 'taken'
  const now = isSamePool
    ? was
    : await movePlace(tx, was, { ticketId: target.id, occupies: stock === 'taken' })
  if (!now) return false
  await writeMoved(tx, place.id, {
    ...now,
    ticket_id: target.id,
    ticket_name: target.name,
    order_line_id: lineId,
    paid_minor: paidMinor,
  })
  await recount(tx, place, { ...place, ticket_id: target.id })
  const { id: attendee_id, generation } = place
  await record(tx, 'attendee.changed', { attendee_id, transferred: false, generation })
  return true
}
