import { AppError, fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { loadPricedCart } from '../../cart/load-cart.ts'
import { lockCarts } from '../../cart/lookup.ts'
import { networkLimits } from '../../cart/network-limits.ts'
import { cancelPayment } from './cancel-payment.ts'
import { findOpenOrderOfCart, type OrderRow } from '../record/lookup.ts'
import { overtaken, startOrEnd, unknownPayment } from './open-payment.ts'
import { begunOtherwise, payableTotals, reserveOrder } from './reserve-order.ts'
import { isOpen } from '../record/rules.ts'
import { settleFromProvider } from './settle-from-provider.ts'
import { translated } from './start-payment.ts'

/**
 * Changes a cart's open order and its payment to the cart's present total, after a coupon was applied or removed.
 * When the cart costs nothing any more, its payment is ended, so that nobody can pay it. Does nothing without an open
 * order. Fails with `tickets_apply_coupon_error` when the order turns out to be paid.
 */
export async function repriceOrder(deps: Deps, cartId: number): Promise<void> {
  const open = await findOpenOrderOfCart(deps.db, cartId)
  // A payment made a moment ago completes its order at the price paid.
  const order = open && (await unlessPaid(deps, open))
  const reference = order?.gateway_order_id
  if (!order || !reference) return
  const gateway = deps.gateways.find(order.gateway, reference)
  const [cart] = await transaction(deps.db, tx => lockCarts(tx, [cartId]))
  if (!gateway || !cart) return
  const pricing = { now: deps.clock.now(), currency: order.currency }
  const { totals } = await loadPricedCart(deps.db, cart, pricing)
  if (payableTotals(gateway.name, totals).totalMinor === 0) {
    const reason = 'The cart costs nothing now that could be paid this way.'
    await cancelPayment(deps, order, { to: 'not-completed', reason, keepPlaces: true })
    return
  }
  const refusedAs = 'tickets_apply_coupon_error'
  const reserved = await reserveOrder(deps, cart, {
    cartId,
    found: undefined,
    placedBy: order.placed_by,
    purchaser: { name: order.purchaser_name, email: order.purchaser_email },
    userId: order.user_id,
    gateway: gateway.name,
    currency: order.currency,
    holdSeconds: deps.config.holdMinutes * 60,
    limits: networkLimits(deps.config),
    idempotency: undefined,
    refusedAs,
  })
  if (reserved === begunOtherwise) return overtaken()
  await startOrEnd(deps, { gateway, reserved, refusedAs })
}

/**
 * Fails with `tickets_apply_coupon_error` when the cart's open order turns out to be paid, or its payment is being
 * processed. Called before the coupon of a cart changes: a use that is given back meanwhile could go to somebody else,
 * and the payment would come too late for it.
 */
export async function demandUnpaid(deps: Deps, cartId: number): Promise<void> {
  const open = await findOpenOrderOfCart(deps.db, cartId)
  if (open) await unlessPaid(deps, open)
}

/**
 * Whether the cart's payment was made or is being processed, so that the cart's total cannot change any more. The next
 * order of the cart is then answered with that payment (contract.md 8.24).
 */
export async function isPaidFor(deps: Deps, cartId: number): Promise<boolean> {
  try {
    await demandUnpaid(deps, cartId)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'tickets_apply_coupon_error') return true
    throw error
  }
}

/** The order when it is still unpaid and open; undefined when it ended unpaid. Throws when it is paid. */
async function unlessPaid(deps: Deps, order: OrderRow): Promise<OrderRow | undefined> {
  const { gateway, gateway_order_id: reference } = order
  const settled = await settleFromProvider(deps, order, 'checkout').catch((error: unknown) => {
    throw translated(error, 'tickets_apply_coupon_error')
  })
  if (!settled) {
    const isUnknown = reference && deps.gateways.find(gateway, reference)
    if (!isUnknown) return order
    const reason = unknownPayment
    await cancelPayment(deps, order, { to: 'not-completed', reason, keepPlaces: true })
    return undefined
  }
  if (settled.status === 'completed') return tooLate('The cart was ordered already.')
  if (!isOpen(settled.status)) return undefined
  return settled.state.kind === 'processing'
    ? tooLate('The payment of this cart is being processed; its total cannot change any more.')
    : order
}

const tooLate = (message: string): never =>
  fail('tickets_apply_coupon_error', { message, data: { success: false } })
