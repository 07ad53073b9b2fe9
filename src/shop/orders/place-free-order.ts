import { AppError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type KeyRow, noteMade } from '../../platform/idempotency/store.ts'
import { type LaneKind, type Refused, refused } from '../../ticketing/inventory/lanes.ts'
import { sellHolds } from '../../ticketing/inventory/sell-holds.ts'
import type { Unit } from '../../ticketing/inventory/rules.ts'
import { loadPricedCarts, type PricedCart } from '../cart/load-cart.ts'
import { type Cart, lockCarts, locksForCarts } from '../cart/lookup.ts'
import { placesOf } from '../cart/rules.ts'
import { returnCouponUses, useCoupons } from '../coupons/use-coupon.ts'
import { orderLines } from '../pricing/rules.ts'
import { finishOrders, type OrderAttendee } from './finish-orders.ts'
import { cartProblem, insufficientStock } from './orderable.ts'
import {
  closeOpenOrders,
  insertLines,
  insertOrders,
  type NewLine,
  type NewOrder,
  stockTime,
  takeRecordIds,
} from './store.ts'

export type FreeOrderRequest = {
  cartId: number
  purchaser: { name: string; email: string }
  userId: number | null
  /** What stands for a provider's id: 32 hexadecimal characters. */
  reference: string
  currency: string
  idempotency: KeyRow | undefined
}

export type FreeOrder = { orderId: number; reference: string; attendees: OrderAttendee[] }

/**
 * Orders a cart that costs nothing: stock, order, lines and attendees in one transaction, together with everything else
 * that waits for the event. Fails with `tec_tickets_commerce_free_order_invalid_cart`, `tec-tc-insufficient-stock`,
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
  settle: settleFreeOrders,
}

type Slot = { request: FreeOrderRequest; result?: FreeOrder | Refused }
type Ready = { slot: Slot; priced: PricedCart; units: readonly Unit[] }

async function settleFreeOrders(tx: Tx, requests: readonly FreeOrderRequest[]) {
  const slots: Slot[] = requests.map(request => ({ request }))
  const priced = await priceAll(tx, slots)
  const paidFor = await useTheirCoupons(tx, priced)
  const ready = await sellAll(tx, paidFor)
  await writeOrders(tx, ready)
  return slots.map(({ result }) => result ?? refused(new AppError('internal_server_error')))
}

const invalidCart = () => refused(new AppError('tec_tickets_commerce_free_order_invalid_cart'))

async function priceAll(tx: Tx, slots: readonly Slot[]) {
  const carts = await lockCarts(
    tx,
    slots.map(({ request }) => request.cartId),
  )
  const [first] = slots
  const now = await stockTime(tx)
  const loaded = await loadPricedCarts(tx, carts, { now, currency: first?.request.currency ?? '' })
  const byId = new Map(loaded.map(priced => [priced.cart.id, priced]))
  const seen = new Set<number>()
  return slots.flatMap(slot => {
    const { cartId } = slot.request
    const priced = byId.get(cartId)
    const problem = cartProblem(priced?.cart, priced)
    if (problem === 'empty' || seen.has(cartId) || (priced && priced.totals.totalMinor > 0)) {
      slot.result = invalidCart()
    } else if (problem) slot.result = refused(problem)
    seen.add(cartId)
    return slot.result || !priced ? [] : [{ slot, priced }]
  })
}

type Priced = Awaited<ReturnType<typeof priceAll>>

async function useTheirCoupons(tx: Tx, priced: Priced): Promise<Priced> {
  const using = priced.filter(({ priced: { totals } }) => totals.coupon !== null)
  const uses = using.map(({ slot, priced: { totals } }) => ({
    cartId: slot.request.cartId,
    couponId: totals.coupon?.couponId ?? 0,
  }))
  const answers = await useCoupons(tx, uses)
  for (const [index, answer] of answers.entries()) {
    const slot = using[index]?.slot
    if (slot && answer === 'spent')
      slot.result = refused(new AppError('tickets_apply_coupon_error'))
  }
  return priced.filter(({ slot }) => slot.result === undefined)
}

async function sellAll(tx: Tx, priced: Priced): Promise<Ready[]> {
  if (priced.length === 0) return []
  const sold = await sellHolds(
    tx,
    priced.map(({ slot, priced: { lines } }) => ({
      cartId: slot.request.cartId,
      lines: placesOf(lines),
    })),
  )
  const unused: number[] = []
  const ready = priced.flatMap((each, index) => {
    const answer = sold[index]
    if (answer?.kind === 'sold') return [{ ...each, units: answer.units }]
    each.slot.result = refused(insufficientStock(answer?.shortages ?? []))
    const { coupon } = each.priced.totals
    if (coupon) unused.push(coupon.couponId)
    return []
  })
  await returnCouponUses(tx, unused)
  return ready
}

async function writeOrders(tx: Tx, ready: readonly Ready[]) {
  if (ready.length === 0) return
  const ids = await takeRecordIds(tx, ready.length)
  const paying = ready.filter(({ priced }) => priced.cart.state === 'paying')
  if (paying.length > 0) {
    await closeOpenOrders(
      tx,
      paying.map(({ slot }) => slot.request.cartId),
      { note: 'replaced by a free order' },
    )
  }
  const orders = ready.map((each, index) => newOrder(each, ids[index] ?? 0))
  await insertOrders(tx, orders, 'free order')
  const lines = ready.flatMap(({ priced }, index) =>
    orderLines(priced.totals).map((line): NewLine => ({ ...line, order_id: ids[index] ?? 0 })),
  )
  const lineIds = await insertLines(tx, lines)
  const numbered = lines.map((line, index) => ({ ...line, id: lineIds[index] ?? 0 }))
  const attendees = await finishOrders(
    tx,
    orders.map((order, index) => ({
      ...order,
      units: ready[index]?.units ?? [],
      lines: numbered.flatMap(line =>
        line.order_id === order.id && line.ticket_id !== null && line.kind === 'ticket'
          ? [{ ...line, ticket_id: line.ticket_id, event_id: line.event_id ?? 0 }]
          : [],
      ),
    })),
  )
  for (const [index, { slot }] of ready.entries()) {
    const orderId = ids[index] ?? 0
    const { idempotency, reference } = slot.request
    if (idempotency) await noteMade(tx, idempotency, { order_id: orderId })
    const own = attendees.filter(attendee => attendee.order_id === orderId)
    slot.result = { orderId, reference, attendees: own }
  }
}

function newOrder({ slot: { request }, priced }: Ready, id: number): NewOrder {
  const { totals, lines } = priced
  const events = new Set(lines.map(line => line.event_id))
  const [event] = events
  return {
    id,
    cart_id: request.cartId,
    event_id: events.size === 1 ? (event ?? null) : null,
    gateway: 'free',
    gateway_order_id: request.reference,
    status: 'completed',
    currency: totals.currency,
    subtotal_minor: totals.subtotalMinor,
    fees_minor: totals.feesMinor,
    discount_minor: totals.discountMinor,
    total_minor: totals.totalMinor,
    coupon_id: totals.coupon?.couponId ?? null,
    coupon_use: totals.coupon ? 'used' : 'none',
    stock: 'taken',
    purchaser_name: request.purchaser.name,
    purchaser_email: request.purchaser.email,
    user_id: request.userId,
  }
}
