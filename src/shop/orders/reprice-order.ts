import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { loadPricedCart } from '../cart/load-cart.ts'
import { lockCarts } from '../cart/lookup.ts'
import type { GatewayName } from '../payments/gateway.ts'
import { cancelPayment } from './cancel-payment.ts'
import { findOpenOrderOfCart } from './lookup.ts'
import { reserveOrder } from './reserve-order.ts'
import { startPayment } from './start-payment.ts'

/**
 * Brings a cart's open order and its payment to what the cart costs now, after a coupon came or went. A cart that costs
 * nothing any more gives its payment up, so that nobody can pay it. Does nothing without an open order.
 */
export async function repriceOrder(deps: Deps, cartId: number): Promise<void> {
  const order = await findOpenOrderOfCart(deps.db, cartId)
  const reference = order?.gateway_order_id
  if (!order || !reference) return
  const gateway = deps.gateways.find(order.gateway as GatewayName, reference)
  const [cart] = await transaction(deps.db, tx => lockCarts(tx, [cartId]))
  if (!gateway || !cart) return
  const pricing = { now: deps.clock.now(), currency: order.currency }
  const { totals } = await loadPricedCart(deps.db, cart, pricing)
  if (totals.totalMinor === 0) {
    const reason = 'The cart costs nothing now.'
    await cancelPayment(deps, order, { to: 'not-completed', reason, keepPlaces: true })
    return
  }
  const refusedAs = 'tickets_apply_coupon_error'
  const reserved = await reserveOrder(deps, cart, {
    cartId,
    purchaser: { name: order.purchaser_name, email: order.purchaser_email },
    userId: order.user_id,
    gateway: gateway.name,
    currency: order.currency,
    holdSeconds: deps.config.holdMinutes * 60,
    idempotency: undefined,
    refusedAs,
  })
  await startPayment(deps, { gateway, reserved, refusedAs })
}
