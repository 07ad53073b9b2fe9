import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { attendeesToLock } from '../../../ticketing/attendees/return-attendees.ts'
import type { LaneKind } from '../../../ticketing/inventory/lanes.ts'
import { locksForCarts } from '../../cart/lookup.ts'
import { lockCouponRows } from '../../coupons/use-coupon.ts'
import { payableBy } from '../../payments/amounts.ts'
import type { PaymentState } from '../../payments/gateway.ts'
import { completeOrder, giveBack } from './complete-order.ts'
import { failOrder, move, note } from '../record/end-order.ts'
import { cartsOfOrders, couponsOfOrders, findOrder, type OrderRow } from '../record/lookup.ts'
import { settleRefunds } from './settle-refunds.ts'
import { decideSettlement, isFailed, type OrderStatus, type PaymentNews } from '../record/rules.ts'
import { settleDisputes } from './settle-disputes.ts'
import {
  lockOrder,
  lockOrders,
  type StoredMessage,
  storeMessage,
  updateOrder,
} from '../record/store.ts'

type SettleRequest = {
  orderId: number
  /** The payment; remembered when the process died before it could be. */
  reference: string
  /** What the gateway really moves for the order's total. */
  payableMinor: number
  news: PaymentNews
  /** Who brought the news: `return`, `webhook`, `reconcile`, … */
  cause: string
  /** The provider's message that brought them; stored with what follows from it. */
  message: StoredMessage | undefined
}

export type Settled = {
  status: OrderStatus
  /** The provider moved another amount than the order's total. */
  mismatch: boolean
  /** The payment could not be used: it came too late for its places, or was of another amount. */
  givenBack: boolean
  /** Why the order is not what the payer wanted. */
  reason: string | null
}

/** A payment as its gateway tells it, in the words of the order rules. */
function newsOf(state: PaymentState): PaymentNews {
  return {
    kind: state.kind,
    amountMinor: state.amount.minor,
    receivedMinor: state.received.minor,
    refunds: state.refunds.map(({ id, amount, state: stands, key }) => ({
      id,
      amountMinor: amount.minor,
      state: stands,
      key,
    })),
    disputes: state.disputes.map(({ id, state: stands }) => ({ id, state: stands })),
  }
}

/** What a gateway says of an order's payment. */
export type PaymentReport = {
  order: OrderRow
  state: PaymentState
  /** Who asked: `return`, `webhook …`, `reconcile`, … */
  cause: string
  /** The provider's message that made us ask; stored with what follows from it. */
  message?: StoredMessage
}

/**
 * The only way in which a payment changes an order. Buyer's return, webhook and polling all end here, in the lanes of
 * the events; any number of them in any order has the same end (contract.md 8.7). Money that has to go back is promised
 * here and sent by `settle`, which everybody but the sender of refunds calls instead.
 */
export function settleInLanes(
  { lanes }: Pick<Deps, 'lanes'>,
  reports: readonly PaymentReport[],
): Promise<Settled[]> {
  return Promise.all(
    reports.map(report => {
      const { event_id: eventId } = report.order
      return lanes.run(eventId === null ? [] : [eventId], settleKind, requestOf(report))
    }),
  )
}

function requestOf({ order, state, cause, message }: PaymentReport): SettleRequest {
  const total = { minor: order.total_minor, currency: order.currency }
  return {
    orderId: order.id,
    reference: state.reference,
    payableMinor: payableBy(order.gateway, total).minor,
    news: newsOf(state),
    cause,
    message,
  }
}

const idsOf = (requests: readonly SettleRequest[]) => requests.map(({ orderId }) => orderId)

const ofCarts = locksForCarts<SettleRequest>((tx, requests) => cartsOfOrders(tx, idsOf(requests)))

const settleKind: LaneKind<SettleRequest, Settled> = {
  name: 'settle-payment',
  otherEvents: ofCarts.otherEvents,
  locks: {
    carts: ofCarts.locks.carts,
    orders: { ids: async (_, requests) => idsOf(requests), lock: lockOrders },
    coupons: {
      ids: async (tx, requests) => couponsOfOrders(tx, idsOf(requests)),
      lock: lockCouponRows,
    },
    attendees: {
      ids: async (tx, requests) => attendeesToLock.ids(tx, idsOf(requests.filter(takesBack))),
      lock: attendeesToLock.lock,
    },
  },
  oneByOne: true,
  settle: async (tx, requests) => {
    const settled: Settled[] = []
    for (const request of requests) settled.push(await settleOne(tx, request))
    return settled
  },
}

/** Whether it may end places that were sold. */
const takesBack = ({ news }: SettleRequest) => news.refunds.length + news.disputes.length > 0

async function settleOne(tx: Tx, request: SettleRequest): Promise<Settled> {
  const { message, news, reference } = request
  const order = await lockOrder(tx, request.orderId)
  if (!order) throw new Error(`Order ${request.orderId} is gone.`)
  const isFresh = message === undefined || (await storeMessage(tx, message))
  let mismatch = false
  if (isFresh && (order.gateway_order_id ?? reference) === reference) {
    if (order.gateway_order_id === null) {
      await updateOrder(tx, order.id, { gateway_order_id: reference })
    }
    mismatch = await settleMoney(tx, order, request)
    if (news.kind === 'paid') {
      await settleRefunds(tx, order.id, news.refunds)
      await settleDisputes(tx, order.id, news.disputes)
    }
  }
  const { status, paid_minor, failed_reason } = (await findOrder(tx, order.id)) ?? order
  // Paid and yet nothing to show for it.
  const givenBack =
    paid_minor > 0 && (isFailed(status) || (status === 'refunded' && failed_reason !== null))
  return { status, mismatch, givenBack, reason: failed_reason }
}

/** Answers whether the payment is of another amount than the order. */
async function settleMoney(tx: Tx, order: OrderRow, request: SettleRequest): Promise<boolean> {
  const { cause, news, payableMinor } = request
  const { status, paid_minor: paidMinor } = order
  const decision = decideSettlement({ status, payableMinor, paidMinor }, news)
  switch (decision.kind) {
    case 'nothing':
      return false
    case 'move':
      await move(tx, order, { to: decision.to, cause })
      return false
    case 'fail':
      await failOrder(tx, order, { to: decision.to, cause })
      return false
    case 'complete':
      await completeOrder(tx, order, { cause, paidMinor: news.receivedMinor })
      return false
    case 'came and went':
      await updateOrder(tx, order.id, { paid_minor: news.receivedMinor })
      await failOrder(tx, order, { to: 'not-completed', cause })
      return false
    case 'mismatch':
      await settleMismatch(tx, order, { ...request, paid: decision.paid })
      return true
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
  if (paid) await giveBack(tx, order, { minor: news.receivedMinor, reason, cause })
  else if (order.failed_reason !== reason) {
    await updateOrder(tx, order.id, { failed_reason: reason })
    await note(tx, order, { text: reason, cause })
  }
}
