import { fail } from '../../../core/errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Giving } from '../../../ticketing/attendees/return-attendees.ts'
import { lockOrder } from '../record/store.ts'
import { settleFreePlaces } from './settle-refunds.ts'

/**
 * Gives back places of a completed order that cost nothing, for its buyer or for who holds a ticket that was passed on.
 * Places that somebody came in with stay (contract.md 26.9). Fails with `refund-not-possible` when the order cost something, or no
 * such place is left. Returns how many were given back.
 */
export async function giveBackPlaces(
  { db }: { db: Db },
  { orderId, giving }: { orderId: number; giving: Giving },
): Promise<number> {
  return transaction(db, async tx => {
    const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
    const isFree = order.total_minor === 0 && order.paid_minor === 0
    const isOpenToIt = order.status === 'completed' && isFree
    const places = isOpenToIt ? await settleFreePlaces(tx, order, giving) : 0
    return places > 0 ? places : fail('refund-not-possible')
  })
}
