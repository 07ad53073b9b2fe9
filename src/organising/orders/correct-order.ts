import { callerNow } from '../../access/callers/caller-now.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { readdressMails } from '../../messaging/outbox/readdress.ts'
import {
  correctPurchaser,
  type PurchaserCorrection,
} from '../../shop/orders/desk/correct-purchaser.ts'
import { demandAll } from '../../shop/orders/desk/find-part.ts'
import { partOf } from '../../shop/orders/desk/sight.ts'
import { listEveryLine } from '../../shop/orders/record/lookup.ts'
import type { Deps } from '../deps.ts'

/**
 * Corrects the purchaser of an order, on its places and in the mails that wait. Rights are read under the lock of the order.
 * Fails with `order-not-found` and, without `orders.write` at all its events, with `rest_forbidden`.
 */
export async function correctOrder(
  deps: Pick<Deps, 'db'>,
  orderId: number,
  { by, ...correction }: PurchaserCorrection & { by: Caller },
): Promise<void> {
  await transaction(deps.db, async tx => {
    const { before, after } = await correctPurchaser(tx, orderId, {
      ...correction,
      demand: async order => {
        const caller = await callerNow(tx, by)
        const part = partOf(order, await listEveryLine(tx, [orderId]), caller)
        demandAll(part ?? fail('order-not-found'), caller, 'orders.write')
      },
    })
    if (before.purchaser_email === after.purchaser_email) return
    await readdressMails(tx, orderId, { from: before.purchaser_email, to: after.purchaser_email })
  })
}
