import { AppError, type ErrorCode, fail } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { recordAll } from '../../../platform/facts/record.ts'
import { type KeyRow, noteMade } from '../../../platform/idempotency/store.ts'
import { type LaneKind, type Refused, refused } from '../../../ticketing/inventory/lanes.ts'
import { loadPricedCarts, type PricedCart } from '../../cart/load-cart.ts'
import { type Cart, lockCarts, locksForCarts } from '../../cart/lookup.ts'
import type { NetworkLimits } from '../../cart/network-limits.ts'
import { type Started, startPaying } from '../../cart/start-paying.ts'
import { payableBy, stepOf } from '../../payments/amounts.ts'
import {
  type OrderLine,
  orderLines,
  roundedTo,
  roundingParts,
  type Totals,
} from '../../pricing/rules.ts'
import { cartProblem, couponLost, insufficientStock, totalProblem } from '../record/orderable.ts'
import {
  findOrder,
  type LineRow,
  listLines,
  listOpenOrders,
  listOrders,
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
  /** The buyer's language, where it is known. */
  locale?: string | null
  /** Which text of the terms was accepted. */
  terms?: string | null
  gateway: 'card' | 'wallet' | 'sandbox'
  currency: string
  /** The total that the buyer was shown, as a decimal; another one is refused. */
  expectedTotal?: string | undefined
  /** Expired places that are taken again are held at least this long. */
  holdSeconds: number
  /** The network's limits on what it may hold, checked when expired places are taken again. */
  limits: NetworkLimits | undefined
  idempotency: KeyRow | undefined
  /** The error code for a cart that costs nothing. */
  refusedAs: ErrorCode
}

/** `changed`: it was open before and now has other lines or another amount. */
export type Reserved = { order: OrderRow; lines: readonly OrderLine[]; changed: boolean }

/**
 * A simultaneous request began paying the cart at another gateway or in another currency. That order is left
 * unchanged here, because it must be ended at its provider first.
 */
export const begunOtherwise = 'begun otherwise'
type BegunOtherwise = typeof begunOtherwise

/**
 * Makes the order for a payment, or updates the cart's open order: a cart has at most one. The cart's places are held
 * for the payment, and taken again if they had expired. The part of the total that the gateway cannot charge becomes
 * a rounding line. Fails with `tec-tc-empty-cart`, `tec-tc-insufficient-stock`, `too-many-holds`,
 * `tickets_apply_coupon_error` or `attendee-names-missing`.
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
    const results = new Map<ReserveRequest, Reservation>()
    let rest = requests
    while (rest.length > 0) {
      await settleRound(tx, firstOfEachCart(rest), results)
      rest = rest.filter(request => !results.has(request))
    }
    return requests.flatMap(request => results.get(request) ?? [])
  },
}

type Reservation = Reserved | BegunOtherwise | Refused

/**
 * Of two requests for one cart, the second starts from the result of the first. All requests of a round are priced in
 * one currency.
 */
function firstOfEachCart(requests: readonly ReserveRequest[]): ReserveRequest[] {
  const [first] = requests
  const seen = new Set<number>()
  return requests.filter(({ cartId, currency }) => {
    if (seen.has(cartId) || currency !== first?.currency) return false
    seen.add(cartId)
    return true
  })
}

/** A request whose cart can be paid for, apart from its stock. */
type Candidate = {
  request: ReserveRequest
  priced: PricedCart
  totals: Totals
  open: OrderRow | undefined
}

/** The number of statements is constant for all new orders; open orders are updated one at a time. */
async function settleRound(
  tx: Tx,
  round: readonly ReserveRequest[],
  results: Map<ReserveRequest, Reservation>,
) {
  const { candidates, ids } = await priceAll(tx, round, results)
  const started = await startPaying(
    tx,
    candidates.map(({ request, priced }) => ({ priced, ...request })),
  )
  const ready = candidates.filter((candidate, at) => {
    const start = started[at]
    if (start?.kind === 'held') return true
    if (start) results.set(candidate.request, refused(notHeld(start, candidate.priced)))
    return false
  })
  const created = await createAll(tx, ready.filter(isNew), ids)
  for (const candidate of ready) {
    const { request, open } = candidate
    const reserved = open ? await renew(tx, open, candidate) : created.get(request)
    if (!reserved) continue
    if (request.idempotency) {
      await noteMade(tx, request.idempotency, { order_id: reserved.order.id })
    }
    results.set(request, reserved)
  }
}

const isNew = ({ open }: Candidate) => open === undefined

