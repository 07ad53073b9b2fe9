import { fail } from '../../../core/errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockOrder } from '../record/store.ts'
import { settleFreePlace } from './settle-refunds.ts'

/**
 * Gives back one place of a completed order that cost nothing, for its buyer (contract.md 26.9). Fails with
 * `refund-not-possible` when the order cost something, does not have the place any more, or somebody came in with it.
 */
export async function giveBackPlace(
  { db }: { db: Db },
  { orderId, attendeeId }: { orderId: number; attendeeId: number },
): Promise<void> {
  await transaction(db, async tx => {
    const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
    const isFree = order.total_minor === 0 && order.paid_minor === 0
    const isGiven =
      order.status === 'completed' && isFree && (await settleFreePlace(tx, order, attendeeId))
    if (!isGiven) fail('refund-not-possible')
  })
}
