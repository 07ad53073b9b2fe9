import type { Deps } from '../../deps.ts'
import { attendeesToLock } from '../../../ticketing/attendees/return-attendees.ts'
import type { LaneKind } from '../../../ticketing/inventory/lanes.ts'
import { locksForCarts } from '../../cart/lookup.ts'
import { lockCouponRows } from '../../coupons/use-coupon.ts'
import type { PaymentState } from '../../payments/gateway.ts'
import { couponsOfOrders, eventsOfOrders, type OrderRow } from '../record/lookup.ts'
import type { PaymentNews } from '../record/rules.ts'
import { lockOrders, type StoredMessage } from '../record/store.ts'
import { cartIdsOf, idsOf, type Settled, type SettleRequest, settleRound } from './settle-round.ts'

/** A payment reported by its gateway, in the form of the order rules. */
function newsOf(state: PaymentState): PaymentNews {
  return {
    kind: state.kind,
    amountMinor: state.amount.minor,
    receivedMinor: state.received.minor,
    refunds: state.refunds.map(({ id, amount, state: stands, key, attendees }) => ({
      id,
      amountMinor: amount.minor,
      state: stands,
      key,
      ...(attendees && { attendees }),
    })),
    disputes: state.disputes.map(({ id, state: stands, answerBy }) => ({
      id,
      state: stands,
      ...(answerBy && { answerBy }),
    })),
  }
}

/** A gateway's report about an order's payment. */
export type PaymentReport = {
  order: OrderRow
  state: PaymentState
  /** What caused the report: `return`, `webhook …`, `reconcile`, … */
  cause: string
  /** The provider's message that caused it, which is stored with its effect. */
  message?: StoredMessage
}

/**
 * The only way in which a payment changes an order. The buyer's return, messages and polling all end here, in the
 * lanes of the events, and any number of reports in any order ends the same (contract.md 8.7). Necessary refunds are
 * promised here. `settle` also sends them, and is called instead by everybody except the sender of refunds.
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

/**
 * The order counts as it is once it is locked: its amount may have changed since the caller read it. (Its cart stays the
 * same.)
 */
function requestOf({ order, state, cause, message }: PaymentReport): SettleRequest {
  return {
    orderId: order.id,
    cartId: order.cart_id,
    reference: state.reference,
    news: newsOf(state),
    cause,
    message,
  }
}

const ofCarts = locksForCarts<SettleRequest>(async (_, requests) => cartIdsOf(requests))

const settleKind: LaneKind<SettleRequest, Settled> = {
  name: 'settle-payment',
  // The buyer may have taken an event out of the cart since the order was made.
  otherEvents: async (tx, requests) => {
    const events = await Promise.all([
      ofCarts.otherEvents(tx, requests),
      eventsOfOrders(tx, idsOf(requests)),
    ])
    return events.flat()
  },
  locks: {
    carts: ofCarts.locks.carts,
    orders: { ids: async (_, requests) => idsOf(requests), lock: lockOrders },
    coupons: {
      ids: async (tx, requests) => couponsOfOrders(tx, idsOf(requests)),
      lock: lockCouponRows,
    },
    attendees: {
      ids: async (tx, requests) => attendeesToLock.ids(tx, idsOf(requests)),
      lock: attendeesToLock.lock,
    },
  },
  locksItself: 'always',
  settle: async (tx, requests, lockAll) => {
    const settled = new Map<SettleRequest, Settled>()
    let rest = requests
    while (rest.length > 0) {
      const round = firstOfEachOrder(rest)
      if (round.length < rest.length) await lockAll()
      await settleRound(tx, round, { settled, lockAll })
      rest = rest.filter(request => !settled.has(request))
    }
    return requests.flatMap(request => settled.get(request) ?? [])
  },
}

/** Of two reports about one order or cart, the second starts from the result of the first. */
function firstOfEachOrder(requests: readonly SettleRequest[]): SettleRequest[] {
  const orders = new Set<number>()
  const carts = new Set<number>()
  return requests.filter(({ orderId, cartId }) => {
    if (orders.has(orderId) || (cartId !== null && carts.has(cartId))) return false
    orders.add(orderId)
    if (cartId !== null) carts.add(cartId)
    return true
  })
}