async function priceAll(
  tx: Tx,
  round: readonly ReserveRequest[],
  results: Map<ReserveRequest, Reservation>,
) {
  const cartIds = round.map(({ cartId }) => cartId)
  const [carts, now, orders, ids] = await Promise.all([
    lockCarts(tx, cartIds),
    stockTime(tx),
    listOpenOrders(tx, cartIds),
    takeRecordIds(tx, round.length),
  ])
  const [first] = round
  const loaded = await loadPricedCarts(tx, carts, { now, currency: first?.currency ?? '' })
  const pricedOf = new Map(loaded.map(priced => [priced.cart.id, priced]))
  const orderOf = new Map(orders.map(order => [order.cart_id, order]))
  const candidates = round.flatMap((request): Candidate[] => {
    const found = candidateOf(request, pricedOf.get(request.cartId), orderOf.get(request.cartId))
    if ('request' in found) return [found]
    results.set(request, found instanceof AppError ? refused(found) : begunOtherwise)
    return []
  })
  return { candidates, ids }
}

function candidateOf(
  request: ReserveRequest,
  priced: PricedCart | undefined,
  open: OrderRow | undefined,
): Candidate | AppError | { otherwise: OrderRow } {
  const problem = cartProblem(priced?.cart, priced)
  if (problem === 'empty' || !priced) return new AppError('tec-tc-empty-cart')
  if (problem) return problem
  const totals = payableTotals(request.gateway, priced.totals)
  const otherTotal = totalProblem(priced, request.expectedTotal, totals)
  if (otherTotal) return otherTotal
  if (totals.totalMinor === 0) return nothingToPay(request, priced.totals)
  if (open && (open.gateway !== request.gateway || open.currency !== request.currency)) {
    return { otherwise: open }
  }
  return { request, priced, totals, open }
}

/** Why a cart cannot be paid for: its places or its coupon could not be held. */
function notHeld(paying: Exclude<Started, { kind: 'held' }>, { coupon }: PricedCart): AppError {
  if (paying.kind === 'short') return insufficientStock(paying.shortages)
  return paying.kind === 'too-many' ? paying.refusal : couponLost(coupon)
}

/** The order's total: the cart's total, rounded to what the gateway can charge. */
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

async function createAll(tx: Tx, candidates: readonly Candidate[], ids: readonly number[]) {
  const drafts = candidates.map((candidate, at) => ({
    request: candidate.request,
    order: newOrder(candidate, ids[at] ?? 0),
    lines: orderLines(candidate.totals),
  }))
  if (drafts.length === 0) return new Map<ReserveRequest, Reserved>()
  const [, , , rows] = await Promise.all([
    insertOrders(
      tx,
      drafts.map(({ order }) => order),
      'checkout',
    ),
    insertLines(
      tx,
      drafts.flatMap(({ order, lines }) => lines.map(line => ({ order_id: order.id, ...line }))),
    ),
    recordAll(
      tx,
      drafts.map(({ order }) => ({ name: 'order.created', payload: { order_id: order.id } })),
    ),
    listOrders(
      tx,
      drafts.map(({ order }) => order.id),
    ),
  ])
  const orders = new Map(rows.map(order => [order.id, order]))
  return new Map(
    drafts.flatMap(({ request, order: { id }, lines }) => {
      const order = orders.get(id)
      return order ? [[request, { order, lines, changed: false }] as const] : []
    }),
  )
}

function newOrder({ request, priced, totals }: Candidate, id: number): NewOrder {
  const events = [...new Set(priced.lines.map(line => line.event_id))]
  return {
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
    locale: request.locale ?? null,
    terms_accepted: request.terms ?? null,
  }
}

/** The lines of an order as the provider knows them. */
const told = (lines: readonly Pick<LineRow, 'kind' | 'name' | 'quantity' | 'unit_minor'>[]) =>
  JSON.stringify(lines.map(line => [line.kind, line.name, line.quantity, line.unit_minor]))

async function renew(tx: Tx, open: OrderRow, { request, totals }: Candidate): Promise<Reserved> {
  const money = moneyOf(totals)
  const lines = orderLines(totals)
  const was = await listLines(tx, [open.id])
  const changed = money.total_minor !== open.total_minor || told(lines) !== told(was)
  await updateOrder(tx, open.id, {
    ...money,
    ...purchaserOf(request),
    ...(request.terms ? { terms_accepted: request.terms } : {}),
  })
  await replaceLines(
    tx,
    open.id,
    lines.map(line => ({ order_id: open.id, ...line })),
  )
  const order = (await findOrder(tx, open.id)) ?? fail('order-not-found')
  return { order, lines, changed }
}
