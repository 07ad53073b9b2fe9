import { fail } from '../../../core/errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockOrder } from '../record/store.ts'
import { settleFreePlaces } from './settle-refunds.ts'

/**
 * Gives back the places of a completed order that cost nothing, or the named one of them, for its buyer. Places that
 * somebody came in with stay (contract.md 26.9). Fails with `refund-not-possible` when the order cost something, or no
 * such place is left.
 */
export async function giveBackPlaces(
  { db }: { db: Db },
  { orderId, attendeeId }: { orderId: number; attendeeId: number | undefined },
): Promise<void> {
  await transaction(db, async tx => {
    const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
    const isFree = order.total_minor === 0 && order.paid_minor === 0
    const isGiven =
      order.status === 'completed' && isFree && (await settleFreePlaces(tx, order, { attendeeId }))
    if (!isGiven) fail('refund-not-possible')
  })
}
