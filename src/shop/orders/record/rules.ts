/**
 * The allowed status moves of an order (contract.md 8.4). Open orders wait for their payment. A failed order may
 * still be completed, or refunded, by a payment that arrives late, because money is never ignored.
 */
export const transitions = {
  created: ['pending', 'action-req', 'approved', 'completed', 'denied', 'not-completed', 'voided'],
  pending: ['action-req', 'approved', 'completed', 'denied', 'not-completed', 'voided'],
  'action-req': ['pending', 'approved', 'completed', 'denied', 'not-completed', 'voided'],
  approved: ['pending', 'action-req', 'completed', 'denied', 'not-completed', 'voided'],
  completed: ['refunded', 'reversed'],
  denied: ['completed', 'refunded'],
  'not-completed': ['completed', 'refunded'],
  voided: ['completed', 'refunded'],
  refunded: [],
  reversed: [],
} as const satisfies Record<string, readonly string[]>

export type OrderStatus = keyof typeof transitions

export const orderStatuses = Object.keys(transitions) as OrderStatus[]

export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return (transitions[from] as readonly OrderStatus[]).includes(to)
}

/** Open: waiting for payment. A cart has at most one open order. */
export const openStatuses: readonly OrderStatus[] = ['created', 'pending', 'action-req', 'approved']

export const isOpen = (status: OrderStatus): boolean => openStatuses.includes(status)

/**
 * Whether an open order has its attendees already. Only those that another system took have them: their places are taken until
 * they are paid or ended (contract.md 35.6).
 */
export const hasAttendees = ({ status, stock }: { status: OrderStatus; stock: string }): boolean =>
  isOpen(status) && stock === 'taken'

/** Failed: ended without payment, with its places free again. */
export const failedStatuses: readonly OrderStatus[] = ['denied', 'not-completed', 'voided']

export const isFailed = (status: OrderStatus): boolean => failedStatuses.includes(status)

/** Who orders a cart. */
export type Placer = {
  /** The browser that orders on the pages, as a hash; null by the interface. */
  placedBy: string | null
  purchaser: { name: string; email: string }
  /** The id of the payment that the request names as its own. */
  payment?: string | undefined
}

type PlacedOrder = {
  placed_by: string | null
  purchaser_name: string
  purchaser_email: string
  gateway_order_id: string | null
}

/**
 * Whether an open order is this buyer's, who may then change it and is told its key. A browser recognises its own orders by
 * its secret. Clients of the interface have the cart's secret for everything: an order is theirs when they name its
 * purchaser, or its payment, which only the answer that began it told. Everybody else gets an order of their own
 * (contract.md 8.26).
 */
export function isPlacedBy(order: PlacedOrder, { placedBy, purchaser, payment }: Placer): boolean {
  if (placedBy !== null || order.placed_by !== null) return placedBy === order.placed_by
  if (payment && payment === order.gateway_order_id) return true
  const isSameAddress = order.purchaser_email.toLowerCase() === purchaser.email.toLowerCase()
  return isSameAddress && order.purchaser_name === purchaser.name
}

/** Why a payment that arrived completed no order: the order's `failed_reason`. Buyers are told in their language. */
export const lateReasons = {
  ordered: 'The cart had been ordered already when the payment arrived.',
  couponSpent: 'The payment arrived after the last use of the coupon had gone to somebody else.',
  sold: 'The payment arrived after the places had been sold to somebody else.',
} as const

/** Whether a line is the rounding of the total: a fee or discount without a fee or coupon id (decisions/0015). */
export const isRounding = (line: {
  kind: string
  fee_id: number | null
  coupon_id: number | null
}): boolean =>
  (line.kind === 'fee' && line.fee_id === null) ||
  (line.kind === 'coupon' && line.coupon_id === null)

/** An order's record of its payment; all money in minor units of one currency. */
export type Account = {
  status: OrderStatus
  /** The total as the gateway can charge it. */
  payableMinor: number
  /** The amount received; more than 0 once a payment was recorded. */
  paidMinor: number
}

