import { AppError } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type LaneKind, type Refused, refused } from '../../../ticketing/inventory/lanes.ts'
import { readLastingHolds } from '../../../ticketing/inventory/lookup.ts'
import { planSale } from '../../../ticketing/inventory/sell-holds.ts'
import type { LastingHold, Unit } from '../../../ticketing/inventory/rules.ts'
import { loadPricedCarts, type PricedCart } from '../../cart/load-cart.ts'
import { type Cart, lockCarts, locksForCarts } from '../../cart/lookup.ts'
import { freePlacesRefused } from '../../cart/hold-free-again.ts'
import { placesOf } from '../../cart/rules.ts'
import { returnCouponUses, useCoupons } from '../../coupons/use-coupon.ts'
import { type OrderLine, orderLines } from '../../pricing/rules.ts'
import { cartProblem, couponLost, insufficientStock } from '../record/orderable.ts'
import { unseenProblem } from '../record/shown-tickets.ts'
import { takeRecordIds } from '../../../platform/db/next-ids.ts'
import { stockTime, takeLineIds } from '../record/store.ts'
import { type FreeOrder, type FreeOrderRequest, writeFreeOrders } from './write-free-orders.ts'

/**
 * Orders a cart that costs nothing: stock, order, lines and attendees in one transaction, which it shares with other
 * requests for the event. Fails with `tec_tickets_commerce_free_order_invalid_cart`, `tec-tc-insufficient-stock`,
 * `tickets_apply_coupon_error` or `attendee-names-missing`.
 */
export function placeFreeOrder(
  { lanes }: Pick<Deps, 'lanes'>,
  cart: Cart,
  request: FreeOrderRequest,
): Promise<FreeOrder> {
  return lanes.run(
    cart.lines.map(line => line.event_id),
    freeOrderKind,
    request,
  )
}

export const freeOrderKind: LaneKind<FreeOrderRequest, FreeOrder> = {
  name: 'free-order',
  ...locksForCarts<FreeOrderRequest>(async (_, requests) => requests.map(({ cartId }) => cartId)),
  locksItself: 'once',
  settle: settleFreeOrders,
}

type Slot = { request: FreeOrderRequest; result?: FreeOrder | Refused }
type Priced = { slot: Slot; priced: PricedCart; lines: readonly OrderLine[] }
type Ready = Priced & { request: FreeOrderRequest; units: readonly Unit[] }

async function settleFreeOrders(tx: Tx, requests: readonly FreeOrderRequest[]) {
  const slots: Slot[] = requests.map(request => ({ request }))
  const [read, ids] = await Promise.all([readCarts(tx, slots), takeRecordIds(tx, slots.length)])
  const [priced, lineIds] = await Promise.all([
    priceAll(tx, slots, read),
    takeLineIds(tx, read.carts.flatMap(({ lines }) => lines).length),
  ])
  const paidFor = await useTheirCoupons(tx, priced)
  const { ready, write } = await sellAll(tx, paidFor, read)
  const written = await writeFreeOrders(tx, ready, { ids, lineIds, sell: write })
  for (const [at, { slot }] of ready.entries()) if (written[at]) slot.result = written[at]
  return slots.map(({ result }) => result ?? refused(new AppError('internal_server_error')))
}

/** The carts of a batch, locked; what they hold; and stock time. */
type ReadCarts = { carts: Cart[]; now: Date; lasting: readonly LastingHold[] }

async function readCarts(tx: Tx, slots: readonly Slot[]): Promise<ReadCarts> {
  const ids = slots.map(({ request }) => request.cartId)
  const [carts, now, lasting] = await Promise.all([
    lockCarts(tx, ids),
    stockTime(tx),
    readLastingHolds(tx, ids),
  ])
  return { carts, now, lasting }
}

const invalidCart = () => refused(new AppError('tec_tickets_commerce_free_order_invalid_cart'))

/** Why a cart cannot be ordered as free. A lost coupon and a changed total are reported before other reasons. */
function freeProblem(priced: PricedCart | undefined, request: FreeOrderRequest) {
  const problem = cartProblem(priced?.cart, priced, request.found)
  if (problem === 'empty' || !priced) return invalidCart()
  const changed = problem ? undefined : unseenProblem(priced, request)
  if (changed) return refused(changed)
  if (priced.totals.totalMinor > 0 && priced.lostCoupon === null) return invalidCart()
  return problem && refused(problem)
}

async function priceAll(
  tx: Tx,
  slots: readonly Slot[],
  { carts, now }: ReadCarts,
): Promise<Priced[]> {
  const [first] = slots
  const loaded = await loadPricedCarts(tx, carts, { now, currency: first?.request.currency ?? '' })
  const byId = new Map(loaded.map(priced => [priced.cart.id, priced]))
  const seen = new Set<number>()
  return slots.flatMap(slot => {
    const { cartId } = slot.request
    const priced = byId.get(cartId)
    const problem = seen.has(cartId) ? invalidCart() : freeProblem(priced, slot.request)
    if (problem) slot.result = problem
    seen.add(cartId)
    return slot.result || !priced ? [] : [{ slot, priced, lines: orderLines(priced.totals) }]
  })
}

async function useTheirCoupons(tx: Tx, priced: readonly Priced[]): Promise<Priced[]> {
  const using = priced.filter(({ priced: { totals } }) => totals.coupon !== null)
  const uses = using.map(({ slot, priced: { totals } }) => ({
    cartId: slot.request.cartId,
    couponId: totals.coupon?.couponId ?? 0,
    lines: totals.lines,
    email: slot.request.purchaser.email,
  }))
  const answers = await useCoupons(tx, uses)
  for (const [index, answer] of answers.entries()) {
    const each = using[index]
    if (each && answer === 'spent') each.slot.result = refused(couponLost(each.priced.coupon))
  }
  return priced.filter(({ slot }) => slot.result === undefined)
}

/** Takes the stock of all carts that can have it. `write` stores that. */
async function sellAll(tx: Tx, all: readonly Priced[], { lasting, now }: ReadCarts) {
  if (all.length === 0) return { ready: [], write: async () => {} }
  const unused: number[] = []
  const refuse = ({ slot, priced }: Priced, error: AppError) => {
    slot.result = refused(error)
    const { coupon } = priced.totals
    if (coupon) unused.push(coupon.couponId)
  }
  const limits = all[0]?.slot.request.limits
  const carts = all.map(({ priced }) => priced)
  const tooMany = await freePlacesRefused(tx, carts, { limits, now })
  const priced = all.filter(each => {
    const refusal = tooMany.get(each.slot.request.cartId)
    if (refusal) refuse(each, refusal)
    return refusal === undefined
  })
  const { results: sold, write } = await planSale(
    tx,
    priced.map(({ slot, priced: { lines } }) => ({
      cartId: slot.request.cartId,
      lines: placesOf(lines),
    })),
    lasting,
  )
  const ready = priced.flatMap((each, index): Ready[] => {
    const answer = sold[index]
    if (answer?.kind === 'sold')
      return [{ request: each.slot.request, units: answer.units, ...each }]
    refuse(each, insufficientStock(answer?.shortages ?? []))
    return []
  })
  await returnCouponUses(tx, unused)
  return { ready, write }
}
