import { fail } from '../../../core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockForReturn } from '../record/end-order.ts'
import { lockOrder } from '../record/store.ts'
import { planOf } from './plan-refund.ts'
import { settleFreeRefund, settleOwnRefund } from './settle-refunds.ts'
import { hasCome, insertRefund } from './store.ts'

export type Void = {
  orderId: number
  method: 'cash' | 'by_hand'
  reason: string
  userId: number | null
}

/**
 * Gives a sale of the desk back whole: its money by this method, and its places. The list of an open till bounds what can be
 * voided, so limits of refunds do not count. A sale with which somebody came in is not voided: nobody lets guests in and keeps their
 * money (contract.md 39.5). Fails with `order-not-found`, `order-move-not-allowed` or `refund-not-possible`.
 */
export async function voidSale(
  tx: Tx,
  { orderId, method, reason, userId }: Void,
): Promise<{ refundId: number | undefined; amountMinor: number }> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
  const wanted = { kind: 'whole' as const, fees: 'refund' as const, endsPlaces: true }
  const { amountMinor, parts } = await planOf(tx, order, wanted)
  await lockForReturn(tx, order)
  if (await hasCome(tx, orderId)) {
    const message =
      'Somebody came in with this sale, so no till voids it. Give it back at its order; nothing was done.'
    fail('order-move-not-allowed', { message })
  }
  if (amountMinor === 0) {
    await settleFreeRefund(tx, order, { parts })
    return { refundId: undefined, amountMinor }
  }
  const refundId = await insertRefund(tx, { orderId, amountMinor, parts, reason, userId, method })
  await settleOwnRefund(tx, order, refundId)
  return { refundId, amountMinor }
}
