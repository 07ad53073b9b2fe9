import type { OrderStatus } from '../../shop/orders/record/rules.ts'
import type { Tone } from '../kit/pieces.tsx'
import type { PlainKey } from '../../core/words/catalogue.ts'

/** The facts on which the sentence about an order depends. */
export type OrderFacts = {
  readonly status: OrderStatus
  /** Whether it costs anything. */
  readonly costs: boolean
  readonly paid: boolean
  /** The payment completed nothing, so it was given back and there never were tickets. */
  readonly isPaidTooLate: boolean
  /** That was because its places were gone. */
  readonly placesWereGone: boolean
  /** Some of its money or places were refunded, and places are left. */
  readonly isPartlyBack: boolean
  /** The buyer's bank disputes the payment, so its places do not admit for now. */
  readonly isDisputed: boolean
  /** All of its places are with somebody else. */
  readonly isPassedOn: boolean
  /** Its event is cancelled, and none of its places is at another one. */
  readonly isCalledOff: boolean
}

export type OrderState = {
  readonly tone: Tone | undefined
  /** What became of the order. */
  readonly title: PlainKey
  /** What that means for its buyer. */
  readonly text: PlainKey
}

/** What became of an order and what its buyer can do, as sentences of the catalogue. */
export function orderState(facts: OrderFacts): OrderState {
  switch (facts.status) {
    case 'created':
      return { tone: 'warn', title: 'order.created', text: 'order.createdText' }
    case 'action-req':
      return { tone: 'warn', title: 'order.action', text: 'order.waiting' }
    case 'pending':
    case 'approved':
      return { tone: undefined, title: 'order.pending', text: 'order.waiting' }
    case 'completed':
      return completed(facts)
    case 'refunded':
      return refunded(facts)
    case 'reversed':
      return { tone: 'bad', title: 'order.reversed', text: 'order.invalid' }
    case 'denied':
      return { tone: 'bad', title: 'order.denied', text: unpaid(facts) }
    case 'not-completed':
      return { tone: 'bad', title: 'order.notCompleted', text: unpaid(facts) }
    case 'voided':
      return { tone: 'bad', title: 'order.voided', text: unpaid(facts) }
    default:
      return facts.status satisfies never
  }
}

const refunded = ({ costs, isPaidTooLate, ...facts }: OrderFacts): OrderState => ({
  tone: undefined,
  title: costs ? 'order.refunded' : 'order.cancelledFree',
  text: isPaidTooLate ? paidInVain(facts) : 'order.invalid',
})

function completed(facts: OrderFacts): OrderState {
  const { costs, isPartlyBack, isDisputed, isCalledOff, isPassedOn } = facts
  if (isDisputed) return { tone: 'warn', title: 'order.disputed', text: 'order.disputedText' }
  if (isCalledOff) {
    const title = isPartlyBack ? 'order.partly' : costs ? 'order.paid' : 'order.complete'
    return { tone: undefined, title, text: 'order.calledOff' }
  }
  if (isPassedOn) {
    const title = isPartlyBack ? 'order.partly' : costs ? 'order.paid' : 'order.complete'
    return { tone: 'good', title, text: 'order.allPassedOn' }
  }
  if (isPartlyBack) return { tone: 'good', title: 'order.partly', text: 'order.partlyText' }
  return { tone: 'good', title: costs ? 'order.paid' : 'order.complete', text: 'order.show' }
}

const unpaid = ({ paid, ...facts }: OrderFacts) =>
  paid ? paidInVain(facts) : 'order.nothingCharged'

const paidInVain = ({ placesWereGone }: Pick<OrderFacts, 'placesWereGone'>) =>
  placesWereGone ? 'order.paidTooLate' : 'order.paidInVain'

const refunds: Readonly<Record<string, PlainKey>> = {
  reserved: 'refund.reserved',
  sent: 'refund.sent',
  done: 'refund.done',
  failed: 'refund.failed',
}

/** The progress of a refund. */
export const refundKey = (state: string): PlainKey => refunds[state] ?? 'refund.reserved'

/** Orders after which the buyer may want to choose tickets again. */
export const mayOrderAgain = (status: OrderStatus) =>
  !['completed', 'pending', 'approved'].includes(status)
