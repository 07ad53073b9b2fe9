import { fail } from '../../core/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../deps.ts'
import { type BatchRow, couponsOfBatch, findBatch, setStatus } from './store.batches.ts'
import { lockCouponRows } from './store.ts'

/**
 * Switches all codes of a batch on or off at once. Carts lose a code that is off at their next write, as with one coupon; orders
 * keep what it took off. Fails with `coupon-batch-not-found`.
 */
export function switchBatch(
  { db }: Pick<Deps, 'db'>,
  id: number,
  status: 'active' | 'inactive',
): Promise<BatchRow> {
  return transaction(db, async tx => {
    const ids = await couponsOfBatch(tx, id)
    await lockCouponRows(tx, ids)
    await setStatus(tx, ids, status)
    return (await findBatch(tx, id)) ?? fail('coupon-batch-not-found')
  })
}
