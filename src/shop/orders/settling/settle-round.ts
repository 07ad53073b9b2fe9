import type { Tx } from '../../../platform/db/database.ts'
import { readLastingHolds } from '../../../ticketing/inventory/lookup.ts'
import type { LastingHold } from '../../../ticketing/inventory/rules.ts'
import { type Cart, lockCarts } from '../../cart/lookup.ts'
import { payableBy } from '../../payments/amounts.ts'
import { failOrder, move, note } from '../record/end-order.ts'
import type { OrderAttendee } from '../record/finish-orders.ts'
import {
  couponsOfOrders,
  type LineRow,
  listLines,
  listOrders,
  type OrderRow,
} from '../record/lookup.ts'
import {
  decideSettlement,
  isFailed,
  isOpen,
  type OrderStatus,
  type PaymentNews,
  type Settlement,
  wentBack,
} from '../record/rules.ts'
import { lockOrders, type StoredMessage, storeMessages, updateOrder } from '../record/store.ts'
import { completeOrders, giveBack, type PaidOrder } from './complete-orders.ts'
import { settleDisputes } from './settle-disputes.ts'
import { settleRefunds } from './settle-refunds.ts'
import { ordersInDispute } from './store.ts'

export type SettleRequest = {
  orderId: number
  /** The cart of the order; null when it was deleted. */
  cartId: number | null
  /** The payment's reference, which is stored now if the process died before storing it. */
  reference: string
  news: PaymentNews
  /** What caused the report: `return`, `webhook`, `reconcile`, … */
  cause: string
  /** The provider's message that caused it, which is stored with its effect. */
  message: StoredMessage | undefined
}

export type Settled = {
  status: OrderStatus
  /** The provider charged another amount than the order's total. */
  mismatch: boolean
  /** The payment could not be used: it came too late for its places, or had another amount. */
  givenBack: boolean
  /** Why the payment did not complete the order. */
  reason: string | null
  /** The attendees, when this report completed the order; undefined when it was complete before. */
  attendees?: readonly OrderAttendee[] | undefined
}

export const idsOf = (requests: readonly SettleRequest[]) => requests.map(({ orderId }) => orderId)

export const cartIdsOf = (requests: readonly SettleRequest[]) =>
  requests.flatMap(({ cartId }) => cartId ?? [])

/** Whether it may end sold places. */
const takesBack = ({ news }: SettleRequest) => news.refunds.length + news.disputes.length > 0

/** Everything known about the orders of a round, read under their locks. */
type Books = {
  orders: ReadonlyMap<number, OrderRow>
  carts: ReadonlyMap<number, Cart>
  lines: readonly LineRow[]
  /** Ids of the messages without an effect so far. */
  newMessages: ReadonlySet<string>
  /** Orders with a dispute, in any state. */
  inDispute: ReadonlySet<number>
  /** The coupons of the orders and of their carts. */
  couponIds: readonly number[]
  /** What the carts hold. */
  lasting: readonly LastingHold[]
}

async function openBooks(tx: Tx, round: readonly SettleRequest[]): Promise<Books> {
  const ids = idsOf(round)
  const [carts, orders, newMessages, lines, inDispute, couponIds, lasting] = await Promise.all([
    lockCarts(tx, cartIdsOf(round)),
    lockOrders(tx, ids),
    storeMessages(
      tx,
      round.flatMap(({ message }) => message ?? []),
    ),
    listLines(tx, ids),
    ordersInDispute(tx, ids),
    couponsOfOrders(tx, ids),
    readLastingHolds(tx, cartIdsOf(round)),
  ])
  return {
    orders: new Map(orders.map(order => [order.id, order])),
    carts: new Map(carts.map(cart => [cart.id, cart])),
    lines,
    newMessages,
    inDispute,
    couponIds,
    lasting,
  }
}

type SettleRound = { settled: Map<SettleRequest, Settled>; lockAll: () => Promise<void> }

/**
 * Payments that complete their orders are settled together; all others one report at a time. As long as all that
 * happens is usual, carts and orders are locked here and stock where it is sold, once. Otherwise everything is locked
 * before the work.
 */
export async function settleRound(
  tx: Tx,
  round: readonly SettleRequest[],
  { settled, lockAll }: SettleRound,
) {
  const books = await openBooks(tx, round)
  const news = round
    .map(request => ({ request, order: orderIn(books, request) }))
    .filter(each => isNews(books, each))
    .map(each => ({ decision: decisionOf(each), ...each }))
  const isUsual = books.couponIds.length === 0 && news.every(each => takesStockOnce(books, each))
  if (!isUsual) await lockAll()
  for (const each of news) await settleAlone(tx, each)
  const attendees = await completeOrders(
    tx,
    news.filter(({ decision }) => decision.kind === 'complete').map(each => paidOrder(books, each)),
    books.lasting,
  )
  const told = news.filter(each => isOfPlacesBack(books, each))
  for (const { order, request } of told) {
    await settleRefunds(tx, order.id, request.news.refunds)
    await settleDisputes(tx, order.id, request.news.disputes)
  }
  const now = await ordersNow(tx, { books, attendees, news, told })
  const kinds = new Map(news.map(({ request, decision }) => [request, decision.kind]))
  for (const request of round) {
    const order = now.get(request.orderId) ?? orderIn(books, request)
    const mismatch = kinds.get(request) === 'mismatch'
    settled.set(request, { mismatch, attendees: attendees.get(order.id), ...outcomeOf(order) })
  }
}

