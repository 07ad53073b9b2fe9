import { type ErrorCode, fail } from '../../../core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { recordAll } from '../../../platform/facts/record.ts'
import type { KeyRow } from '../../../platform/idempotency/store.ts'
import type { PricedCart } from '../../cart/load-cart.ts'
import type { Cart } from '../../cart/lookup.ts'
import type { NetworkLimits } from '../../cart/network-limits.ts'
import { keepWithOrders, replaceWithOrder } from '../../coupons/keep-with-order.ts'
import { type OrderLine, orderLines, roundingParts, type Totals } from '../../pricing/rules.ts'
import { findOrder, type LineRow, listLines, type OrderRow } from '../record/lookup.ts'
import type { Placer } from '../record/rules.ts'
import type { ShownTicket } from '../record/shown-tickets.ts'
import {
  insertLines,
  insertOpenOrders,
  type NewOrder,
  replaceLines,
  updateOrder,
} from '../record/store.ts'

export type ReserveRequest = Placer & {
  cartId: number
  /** The cart as it was found. The request ends when the cart has another secret by now; without it, it is ours. */
  found: Pick<Cart, 'token_hash'> | undefined
  userId: number | null
  /** The buyer's language, where it is known. */
  locale?: string | null
  /** Which text of the terms was accepted. */
  terms?: string | null
  gateway: 'card' | 'wallet' | 'sandbox'
  currency: string
  /** The total that the buyer was shown, as a decimal. The order is refused when it costs something else. */
  expectedTotal?: string | undefined
  /** The tickets that the buyer was shown. The order is refused when the cart has others. */
  expectedTickets?: readonly ShownTicket[] | undefined
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

/** A request whose cart can be paid for, apart from its stock. */
export type Candidate = {
  request: ReserveRequest
  priced: PricedCart
  totals: Totals
  open: OrderRow | undefined
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

/** Makes the orders of carts that have none, in a constant number of statements. */
export async function createAll(tx: Tx, candidates: readonly Candidate[], ids: readonly number[]) {
  const drafts = candidates.map((candidate, at) => ({
    request: candidate.request,
    order: newOrder(candidate, ids[at] ?? 0),
    lines: orderLines(candidate.totals),
  }))
  if (drafts.length === 0) return new Map<ReserveRequest, Reserved>()
  const [rows] = await Promise.all([
    insertOpenOrders(
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
  ])
  await keepWithOrders(
    tx,
    candidates.map(({ totals }, at) => ({ orderId: drafts[at]?.order.id ?? 0, totals })),
  )
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
    placed_by: request.placedBy,
  }
}

/** The lines of an order as the provider knows them. */
const told = (lines: readonly Pick<LineRow, 'kind' | 'name' | 'quantity' | 'unit_minor'>[]) =>
  JSON.stringify(lines.map(line => [line.kind, line.name, line.quantity, line.unit_minor]))

/** Updates the cart's open order: its lines, its amounts and its purchaser. */
export async function renew(
  tx: Tx,
  open: OrderRow,
  { request, totals }: Candidate,
): Promise<Reserved> {
  const money = moneyOf(totals)
  const lines = orderLines(totals)
  const was = await listLines(tx, [open.id])
  const changed = money.total_minor !== open.total_minor || told(lines) !== told(was)
  await updateOrder(tx, open.id, {
    ...money,
    ...purchaserOf(request),
    // Until the provider confirms the change (contract.md 26.5a).
    payment_behind: open.payment_behind || changed,
    ...(request.terms ? { terms_accepted: request.terms } : {}),
  })
  await replaceLines(
    tx,
    open.id,
    lines.map(line => ({ order_id: open.id, ...line })),
  )
  await replaceWithOrder(tx, { orderId: open.id, totals })
  const order = (await findOrder(tx, open.id)) ?? fail('order-not-found')
  return { order, lines, changed }
}
