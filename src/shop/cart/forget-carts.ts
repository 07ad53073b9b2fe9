import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { releaseHolds } from '../../ticketing/inventory/release-holds.ts'
import { releaseCouponHolds } from '../coupons/use-coupon.ts'
import { bindAnswersOfCarts } from '../questions/cart-answers.ts'
import { deleteCarts, lockForgottenCarts } from './store.ts'

/**
 * Deletes carts that were not used for a day, with what they still hold, except carts being paid for. Orders
 * have a copy of everything they need. Returns how many were deleted.
 */
export async function forgetCarts(db: Db): Promise<number> {
  let forgotten = 0
  for (;;) {
    const some = await transaction(db, async tx => {
      const ids = await lockForgottenCarts(tx)
      await releaseCouponHolds(tx, ids)
      await releaseHolds(tx, ids)
      await bindAnswersOfCarts(tx, ids)
      await deleteCarts(tx, ids)
      return ids.length
    })
    forgotten += some
    if (some === 0) return forgotten
  }
}