type Round = {
  books: Books
  attendees: ReadonlyMap<number, OrderAttendee[]>
  news: readonly Decided[]
  told: readonly Decided[]
}

/** The orders of a round after it. Those that only completed need not be read again. */
async function ordersNow(tx: Tx, { books, attendees, news, told }: Round) {
  const changed = news.filter(each => {
    const isCompleted = attendees.has(each.order.id)
    return told.includes(each) || (each.decision.kind !== 'nothing' && !isCompleted)
  })
  const read = await listOrders(
    tx,
    changed.map(({ order }) => order.id),
  )
  const now = new Map(books.orders)
  for (const { order } of news) {
    if (!attendees.has(order.id)) continue
    now.set(order.id, { ...order, status: 'completed', failed_reason: null })
  }
  for (const order of read) now.set(order.id, order)
  return now
}

/** A report with its locked order. */
type Reported = { request: SettleRequest; order: OrderRow }
type Decided = Reported & { decision: Settlement }

function orderIn({ orders }: Books, { orderId }: SettleRequest): OrderRow {
  const order = orders.get(orderId)
  if (!order) throw new Error(`Order ${orderId} is gone.`)
  return order
}

/** Whether a report is about the order's own payment, and not from a message that had its effect before. */
const isNews = (
  { newMessages }: Books,
  { request: { message, reference }, order }: Reported,
): boolean =>
  (message === undefined || newMessages.has(message.message_id)) &&
  (order.gateway_order_id ?? reference) === reference

/** Whether money was refunded or disputed. What that means is decided last, one order at a time. */
const isOfPlacesBack = ({ inDispute }: Books, { request, order }: Reported) =>
  request.news.kind === 'paid' && (takesBack(request) || inDispute.has(order.id))

/** Whether a report does no more than sell the places that the order's cart holds, or move the order. */
function takesStockOnce(books: Books, reported: Decided): boolean {
  const { order, decision } = reported
  if (isOfPlacesBack(books, reported)) return false
  if (decision.kind === 'nothing' || decision.kind === 'move') return true
  const cart = books.carts.get(order.cart_id ?? 0)
  return decision.kind === 'complete' && isOpen(order.status) && cart?.state === 'paying'
}

function decisionOf({ request: { news }, order }: Reported): Settlement {
  const { status, gateway, currency, paid_minor: paidMinor, total_minor: minor } = order
  const payable = payableBy(gateway, { minor, currency })
  return decideSettlement({ status, payableMinor: payable.minor, paidMinor }, news)
}

const paidOrder = ({ carts, lines }: Books, { request, order }: Reported): PaidOrder => ({
  order,
  cart: carts.get(order.cart_id ?? 0),
  lines: lines.filter(line => line.order_id === order.id),
  paidMinor: request.news.receivedMinor,
  backMinor: wentBack(request.news),
  cause: request.cause,
})

function outcomeOf({ status, paid_minor, failed_reason }: OrderRow) {
  // The order was paid, but has no places.
  const givenBack =
    paid_minor > 0 && (isFailed(status) || (status === 'refunded' && failed_reason !== null))
  return { status, givenBack, reason: failed_reason }
}

/** Stores the payment's reference and applies its state to the order, except for completing it. */
async function settleAlone(tx: Tx, { order, request, decision }: Decided) {
  const { cause, news, reference } = request
  if (order.gateway_order_id === null) {
    await updateOrder(tx, order.id, { gateway_order_id: reference })
  }
  switch (decision.kind) {
    case 'nothing':
    case 'complete':
      return
    case 'move':
      return move(tx, order, { to: decision.to, cause })
    case 'fail':
      return failOrder(tx, order, { to: decision.to, cause })
    case 'came and went':
      await updateOrder(tx, order.id, { paid_minor: news.receivedMinor })
      return failOrder(tx, order, { to: 'not-completed', cause })
    case 'mismatch':
      return settleMismatch(tx, order, { ...request, paid: decision.paid })
    default:
      return decision satisfies never
  }
}

async function settleMismatch(
  tx: Tx,
  order: OrderRow,
  { paid, cause, news }: SettleRequest & { paid: boolean },
) {
  const reason = 'The payment is of another amount than the order.'
  const money = { minor: news.receivedMinor, backMinor: wentBack(news) }
  if (paid) await giveBack(tx, order, { ...money, reason, cause })
  else if (order.failed_reason !== reason) {
    await updateOrder(tx, order.id, { failed_reason: reason })
    await note(tx, order, { text: reason, cause })
  }
}
