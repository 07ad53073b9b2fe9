import { AppError, type ErrorCode, fail } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { record } from '../../../platform/facts/record.ts'
import { type KeyRow, noteMade } from '../../../platform/idempotency/store.ts'
import { type LaneKind, type Refused, refused } from '../../../ticketing/inventory/lanes.ts'
import { loadPricedCart, type PricedCart } from '../../cart/load-cart.ts'
import { type Cart, lockCarts, locksForCarts } from '../../cart/lookup.ts'
import type { NetworkLimits } from '../../cart/network-limits.ts'
import { type Started, startPaying } from '../../cart/start-paying.ts'
import { payableBy, stepOf } from '../../payments/amounts.ts'
import { orderLines, roundedTo, roundingParts, type Totals } from '../../pricing/rules.ts'
import { cartProblem, couponLost, insufficientStock, totalProblem } from '../record/orderable.ts'
import {
  findOpenOrderOfCart,
  findOrder,
  type LineRow,
  listLines,
  type OrderRow,
} from '../record/lookup.ts'
import {
  insertLines,
  insertOrders,
  type NewOrder,
  replaceLines,
  stockTime,
  takeRecordIds,
  updateOrder,
} from '../record/store.ts'

export type ReserveRequest = {
  cartId: number
  purchaser: { name: string; email: string }
  userId: number | null
  gateway: 'card' | 'wallet' | 'sandbox'
  currency: string
  /** The total that the buyer was shown, as a decimal; another one is refused. */
  expectedTotal?: string | undefined
  /** How long places that had expired are held again, at the least. */
  holdSeconds: number
  /** What the cart's network may hold when they are taken again. */
  limits: NetworkLimits | undefined
  idempotency: KeyRow | undefined
  /** The code with which a cart that costs nothing is refused. */
  refusedAs: ErrorCode
}

/** `changed`: it was open before and is now of other lines or another amount. */
export type Reserved = { order: OrderRow; changed: boolean }

/**
 * The cart is being paid at another gateway or in another currency, begun at the same moment. That order is left alone: it
 * has to be ended at its provider first.
 */
export const begunOtherwise = 'begun otherwise'
type BegunOtherwise = typeof begunOtherwise

/**
 * Makes the order that a payment is started for, or brings the cart's open order up to date: one open order per cart.
 * The cart's places are held for the payment; if they had expired they are taken again. What the gateway cannot move of
 * the cart's total is a rounding line of the order. Fails with `tec-tc-empty-cart`,
 * `tec-tc-insufficient-stock`, `too-many-holds`, `tickets_apply_coupon_error` or `attendee-names-missing`.
 */
export function reserveOrder(
  { lanes }: Pick<Deps, 'lanes'>,
  cart: Cart,
  request: ReserveRequest,
): Promise<Reserved | BegunOtherwise> {
  return lanes.run(
    cart.lines.map(line => line.event_id),
    reserveKind,
    request,
  )
}

const reserveKind: LaneKind<ReserveRequest, Reserved | BegunOtherwise> = {
  name: 'reserve-order',
  ...locksForCarts<ReserveRequest>(async (_, requests) => requests.map(({ cartId }) => cartId)),
  oneByOne: true,
  settle: async (tx, requests) => {
    const results: (Reserved | BegunOtherwise | Refused)[] = []
    for (const request of requests) results.push(await reserveOne(tx, request))
    return results
  },
}

async function reserveOne(tx: Tx, request: ReserveRequest) {
  const [cart] = await lockCarts(tx, [request.cartId])
  const now = await stockTime(tx)
  const priced = cart && (await loadPricedCart(tx, cart, { now, currency: request.currency }))
  const problem = cartProblem(cart, priced)
  if (problem === 'empty' || !cart || !priced) return refused(new AppError('tec-tc-empty-cart'))
  if (problem) return refused(problem)
  const totals = payableTotals(request.gateway, priced.totals)
  const otherTotal = totalProblem(priced, request.expectedTotal, totals)
  if (otherTotal) return refused(otherTotal)
  if (totals.totalMinor === 0) return refused(nothingToPay(request, priced.totals))
  const open = await findOpenOrderOfCart(tx, cart.id)
  if (isBegunOtherwise(open, request)) return begunOtherwise
  const paying = await startPaying(tx, priced, request)
  if (paying.kind !== 'held') return refused(notHeld(paying, priced))
  const reserved = open
    ? await renew(tx, open, { request, totals })
    : await create(tx, { request, priced, totals })
  if (request.idempotency) await noteMade(tx, request.idempotency, { order_id: reserved.order.id })
  return reserved
}

