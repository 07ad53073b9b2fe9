import type { Tx } from '../../platform/db/database.ts'
import type { Totals } from '../pricing/rules.ts'
import { forgetOrderCoupon, keepOrderCoupons } from './store.limits.ts'

type OrderWithCoupon = { orderId: number; totals: Totals; counted?: boolean }

/**
 * Keeps with new orders what their limited coupons count for: refunds and the books share the discount by it. `counted` orders are
 * completed, and use its places. Other orders are skipped.
 */
export const keepWithOrders = (tx: Tx, orders: readonly OrderWithCoupon[]): Promise<void> =>
  keepOrderCoupons(
    tx,
    orders.flatMap(({ orderId, totals: { coupon }, counted = false }) =>
      coupon?.limited
        ? [
            {
              order_id: orderId,
              coupon_id: coupon.couponId,
              ticket_ids: coupon.limited.ticketIds,
              places: coupon.limited.places,
              counted,
            },
          ]
        : [],
    ),
  )

/** The same for an open order that has another coupon now, or none. */
export async function replaceWithOrder(tx: Tx, order: OrderWithCoupon): Promise<void> {
  await forgetOrderCoupon(tx, order.orderId)
  await keepWithOrders(tx, [order])
}
