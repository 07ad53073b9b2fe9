import type { Stripe } from 'stripe'
import { moneyFromCard, sum } from '../amounts.ts'
import type {
  Charge,
  Decline,
  KnownDispute,
  KnownRefund,
  ListedPayment,
  PaymentFacts,
  PaymentKind,
  PaymentState,
} from '../gateway.ts'
import { hide } from '../hidden.ts'

export type Intent = Stripe.PaymentIntent

/** Whether a linked resource was sent whole instead of as its id. */
export const isSpread = <T extends object>(link: string | T | null | undefined): link is T =>
  typeof link === 'object' && link !== null

type Facts = {
  refunds?: readonly Stripe.Refund[] | undefined
  disputes?: readonly Stripe.Dispute[] | undefined
}

// Statuses of older and newer API versions are included; an unknown one counts as in progress.
const kinds: Readonly<Record<string, PaymentKind>> = {
  requires_payment_method: 'created',
  requires_source: 'created',
  requires_confirmation: 'needs_action',
  requires_action: 'needs_action',
  requires_source_action: 'needs_action',
  requires_capture: 'needs_action',
  processing: 'processing',
  succeeded: 'paid',
  canceled: 'cancelled',
}

/** A payment intent in our terms (contract.md 15.1). */
export function stateOfIntent(intent: Intent, more: Facts = {}): PaymentState {
  const facts = factsOf(intent, more)
  const kind = kinds[intent.status] ?? 'processing'
  if (kind === 'created' && intent.last_payment_error) {
    return { ...facts, kind: 'needs_payment_method', decline: declineOf(intent.last_payment_error) }
  }
  if (kind === 'cancelled') {
    const reason: string | null = intent.cancellation_reason
    return { ...facts, kind: reason === 'automatic' || reason === 'expired' ? 'expired' : kind }
  }
  return kind === 'needs_payment_method' || kind === 'declined' || kind === 'expired'
    ? { ...facts, kind: 'processing' }
    : { ...facts, kind }
}

function declineOf(error: Intent['last_payment_error']): Decline {
  return {
    code: error?.decline_code ?? error?.code ?? 'declined',
    reason: (error?.type === 'card_error' && error.message) || 'The payment was declined.',
  }
}

function factsOf(intent: Intent, more: Facts): PaymentFacts {
  const charge = isSpread(intent.latest_charge) ? intent.latest_charge : undefined
  const refunds = (more.refunds ?? charge?.refunds?.data ?? []).map(knownRefund)
  const back = refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => amount)
  return {
    gateway: 'card',
    reference: intent.id,
    ...orderOfMetadata(intent.metadata),
    amount: moneyFromCard(intent.amount, intent.currency),
    received: moneyFromCard(intent.amount_received, intent.currency),
    refunded: sum(back, intent.currency),
    refunds,
    disputes: (more.disputes ?? []).map(knownDispute),
    chargeId: isSpread(intent.latest_charge)
      ? intent.latest_charge.id
      : (intent.latest_charge ?? undefined),
    clientSecret: intent.client_secret ? hide(intent.client_secret) : undefined,
    approveUrl: undefined,
  }
}

/** Metadata that mark a payment as made by Marquee, for an order of this installation. */
export const cardMark = ({ installation, orderId, eventIds = [] }: Charge) => ({
  marquee: installation,
  order_id: String(orderId),
  ...(eventIds.length > 0 && { events: eventIds.slice(0, 20).join(',') }),
})

/** A charge as the processor's list has it: its mark is that of the payment intent when it was confirmed. */
export function listedPayment(charge: Stripe.Charge): ListedPayment {
  const { id, payment_intent: intent, metadata, currency, created } = charge
  return {
    reference: isSpread(intent) ? intent.id : (intent ?? id),
    ...orderOfMetadata(metadata),
    eventIds: numbersIn(metadata['events']),
    held: moneyFromCard(charge.amount_captured - charge.amount_refunded, currency),
    at: new Date(created * 1000),
  }
}

/** Ids in a text that may have been written by anybody: `12` or `12, 13`. */
function numbersIn(text: string | undefined): number[] {
  if (text === undefined || !/^[1-9]\d{0,14}(?:, ?[1-9]\d{0,14}){0,49}$/.test(text)) return []
  return [...new Set(text.split(',').map(Number))]
}

/** Reads order and installation from metadata, which may contain anything. */
export function orderOfMetadata({ marquee, order_id: id }: Readonly<Record<string, unknown>>) {
  const isMarked = typeof marquee === 'string' && marquee !== ''
  if (!isMarked || typeof id !== 'string' || !/^\d{1,15}$/.test(id)) {
    return { orderId: undefined, installation: undefined }
  }
  return { orderId: Number(id), installation: marquee }
}

const refundStates: Readonly<Record<string, KnownRefund['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
}

function knownRefund(refund: Stripe.Refund): KnownRefund {
  return {
    id: refund.id,
    amount: moneyFromCard(refund.amount, refund.currency),
    state: refundStates[refund.status ?? ''] ?? 'pending',
    key: refund.metadata?.['refund_key'],
    ...attendeesIn(refund.metadata?.['attendees']),
  }
}

/** The attendees that somebody wrote down at a refund in the processor's own pages: `12` or `12, 13`. */
function attendeesIn(text: string | undefined): { attendees?: readonly number[] } {
  const attendees = numbersIn(text)
  return attendees.length > 0 ? { attendees } : {}
}

function knownDispute(dispute: Stripe.Dispute): KnownDispute {
  const status: string = dispute.status
  const won = ['won', 'warning_closed', 'prevented'].includes(status)
  const due = dispute.evidence_details?.due_by
  const inquiry = status.startsWith('warning_') ? 'inquiry' : 'open'
  return {
    id: dispute.id,
    amount: moneyFromCard(dispute.amount, dispute.currency),
    state: won ? 'won' : status === 'lost' ? 'lost' : inquiry,
    ...(due && { answerBy: new Date(due * 1000) }),
  }
}
