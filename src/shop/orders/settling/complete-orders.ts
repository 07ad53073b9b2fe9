import type { Tx } from '../../../platform/db/database.ts'
import { recordAll } from '../../../platform/facts/record.ts'
import { setOrderStatus } from '../../../ticketing/attendees/set-order-status.ts'
import type { LastingHold, Unit } from '../../../ticketing/inventory/rules.ts'
import { planSale, type SalePlan } from '../../../ticketing/inventory/sell-holds.ts'
import { takeUnitsOfMany } from '../../../ticketing/inventory/take-units.ts'
import type { Cart } from '../../cart/lookup.ts'
import {
  countPlaces,
  releaseCouponHolds,
  returnCouponUses,
  useCoupons,
} from '../../coupons/use-coupon.ts'
import { couponLine } from '../../coupons/lookup.ts'
import { roundingLine, roundingParts } from '../../pricing/rules.ts'
import { failOrder, moveAll, note } from '../record/end-order.ts'
import { factOf, finishOrders, type OrderAttendee, type SoldLine } from '../record/finish-orders.ts'
import type { LineRow, OrderRow } from '../record/lookup.ts'
import { hasAttendees, isOpen, lateReasons } from '../record/rules.ts'
import { closeOpenOrders, insertLines, updateOrder } from '../record/store.ts'
import { insertRefund } from './store.ts'

/** A payment received for an order. The order and its cart are locked. */
export type PaidOrder = {
  order: OrderRow
  /** Undefined when the cart was deleted. */
  cart: Cart | undefined
  lines: readonly LineRow[]
  /** The amount received, in minor units. */
  paidMinor: number
  /** What of it went back at the provider before it was settled. */
  backMinor: number
  /** Where the report came from. */
  cause: string
}

/** An order being completed; `impossible` says why its money must be refunded. */
type Completion = PaidOrder & { impossible?: string; units?: readonly Unit[] }

/**
 * Completes orders whose payments were received: places sold and attendees made, once. No two orders are of one cart.
 * When the places are gone, or the cart was ordered in another way meanwhile, a refund is promised instead. The
 * number of statements is constant. `lasting` are the holds of their carts (`planSale`). Returns the attendees by order;
 * an order that did not complete has none.
 */
export async function completeOrders(
  tx: Tx,
  payments: readonly PaidOrder[],
  lasting: readonly LastingHold[],
): Promise<Map<number, OrderAttendee[]>> {
  const brought = payments.filter(({ order }) => hasAttendees(order))
  const all: Completion[] = []
  for (const payment of payments) {
    if (!hasAttendees(payment.order)) all.push(await rounded(tx, payment))
  }
  for (const each of all) if (each.cart?.state === 'ordered') each.impossible = lateReasons.ordered
  await useTheirCoupons(tx, all.filter(isPossible))
  const sell = await sellAll(tx, all.filter(isPossible), lasting)
  await countPlaces(
    tx,
    all.filter(isPossible).flatMap(({ order }) => (order.coupon_id === null ? [] : order.id)),
  )
  const made = await writeCompleted(tx, all.filter(isPossible), sell)
  for (const { order, impossible: reason, cause, backMinor } of all) {
    if (reason) await giveBack(tx, order, { minor: order.total_minor, backMinor, reason, cause })
  }
  for (const payment of brought) await completeBrought(tx, await rounded(tx, payment))
  return made
}

/** An order that another system took has its attendees, whose places are taken: from now on they are let in. */
async function completeBrought(tx: Tx, { order, lines, cause }: Completion) {
  await moveAll(tx, [{ order, moving: completionOf(order, cause) }])
  await setOrderStatus(tx, order.id, 'completed')
  const payload = factOf({ id: order.id, lines: soldLines(lines) })
  await recordAll(tx, [{ name: 'order.completed', payload }])
}

const completionOf = (order: OrderRow, cause: string) => ({
  to: 'completed' as const,
  cause,
  stock: 'taken' as const,
  paid: {
    minor: order.total_minor,
    couponUse: order.coupon_id === null ? ('none' as const) : ('used' as const),
  },
})

const isPossible = ({ impossible }: Completion) => impossible === undefined

/**
 * The amount received is recorded. An order by an earlier release, which did not round, gets its rounding line now,
 * because its gateway charged the rounded total (contract.md 8.20).
 */
async function rounded(tx: Tx, payment: PaidOrder): Promise<Completion> {
  const { order, lines, paidMinor } = payment
  const minor = paidMinor - order.total_minor
  if (minor === 0) return { ...payment }
  await insertLines(tx, [{ ...roundingLine(minor), ordinal: lines.length + 1, order_id: order.id }])
  const { feeMinor, discountMinor } = roundingParts(minor)
  const sums = {
    fees_minor: order.fees_minor + feeMinor,
    discount_minor: order.discount_minor + discountMinor,
    total_minor: paidMinor,
  }
  await updateOrder(tx, order.id, sums)
  return { ...payment, order: { ...order, ...sums } }
}

