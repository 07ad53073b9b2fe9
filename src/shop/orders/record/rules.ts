/**
 * The moves an order may make (contract.md 8.4). Open orders wait for their payment. An order that failed may still be
 * completed, or refunded, by a payment that arrives late: money is never ignored.
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

/** Waiting for its payment; one such order per cart. */
export const openStatuses: readonly OrderStatus[] = ['created', 'pending', 'action-req', 'approved']

export const isOpen = (status: OrderStatus): boolean => openStatuses.includes(status)

/** Ended without being paid; its places are free again. */
export const failedStatuses: readonly OrderStatus[] = ['denied', 'not-completed', 'voided']

export const isFailed = (status: OrderStatus): boolean => failedStatuses.includes(status)

/**
 * Whether a line is what rounding the total added or took off: a fee, or a discount, of nobody (decisions/0015).
 */
export const isRounding = (line: {
  kind: string
  fee_id: number | null
  coupon_id: number | null
}): boolean =>
  (line.kind === 'fee' && line.fee_id === null) ||
  (line.kind === 'coupon' && line.coupon_id === null)

/** What an order knows of its payment; all money in minor units of one currency. */
export type Account = {
  status: OrderStatus
  /** What the gateway really has to move for the order's total. */
  payableMinor: number
  /** What came in, as the order knows it; more than nothing once a payment was taken note of. */
  paidMinor: number
}

/** A payment as the provider tells it. */
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
  /** The key we asked for it with; without one somebody else did. */
  key: string | undefined
}

export type DisputeNews = { id: string; state: 'inquiry' | 'open' | 'won' | 'lost' }

export type Settlement =
  | { kind: 'nothing' }
  /** Only the status changes. */
  | { kind: 'move'; to: OrderStatus }
  /** The order is paid: take the places, make the attendees; without places, give the money back. */
  | { kind: 'complete' }
  /** The order ended unpaid: free the places. */
  | { kind: 'fail'; to: OrderStatus }
  /** The payment came and went back before the order knew of it. */
  | { kind: 'came and went' }
  /** Another amount than the order's total; `paid` when that money came in and must go back. */
  | { kind: 'mismatch'; paid: boolean }

const openStatus = {
  needs_action: 'action-req',
  processing: 'pending',
  approved: 'approved',
} as const

/**
 * What a payment's state means for its order. It asks for nothing that has been done before, so any number of messages
 * in any order ends the same (contract.md 8.7).
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
  const back = payment.refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (back >= payment.receivedMinor) return { kind: 'came and went' }
  if (payment.receivedMinor !== order.payableMinor) return { kind: 'mismatch', paid: true }
  return { kind: 'complete' }
}

/** `sent`: the provider has it, and it is on its way. */
export type RefundState = 'reserved' | 'sent' | 'done' | 'failed'

const refundRank: Readonly<Record<RefundState, number>> = {
  reserved: 0,
  sent: 1,
  done: 2,
  failed: 3,
}

/** Where a refund stands after news of it; old news never lead back. A refund that was done may still bounce. */
export function nextRefundState(known: RefundState, news: RefundNews['state']): RefundState {
  const told = news === 'pending' ? 'sent' : news
  return refundRank[told] > refundRank[known] ? told : known
}

/**
 * What is new about a dispute, given what its order knows of it. A dispute that is not told of any more after it was
 * open has been closed for us; one that was closed stays so.
 */
export function disputeNews(
  known: DisputeNews['state'] | undefined,
  told: DisputeNews['state'] | undefined,
): DisputeNews['state'] | undefined {
  if (known === 'won' || known === 'lost' || known === told) return undefined
  if (told === undefined) return known === 'open' ? 'won' : undefined
  return known === 'open' && told === 'inquiry' ? undefined : told
}
