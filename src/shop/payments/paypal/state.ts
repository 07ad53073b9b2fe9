import { moneyFromWallet, nothing, sum } from '../amounts.ts'
import type {
  Charge,
  Decline,
  KnownDispute,
  KnownRefund,
  PaymentFacts,
  PaymentKind,
  PaymentState,
} from '../gateway.ts'

// The members that we read of the wallet's answers. Any may be missing, because short answers omit some.
export type WireMoney = { currency_code: string; value: string }
type WireLink = { href?: string; rel?: string }
export type WireCapture = {
  id: string
  status?: string
  status_details?: { reason?: string }
  amount?: WireMoney
  custom_id?: string
  supplementary_data?: { related_ids?: { order_id?: string } }
  links?: readonly WireLink[]
}
export type WireRefund = { id: string; status?: string; amount?: WireMoney; custom_id?: string }
export type WireOrder = {
  id: string
  status?: string
  purchase_units?: readonly {
    reference_id?: string
    custom_id?: string
    amount?: WireMoney
    payments?: { captures?: readonly WireCapture[]; refunds?: readonly WireRefund[] }
  }[]
  links?: readonly WireLink[]
}

type OrderKind = Exclude<PaymentKind, 'needs_payment_method' | 'paid' | 'expired'>

const orderKinds: Readonly<Record<string, OrderKind>> = {
  CREATED: 'created',
  SAVED: 'processing',
  APPROVED: 'approved',
  VOIDED: 'cancelled',
  PAYER_ACTION_REQUIRED: 'needs_action',
  FAILED: 'declined',
  DECLINED: 'declined',
}

const took = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'])
const refusedCapture = new Set(['DECLINED', 'DENIED', 'FAILED'])
const disputeReasons = new Set(['BUYER_COMPLAINT', 'CHARGEBACK'])

// Money held back because of a dispute was received.
const isTaken = ({ status, status_details: details }: WireCapture) =>
  took.has(status ?? '') || (status === 'PENDING' && disputeReasons.has(details?.reason ?? ''))

/** A wallet order with its captures and refunds in our terms (contract.md 15.1). */
export function stateOfOrder(order: WireOrder): PaymentState {
  const captures = order.purchase_units?.[0]?.payments?.captures ?? []
  const facts = factsOf(order, captures)
  if (captures.some(isTaken)) return { ...facts, kind: 'paid' }
  const last = captures.at(-1)
  const kind = last ? kindOfCapture(last) : (orderKinds[order.status ?? ''] ?? 'processing')
  return kind === 'declined' ? { ...facts, kind, decline: declineOf(last) } : { ...facts, kind }
}

const kindOfCapture = ({ status }: WireCapture) =>
  refusedCapture.has(status ?? '') ? 'declined' : 'processing'

const declineOf = (capture: WireCapture | undefined): Decline => ({
  code: capture?.status_details?.reason ?? capture?.status ?? 'DECLINED',
  reason: 'The payment was declined.',
})

function factsOf(order: WireOrder, captures: readonly WireCapture[]): PaymentFacts {
  const unit = order.purchase_units?.[0]
  if (!unit?.amount) throw new Error('The wallet answered an order without an amount')
  const currency = unit.amount.currency_code
  const taken = captures.filter(isTaken)
  const refunds = (unit.payments?.refunds ?? []).map(refund => knownRefund(refund, currency))
  const back = refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => amount)
  return {
    gateway: 'wallet',
    reference: order.id,
    ...orderOfMark(unit.custom_id),
    amount: money(unit.amount),
    received: sum(
      taken.map(({ amount }) => (amount ? money(amount) : nothing(currency))),
      currency,
    ),
    refunded: sum(back, currency),
    refunds,
    disputes: captures.flatMap(disputeOf),
    chargeId: (taken[0] ?? captures.at(-1))?.id,
    clientSecret: undefined,
    approveUrl: order.links?.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href,
  }
}

const money = ({ value, currency_code: code }: WireMoney) => moneyFromWallet(value, code)

/** The mark on a purchase made by Marquee, for an order of this installation. */
export const walletMark = ({ installation, orderId }: Charge) =>
  `marquee-${installation}-${orderId}`

/** Reads order and installation from a mark, which may be any text. */
export function orderOfMark(mark: string | undefined) {
  const parts = /^marquee-([0-9A-Za-z]{1,64})-(\d{1,15})$/.exec(mark ?? '')
  return parts
    ? { orderId: Number(parts[2]), installation: parts[1] }
    : { orderId: undefined, installation: undefined }
}

const refundStates: Readonly<Record<string, KnownRefund['state']>> = {
  COMPLETED: 'done',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

export function knownRefund(refund: WireRefund, currency: string): KnownRefund {
  return {
    id: refund.id,
    amount: refund.amount ? money(refund.amount) : nothing(currency),
    state: refundStates[refund.status ?? ''] ?? 'pending',
    key: refund.custom_id,
  }
}

function disputeOf(capture: WireCapture): KnownDispute[] {
  const { status, status_details: details, amount, id } = capture
  if (!amount) return []
  if (status === 'REVERSED') return [{ id, amount: money(amount), state: 'lost' }]
  const open = disputeReasons.has(details?.reason ?? '')
  return open ? [{ id, amount: money(amount), state: 'open' }] : []
}

/** The order of a capture. */
export function orderOfCapture(capture: WireCapture): string | undefined {
  const related = capture.supplementary_data?.related_ids?.order_id
  return related ?? idInLink(capture.links, '/v2/checkout/orders/')
}

/** The id after a path in a link named `up`. */
export function idInLink(links: readonly WireLink[] | undefined, path: string): string | undefined {
  const href = links?.find(link => link.rel === 'up' && link.href?.includes(path))?.href
  return /^[A-Za-z0-9-]{1,64}/.exec(href?.split(path)[1] ?? '')?.[0]
}