async function useTheirCoupons(tx: Tx, completing: readonly Completion[]) {
  const using = completing.filter(({ order }) => order.coupon_id !== null)
  const uses = using.map(({ order, lines }) => ({
    // No two orders may seem to be of one cart, which uses a coupon once.
    cartId: order.cart_id ?? -order.id,
    couponId: order.coupon_id ?? 0,
    lines: soldLines(lines).map(couponLine),
  }))
  const answers = await useCoupons(tx, uses)
  await releaseCouponHolds(tx, completing.flatMap(unusedHold))
  for (const [at, each] of using.entries()) {
    if (answers[at] === 'spent') each.impossible = lateReasons.couponSpent
  }
}

/** The cart whose coupon does not count in the order, because it was applied after the order was made. */
const unusedHold = ({ order, cart }: Completion) =>
  order.coupon_id === null && cart && cart.coupon_id !== null ? cart.id : []

/**
 * Decides which orders have their places, and returns the function that writes the stock. A deleted cart holds nothing,
 * so free places are taken, at once.
 */
async function sellAll(
  tx: Tx,
  completing: readonly Completion[],
  lasting: readonly LastingHold[],
): Promise<() => Promise<void>> {
  const held = completing.flatMap(each =>
    each.cart ? [{ each, cartId: each.cart.id, lines: placesOf(each) }] : [],
  )
  const forgotten = completing.filter(({ cart }) => cart === undefined)
  // These are written before the others are decided, which read the stock as written.
  const taken = forgotten.length === 0 ? [] : await takeUnitsOfMany(tx, forgotten.map(placesOf))
  const sold = held.length === 0 ? nothingSold : await planSale(tx, held, lasting)
  const sellers = [...forgotten, ...held.map(({ each }) => each)]
  for (const [at, answer] of [...taken, ...sold.results].entries()) {
    const each = sellers[at]
    if (!each) continue
    if (answer.kind === 'sold') each.units = answer.units
    else each.impossible = lateReasons.sold
  }
  const short = completing.filter(each => !isPossible(each))
  await returnCouponUses(
    tx,
    short.flatMap(({ order }) => order.coupon_id ?? []),
  )
  return sold.write
}

const nothingSold: SalePlan = { results: [], write: async () => {} }

const placesOf = ({ lines }: Completion) =>
  soldLines(lines)
    .filter(line => line.going !== false)
    .map(line => ({ ticketId: line.ticket_id, quantity: line.quantity }))

async function writeCompleted(tx: Tx, completed: readonly Completion[], sell: () => Promise<void>) {
  const late = completed.filter(({ order }) => !isOpen(order.status))
  const [, , attendees] = await Promise.all([
    // A cart has at most one open order. After an order has failed, another one may have been made of its cart.
    closeOthers(tx, late),
    moveAll(
      tx,
      completed.map(({ order, cause }) => ({ order, moving: completionOf(order, cause) })),
    ),
    finishOrders(
      tx,
      completed.map(({ order, lines, units = [] }) => ({
        lines: soldLines(lines),
        units,
        ...order,
      })),
      sell,
    ),
  ])
  const ofOrder = new Map(completed.map(({ order }) => [order.id, [] as OrderAttendee[]]))
  for (const attendee of attendees) ofOrder.get(attendee.order_id)?.push(attendee)
  return ofOrder
}

async function closeOthers(tx: Tx, late: readonly Completion[]) {
  for (const { order, cart } of late) {
    if (cart) await closeOpenOrders(tx, [cart.id], { except: order.id, note: `order ${order.id}` })
  }
}

type GiveBack = { minor: number; backMinor: number; reason: string; cause: string }

/**
 * Promises to refund a payment for which there are no places; the order ends and says why. `sendRefund` sends it.
 */
export async function giveBack(
  tx: Tx,
  order: OrderRow,
  { minor, backMinor, reason, cause }: GiveBack,
) {
  await updateOrder(tx, order.id, { paid_minor: minor, failed_reason: reason })
  const amountMinor = minor - backMinor
  await insertRefund(tx, { orderId: order.id, amountMinor, parts: [], reason, userId: null })
  if (isOpen(order.status)) {
    await failOrder(tx, order, { to: 'not-completed', cause, note: reason })
  } else await note(tx, order, { text: reason, cause })
}

/** The ticket lines of an order, in the form from which attendees are made. */
const soldLines = (lines: readonly LineRow[]): SoldLine[] =>
  lines
    .filter(line => line.kind === 'ticket')
    .map(line => ({
      ...line,
      ticket_id: line.ticket_id ?? 0,
      event_id: line.event_id ?? 0,
      names: line.names as SoldLine['names'],
    }))
