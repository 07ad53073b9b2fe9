import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { deleteCouponRow, lockUsersOf, rememberLostCoupon, updateCoupon } from './store.ts'

/**
 * Deletes a coupon. Carts lose it, and cannot be ordered until their buyers have seen that (contract.md
 * 8.2b); orders keep their discount. The coupon is switched off first, so that no further cart takes it while
 * the carts that have it are locked: carts come before coupons in the order of locks. Fails with
 * `tickets_coupon_not_found`.
 */
export async function deleteCoupon({ db }: Pick<Deps, 'db'>, id: number): Promise<void> {
  await transaction(db, tx => updateCoupon(tx, id, { status: 'inactive' }))
  const deleted = await transaction(db, async tx => {
    await lockUsersOf(tx, id)
    await rememberLostCoupon(tx, id)
    return deleteCouponRow(tx, id)
  })
  if (!deleted) fail('tickets_coupon_not_found')
}