const isBegunOtherwise = (open: OrderRow | undefined, request: ReserveRequest) =>
  open !== undefined && (open.gateway !== request.gateway || open.currency !== request.currency)

/** Why a cart cannot be paid for: what it needs could not be held for the payment. */
function notHeld(paying: Exclude<Started, { kind: 'held' }>, { coupon }: PricedCart): AppError {
  if (paying.kind === 'short') return insufficientStock(paying.shortages)
  return paying.kind === 'too-many' ? paying.refusal : couponLost(coupon)
}

/** What the cart costs, moved to what the gateway can move: the order's own total. */
export function payableTotals(gateway: string, totals: Totals): Totals {
  const { totalMinor: minor, currency } = totals
  return roundedTo(totals, payableBy(gateway, { minor, currency }).minor)
}

function nothingToPay({ refusedAs, gateway }: ReserveRequest, { totalMinor, currency }: Totals) {
  const amount = (minor: number) => `${formatDecimal({ minor, currency })} ${currency}`
  const message =
    totalMinor === 0
      ? 'This cart costs nothing; order it as a free order.'
      : `${amount(totalMinor)} cannot be paid this way: the least it moves is ${amount(stepOf(gateway, currency))}.`
  return new AppError(refusedAs, { message })
}

function moneyOf(totals: Totals) {
  const rounding = roundingParts(totals.roundingMinor)
  return {
    subtotal_minor: totals.subtotalMinor,
    fees_minor: totals.feesMinor + rounding.feeMinor,
    discount_minor: totals.discountMinor + rounding.discountMinor,
    total_minor: totals.totalMinor,
    coupon_id: totals.coupon?.couponId ?? null,
    coupon_use: totals.coupon ? ('held' as const) : ('none' as const),
  }
}

const purchaserOf = ({ purchaser }: ReserveRequest) => ({
  purchaser_name: purchaser.name,
  purchaser_email: purchaser.email,
})

type Making = { request: ReserveRequest; priced: PricedCart; totals: Totals }

async function create(tx: Tx, { request, priced, totals }: Making): Promise<Reserved> {
  const [id = 0] = await takeRecordIds(tx, 1)
  const events = [...new Set(priced.lines.map(line => line.event_id))]
  const order: NewOrder = {
    id,
    cart_id: request.cartId,
    event_id: events.length === 1 ? (events[0] ?? null) : null,
    gateway: request.gateway,
    gateway_order_id: null,
    status: 'created',
    currency: totals.currency,
    ...moneyOf(totals),
    ...purchaserOf(request),
    stock: 'held',
    user_id: request.userId,
  }
  await insertOrders(tx, [order], 'checkout')
  await insertLines(
    tx,
    orderLines(totals).map(line => ({ ...line, order_id: id })),
  )
  await record(tx, 'order.created', { order_id: id })
  return { order: (await findOrder(tx, id)) ?? fail('order-not-found'), changed: false }
}

/** What the provider was told of the lines of an order. */
const told = (lines: readonly Pick<LineRow, 'kind' | 'name' | 'quantity' | 'unit_minor'>[]) =>
  JSON.stringify(lines.map(line => [line.kind, line.name, line.quantity, line.unit_minor]))

type Renewal = { request: ReserveRequest; totals: Totals }

async function renew(tx: Tx, open: OrderRow, { request, totals }: Renewal): Promise<Reserved> {
  const money = moneyOf(totals)
  const lines = orderLines(totals)
  const was = await listLines(tx, [open.id])
  const changed = money.total_minor !== open.total_minor || told(lines) !== told(was)
  await updateOrder(tx, open.id, { ...money, ...purchaserOf(request) })
  await replaceLines(
    tx,
    open.id,
    lines.map(line => ({ ...line, order_id: open.id })),
  )
  return { order: (await findOrder(tx, open.id)) ?? fail('order-not-found'), changed }
}