/** A payment as the provider reports it. */
export type PaymentNews = {
  kind:
    | 'created'
    | 'needs_payment_method'
    | 'needs_action'
    | 'processing'
    | 'approved'
    | 'paid'
    | 'declined'
    | 'cancelled'
    | 'expired'
  amountMinor: number
  receivedMinor: number
  refunds: readonly RefundNews[]
  disputes: readonly DisputeNews[]
}

export type RefundNews = {
  id: string
  amountMinor: number
  state: 'pending' | 'done' | 'failed'
  /** The idempotency key of our request; undefined when somebody made it at the provider. */
  key: string | undefined
  /** The attendees whose places end with one that was made at the provider. */
  attendees?: readonly number[]
}

export type DisputeNews = {
  id: string
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** By when the provider wants an answer, where it says so. */
  answerBy?: Date
}

export type Settlement =
  | { kind: 'nothing' }
  /** Only the status changes. */
  | { kind: 'move'; to: OrderStatus }
  /** The order is paid: sell the places and make the attendees, or refund the money if there are no places. */
  | { kind: 'complete' }
  /** The order ended unpaid: free the places. */
  | { kind: 'fail'; to: OrderStatus }
  /** The payment was made and refunded before we learned of it. */
  | { kind: 'came and went' }
  /** The amount differs from the order's total; `paid` when the money was received and must be refunded. */
  | { kind: 'mismatch'; paid: boolean }

const openStatus = {
  needs_action: 'action-req',
  processing: 'pending',
  approved: 'approved',
} as const

/**
 * Decides what a payment's state means for its order. It repeats nothing that was done before, so any number of
 * messages in any order ends the same (contract.md 8.7).
 */
export function decideSettlement(order: Account, payment: PaymentNews): Settlement {
  if (payment.kind === 'paid') return decidePaid(order, payment)
  if (!isOpen(order.status)) return { kind: 'nothing' }
  if (payment.kind === 'declined' || payment.kind === 'cancelled' || payment.kind === 'expired') {
    return { kind: 'fail', to: payment.kind === 'expired' ? 'not-completed' : 'denied' }
  }
  if (payment.amountMinor !== order.payableMinor) return { kind: 'mismatch', paid: false }
  if (payment.kind === 'created' || payment.kind === 'needs_payment_method') {
    return { kind: 'nothing' }
  }
  const to = openStatus[payment.kind]
  return mayBecome(order.status, to) ? { kind: 'move', to } : { kind: 'nothing' }
}

function decidePaid(order: Account, payment: PaymentNews): Settlement {
  const isNew = order.paidMinor === 0 && (isOpen(order.status) || isFailed(order.status))
  if (!isNew) return { kind: 'nothing' }
  if (wentBack(payment) >= payment.receivedMinor) return { kind: 'came and went' }
  if (payment.receivedMinor !== order.payableMinor) return { kind: 'mismatch', paid: true }
  return { kind: 'complete' }
}

/** What of a payment was refunded or is on its way back. */
export const wentBack = ({ refunds }: Pick<PaymentNews, 'refunds'>): number =>
  refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** `sent`: the provider is processing it. */
export type RefundState = 'reserved' | 'sent' | 'done' | 'failed'

const refundRank: Readonly<Record<RefundState, number>> = {
  reserved: 0,
  sent: 1,
  done: 2,
  failed: 3,
}

/**
 * The state of a refund after a message. Old messages never set it back. A refund that was done may still bounce.
 */
export function nextRefundState(current: RefundState, news: RefundNews['state']): RefundState {
  const told = news === 'pending' ? 'sent' : news
  return refundRank[told] > refundRank[current] ? told : current
}

/**
 * The new state of a dispute, given the recorded one; undefined when nothing is new. An open dispute that the
 * provider no longer reports counts as closed in our favour. One that was won may be opened again, and be lost: the
 * wallet has one for each capture, and a bank may go on after its inquiry was closed. One that was lost stays lost, until
 * the bank reverses its decision and the provider says that it was won.
 */
export function disputeNews(
  current: DisputeNews['state'] | undefined,
  told: DisputeNews['state'] | undefined,
): DisputeNews['state'] | undefined {
  if (current === told) return undefined
  if (current === 'lost') return told === 'won' ? 'won' : undefined
  if (told === undefined) return current === 'open' ? 'won' : undefined
  return told === 'inquiry' && current !== undefined ? undefined : told
}
