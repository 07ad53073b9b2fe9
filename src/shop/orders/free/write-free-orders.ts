import type { Tx } from '../../../platform/db/database.ts'
import { type KeyRow, noteMade } from '../../../platform/idempotency/store.ts'
import type { Unit } from '../../../ticketing/inventory/rules.ts'
import type { PricedCart } from '../../cart/load-cart.ts'
import type { Cart } from '../../cart/lookup.ts'
import type { NetworkLimits } from '../../cart/network-limits.ts'
import { countFreePlaces } from '../../cart/count-free-places.ts'
import { keepWithOrders } from '../../coupons/keep-with-order.ts'
import type { OrderLine } from '../../pricing/rules.ts'
import { finishOrders, type OrderAttendee, type SoldOrder } from '../record/finish-orders.ts'
import type { ShownTicket } from '../record/shown-tickets.ts'
import {
  closeOpenOrders,
  insertLines,
  insertOrders,
  type NewLine,
  type NewOrder,
} from '../record/store.ts'

export type FreeOrderRequest = {
  cartId: number
  /** The cart as it was found. The request ends when the cart has another secret by now. */
  found?: Pick<Cart, 'token_hash'>
  purchaser: { name: string; email: string }
  /** The browser that orders on the pages; null by the interface. */
  placedBy?: string | null
  userId: number | null
  /** The buyer's language, where it is known. */
  locale?: string | null
  /** Which text of the terms was accepted. */
  terms?: string | null
  /** The order's id at its gateway: 32 hexadecimal characters, because there is no provider. */
  reference: string
  currency: string
  /** The total that the buyer was shown, as a decimal; another one is refused. */
  expectedTotal?: string | undefined
  /** The tickets that the buyer was shown; a cart with others is refused. */
  expectedTickets?: readonly ShownTicket[] | undefined
  /** What networks may hold; undefined when nothing is limited, and nothing is counted then. */
  limits?: NetworkLimits | undefined
  idempotency: KeyRow | undefined
}

export type FreeOrder = { orderId: number; reference: string; attendees: OrderAttendee[] }

/** A cart that costs nothing and whose places are sold. */
export type SoldCart = {
  readonly request: FreeOrderRequest
  readonly priced: PricedCart
  readonly lines: readonly OrderLine[]
  readonly units: readonly Unit[]
}

export type WritingOrders = {
  /** Ids taken beforehand: at least as many as there are orders, and ticket lines in them. */
  readonly ids: readonly number[]
  readonly lineIds: readonly number[]
  /** Writes the sale of their places. */
  sell(): Promise<void>
}

type Draft = Omit<SoldCart, 'lines'> & { order: NewOrder; lines: NewLine[] }

/** Writes the orders of carts, with their lines, attendees and facts, at once; returns them in the same order. */
export async function writeFreeOrders(
  tx: Tx,
  carts: readonly SoldCart[],
  writing: WritingOrders,
): Promise<FreeOrder[]> {
  const drafts = draftsOf(carts, writing)
  const paying = carts.flatMap(({ priced: { cart } }) => (cart.state === 'paying' ? cart.id : []))
  const counted = carts.flatMap(({ request, priced: { cart }, units }) =>
    request.limits ? [{ cart, units }] : [],
  )
  const [, , , attendees] = await Promise.all([
    paying.length > 0 && closeOpenOrders(tx, paying, { note: 'replaced by a free order' }),
    insertOrders(
      tx,
      drafts.map(({ order }) => order),
      'free order',
    ),
    insertLines(
      tx,
      drafts.flatMap(({ lines }) => lines),
    ),
    finishOrders(tx, drafts.map(soldOrder), async () => {
      await Promise.all([writing.sell(), countFreePlaces(tx, counted)])
    }),
    ...drafts.map(({ request, order }) => noteOrder(tx, request, order.id)),
  ])
  await keepWithOrders(
    tx,
    drafts.map(({ priced: { totals }, order: { id: orderId } }) => ({
      orderId,
      totals,
      counted: true,
    })),
  )
  const ofOrder = new Map(drafts.map(({ order }) => [order.id, [] as OrderAttendee[]]))
  for (const attendee of attendees) ofOrder.get(attendee.order_id)?.push(attendee)
  return drafts.map(({ request, order: { id } }) => ({
    orderId: id,
    reference: request.reference,
    attendees: ofOrder.get(id) ?? [],
  }))
}

async function noteOrder(tx: Tx, { idempotency }: FreeOrderRequest, id: number) {
  if (idempotency) await noteMade(tx, idempotency, { order_id: id })
}

const soldOrder = ({ order, lines, units }: Draft): SoldOrder => ({
  units,
  lines: lines.flatMap(line =>
    line.ticket_id !== null && line.kind === 'ticket'
      ? [{ ...line, id: line.id ?? 0, ticket_id: line.ticket_id, event_id: line.event_id ?? 0 }]
      : [],
  ),
  ...order,
})

function draftsOf(carts: readonly SoldCart[], { ids, lineIds }: WritingOrders): Draft[] {
  const unused = lineIds.toReversed()
  return carts.map((sold, index) => {
    const order = newOrder(sold, ids[index] ?? 0)
    // Attendees name their lines; the ids of other lines need not be known.
    const lines = sold.lines.map(line => ({
      order_id: order.id,
      ...(line.kind === 'ticket' ? { id: unused.pop() ?? 0 } : {}),
      ...line,
    }))
    return { order, ...sold, lines }
  })
}

function newOrder({ request, priced }: SoldCart, id: number): NewOrder {
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
    locale: request.locale ?? null,
    terms_accepted: request.terms ?? null,
    placed_by: request.placedBy ?? null,
  }
}
