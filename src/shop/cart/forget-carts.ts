import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { releaseHolds } from '../../ticketing/inventory/release-holds.ts'
import { releaseCouponHolds } from '../coupons/use-coupon.ts'
import { deleteCarts, lockForgottenCarts } from './store.ts'

/**
 * Deletes carts that nobody touched for a day, with what they still hold; carts that are being paid for stay. Orders
 * keep everything they took from their cart. Answers how many went.
 */
export async function forgetCarts(db: Db): Promise<number> {
  let forgotten = 0
  for (;;) {
    const some = await transaction(db, async tx => {
      const ids = await lockForgottenCarts(tx)
      await releaseCouponHolds(tx, ids)
      await releaseHolds(tx, ids)
      await deleteCarts(tx, ids)
      return ids.length
    })
    forgotten += some
    if (some === 0) return forgotten
  }
}
