import { AppError } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { noteMade } from '../../../platform/idempotency/store.ts'
import { type LaneKind, type Refused, refused } from '../../../ticketing/inventory/lanes.ts'
import { loadPricedCarts, type PricedCart } from '../../cart/load-cart.ts'
import { type Cart, lockCarts, locksForCarts } from '../../cart/lookup.ts'
import { type Started, startPaying, takesStock } from '../../cart/start-paying.ts'
import { payableBy, stepOf } from '../../payments/amounts.ts'
import { roundedTo, type Totals } from '../../pricing/rules.ts'
import { cartProblem, couponLost, insufficientStock } from '../record/orderable.ts'
import { listOpenOrders, type OrderRow } from '../record/lookup.ts'
import { isPlacedBy } from '../record/rules.ts'
import { unseenProblem } from '../record/shown-tickets.ts'
import { takeRecordIds } from '../../../platform/db/next-ids.ts'
import { stockTime } from '../record/store.ts'
import {
  type Candidate,
  createAll,
  renew,
  type Reserved,
  type ReserveRequest,
} from './write-reserved.ts'

/**
 * Somebody else, or a simultaneous request at another gateway or in another currency, began paying the cart. That order
 * is left unchanged here, because it must be ended at its provider first.
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
  locksItself: 'always',
  settle: async (tx, requests, lockAll) => {
    const results = new Map<ReserveRequest, Reservation>()
    let rest = requests
    while (rest.length > 0) {
      const round = firstOfEachCart(rest)
      if (round.length < rest.length) await lockAll()
      await settleRound(tx, round, { results, lockAll })
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

type ReserveRound = { results: Map<ReserveRequest, Reservation>; lockAll: () => Promise<void> }

/**
 * The number of statements is constant for all new orders; open orders are updated one at a time. Carts whose places
 * are held need no lock on stock.
 */
async function settleRound(
  tx: Tx,
  round: readonly ReserveRequest[],
  { results, lockAll }: ReserveRound,
) {
  let { candidates, ids, now } = await priceAll(tx, round, results)
  if (candidates.some(({ priced }) => takesStock(priced, now))) {
    await lockAll()
    // Holds may have ended before their stock was locked.
    ;({ candidates, ids } = await priceAll(tx, round, results))
  }
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
    if (!reserved) throw new Error(`Cart ${request.cartId} got no order.`)
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
    const candidate = candidateOf(
      request,
      pricedOf.get(request.cartId),
      orderOf.get(request.cartId),
    )
    if ('request' in candidate) return [candidate]
    results.set(request, candidate instanceof AppError ? refused(candidate) : begunOtherwise)
    return []
  })
  return { candidates, ids, now }
}

function candidateOf(
  request: ReserveRequest,
  priced: PricedCart | undefined,
  open: OrderRow | undefined,
): Candidate | AppError | { otherwise: OrderRow } {
  const problem = cartProblem(priced?.cart, priced, request.found)
  if (problem === 'empty' || !priced) return new AppError('tec-tc-empty-cart')
  if (problem) return problem
  const totals = payableTotals(request.gateway, priced.totals)
  const unseen = unseenProblem(priced, request, totals)
  if (unseen) return unseen
  if (totals.totalMinor === 0) return nothingToPay(request, priced.totals)
  if (open && !goesOn(open, request)) return { otherwise: open }
  return { request, priced, totals, open }
}

/** An open order goes on with the same gateway and currency, and for whoever placed it. */
const goesOn = (open: OrderRow, request: ReserveRequest): boolean =>
  open.gateway === request.gateway &&
  open.currency === request.currency &&
  isPlacedBy(open, request)

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
