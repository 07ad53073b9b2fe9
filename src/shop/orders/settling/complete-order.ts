import type { Tx } from '../../../platform/db/database.ts'
import { sellHolds } from '../../../ticketing/inventory/sell-holds.ts'
import { takeUnits } from '../../../ticketing/inventory/take-units.ts'
import type { Cart } from '../../cart/lookup.ts'
import { returnCouponUses, useCoupons } from '../../coupons/use-coupon.ts'
import { failOrder, move, note } from '../record/end-order.ts'
import { finishOrders, type SoldLine } from '../record/finish-orders.ts'
import { listLines, type OrderRow } from '../record/lookup.ts'
import { insertRefund } from './store.ts'
import { isOpen } from '../record/rules.ts'
import { roundingLine, roundingParts } from '../../pricing/rules.ts'
import { closeOpenOrders, insertLines, lockCartOf, updateOrder } from '../record/store.ts'

/**
 * Completes a locked order whose payment came in: places sold, attendees made, once. Are the places gone, or was the
 * cart ordered in another way meanwhile, the money is promised back instead. Answers whether it is.
 */
export async function completeOrder(
  tx: Tx,
  unrounded: OrderRow,
  { cause, paidMinor }: { cause: string; paidMinor: number },
): Promise<boolean> {
  const order = await rounded(tx, unrounded, paidMinor)
  const cart = await lockCartOf(tx, order)
  if (cart?.state === 'ordered') {
    const reason = 'The cart had been ordered already when the payment arrived.'
    await giveBack(tx, order, { minor: order.total_minor, reason, cause })
    return false
  }
  const lines = await soldLines(tx, order.id)
  const uses =
    order.coupon_id === null ? [] : [{ cartId: order.cart_id ?? 0, couponId: order.coupon_id }]
  const spent = (await useCoupons(tx, uses)).includes('spent')
  const units = spent ? undefined : await sell(tx, cart, lines)
  if (!units) {
    if (!spent)
      await returnCouponUses(
        tx,
        uses.map(({ couponId }) => couponId),
      )
    const reason = spent
      ? 'The payment arrived after the last use of the coupon had gone to somebody else.'
      : 'The payment arrived after the places had been sold to somebody else.'
    await giveBack(tx, order, { minor: order.total_minor, reason, cause })
    return false
  }
  if (cart) await closeOpenOrders(tx, [cart.id], { except: order.id, note: `order ${order.id}` })
  await updateOrder(tx, order.id, {
    paid_minor: order.total_minor,
    failed_reason: null,
    stock: 'taken',
    coupon_use: uses.length > 0 ? 'used' : 'none',
  })
  await finishOrders(tx, [{ ...order, lines, units }])
  await move(tx, order, { to: 'completed', cause })
  return true
}

/**
 * What is booked is what came in. An order of a release before orders were rounded gets its rounding line now: its
 * gateway has moved what it can of the total (contract.md 8.20).
 */
async function rounded(tx: Tx, order: OrderRow, paidMinor: number): Promise<OrderRow> {
  const minor = paidMinor - order.total_minor
  if (minor === 0) return order
  const lines = await listLines(tx, [order.id])
  await insertLines(tx, [{ ...roundingLine(minor), ordinal: lines.length + 1, order_id: order.id }])
  const { feeMinor, discountMinor } = roundingParts(minor)
  const sums = {
    fees_minor: order.fees_minor + feeMinor,
    discount_minor: order.discount_minor + discountMinor,
    total_minor: paidMinor,
  }
  await updateOrder(tx, order.id, sums)
  return { ...order, ...sums }
}

/** A cart that was forgotten holds nothing; then the places are taken as they are free now. */
async function sell(tx: Tx, cart: Cart | undefined, lines: readonly SoldLine[]) {
  const wanted = lines
    .filter(line => line.going !== false)
    .map(line => ({ ticketId: line.ticket_id, quantity: line.quantity }))
  const [sold] = cart
    ? await sellHolds(tx, [{ cartId: cart.id, lines: wanted }])
    : [await takeUnits(tx, wanted)]
  return sold && sold.kind !== 'short' ? sold.units : undefined
}

type GivingBack = { minor: number; reason: string; cause: string }

/** Promises a payment back that nothing can be had for; the order ends and says why. `sendRefund` sends it. */
export async function giveBack(tx: Tx, order: OrderRow, { minor, reason, cause }: GivingBack) {
  await updateOrder(tx, order.id, { paid_minor: minor, failed_reason: reason })
  await insertRefund(tx, { orderId: order.id, amountMinor: minor, parts: [], reason })
  if (isOpen(order.status)) {
    await failOrder(tx, order, { to: 'not-completed', cause, note: reason })
  } else await note(tx, order, { text: reason, cause })
}

/** The ticket lines of an order, as attendees are made of them. */
async function soldLines(tx: Tx, orderId: number): Promise<SoldLine[]> {
  const lines = await listLines(tx, [orderId])
  return lines
    .filter(line => line.kind === 'ticket')
    .map(line => ({
      ...line,
      ticket_id: line.ticket_id ?? 0,
      event_id: line.event_id ?? 0,
      names: line.names as SoldLine['names'],
    }))
}
