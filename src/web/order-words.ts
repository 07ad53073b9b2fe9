import type { OrderStatus } from '../shop/orders/record/rules.ts'

/** What the sentence about an order depends on; money as it is shown. */
export type OrderFacts = {
  readonly status: OrderStatus
  /** Whether it costs anything. */
  readonly costs: boolean
  readonly paid: boolean
  /** Some of its money or places were given back, and places are left. */
  readonly isPartlyBack: boolean
  /** The bank of the buyer asks about the payment, so that its places admit nobody for now. */
  readonly isDisputed: boolean
}

const waiting = 'As soon as the payment has arrived, this page shows your tickets.'

/** What became of an order and what its buyer can do, in words for the buyer. */
export function orderSentence(facts: OrderFacts): string {
  switch (facts.status) {
    case 'created':
      return 'This order is not paid yet. Its places are kept for a short time only: go back to where you were paying, or choose your tickets again.'
    case 'action-req':
      return `Your bank wants you to confirm the payment: go back to where you were paying, and confirm it. ${waiting}`
    case 'pending':
    case 'approved':
      return `The payment is being processed. ${waiting}`
    case 'completed':
      return completed(facts)
    case 'refunded':
      return facts.costs
        ? 'This order was given back. Its tickets are not valid any more.'
        : 'This order was cancelled. Its tickets are not valid any more.'
    case 'reversed':
      return 'Your bank took the payment of this order back. Its tickets are not valid any more.'
    case 'denied':
      return `The payment was declined. ${unpaid(facts)}`
    case 'not-completed':
      return `This order was not completed. ${unpaid(facts)}`
    case 'voided':
      return `This order was cancelled. ${unpaid(facts)}`
    default:
      return facts.status satisfies never
  }
}

function completed({ costs, isPartlyBack, isDisputed }: OrderFacts): string {
  if (isDisputed) {
    return 'Your bank asks about the payment of this order. Until that is settled, its tickets admit nobody; ask the organiser if you did not expect this.'
  }
  if (isPartlyBack) {
    return 'Part of this order was given back. The tickets below are valid; show them at the entrance.'
  }
  const done = costs ? 'This order is paid.' : 'This order is complete.'
  return `${done} Show the tickets below at the entrance.`
}

const unpaid = ({ paid }: OrderFacts) =>
  paid
    ? 'Its places were not available any more, so what you paid goes back to you.'
    : 'Nothing was charged, and its places are free again.'

const refundWords: Readonly<Record<string, string>> = {
  reserved: 'is being given back',
  sent: 'is on its way back',
  done: 'was given back',
  failed: 'could not be given back; ask the organiser',
}

/** What became of money on its way back to the buyer. */
export const refundSentence = (state: string) => refundWords[state] ?? 'is being given back'

/** Orders whose buyer may want to choose tickets once more. */
export const mayOrderAgain = (status: OrderStatus) =>
  !['completed', 'pending', 'approved'].includes(status)
