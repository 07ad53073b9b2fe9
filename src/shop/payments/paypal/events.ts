import type { DisputeTold, GatewayEvent } from '../gateway.ts'
import { isObject, readJson } from './http.ts'
import { idInLink, orderOfCapture, orderOfMark, type WireCapture } from './state.ts'

const kinds: Readonly<Record<string, GatewayEvent['kind']>> = {
  'CHECKOUT.ORDER.APPROVED': 'payment',
  'CHECKOUT.ORDER.COMPLETED': 'payment',
  'CHECKOUT.ORDER.SAVED': 'payment',
  'CHECKOUT.ORDER.VOIDED': 'payment',
  'CHECKOUT.ORDER.PROCESSED': 'payment',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'payment',
  'PAYMENT.CAPTURE.COMPLETED': 'payment',
  'PAYMENT.CAPTURE.PENDING': 'payment',
  'PAYMENT.CAPTURE.DENIED': 'payment',
  'PAYMENT.CAPTURE.DECLINED': 'payment',
  'PAYMENT.CAPTURE.REFUNDED': 'refund',
  'PAYMENT.REFUND.PENDING': 'refund',
  'PAYMENT.REFUND.FAILED': 'refund',
  'PAYMENT.CAPTURE.REVERSED': 'dispute',
  'CUSTOMER.DISPUTE.CREATED': 'dispute',
  'CUSTOMER.DISPUTE.UPDATED': 'dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'dispute',
  'MERCHANT.PARTNER-CONSENT.REVOKED': 'disconnected',
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** A message of the wallet; undefined when the bytes are none. Unknown types are read as `other`. */
export function readWalletEvent(rawBody: Buffer, live: boolean): GatewayEvent | undefined {
  const message = readJson(rawBody.toString('utf8'))
  const id = text(message?.['id'])
  const type = text(message?.['event_type'])
  const resource = message?.['resource']
  if (!message || !id || !type || !isObject(resource)) return undefined
  return { ...eventOf(type, resource), id, live, createdAt: instant(message['create_time']) }
}

function instant(value: unknown): Date {
  const at = new Date(text(value) ?? 0)
  return Number.isNaN(at.getTime()) ? new Date(0) : at
}

function eventOf(
  type: string,
  resource: Record<string, unknown>,
): Omit<GatewayEvent, 'id' | 'live' | 'createdAt'> {
  const kind = kinds[type] ?? 'other'
  return {
    gateway: 'wallet',
    providerType: type,
    kind,
    ...subjectOf(type, resource),
    ...orderOfMark(text(resource['custom_id']) ?? markOfUnit(resource)),
    accountId: text(resource['merchant_id']),
    ...(type.startsWith('CUSTOMER.DISPUTE.') && { dispute: disputeIn(type, resource) }),
    refetch: kind === 'payment' || kind === 'refund' || kind === 'dispute',
  }
}

function markOfUnit(resource: Record<string, unknown>): string | undefined {
  const units = resource['purchase_units']
  const unit: unknown = Array.isArray(units) ? units[0] : undefined
  return isObject(unit) ? text(unit['custom_id']) : undefined
}

function subjectOf(type: string, resource: Record<string, unknown>) {
  const id = text(resource['id'])
  const capture = resource as WireCapture
  const captureAbove = idInLink(capture.links, '/v2/payments/captures/')
  if (type.startsWith('CHECKOUT.ORDER.')) return { reference: id, chargeId: undefined }
  if (type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
    return { reference: text(resource['order_id']), chargeId: undefined }
  }
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    return { reference: undefined, chargeId: disputedCapture(resource) }
  }
  // Messages about refunds have the refund; its capture is in the link named `up`.
  const chargeId = captureAbove ?? (type.startsWith('PAYMENT.CAPTURE.') ? id : undefined)
  return { reference: orderOfCapture(capture), chargeId }
}

/** The deadline of a dispute and how it ended, which the order does not show. */
function disputeIn(type: string, resource: Record<string, unknown>): DisputeTold {
  const due = text(resource['seller_response_due_date'])
  const answerBy = due === undefined ? undefined : new Date(due)
  const outcome = resource['dispute_outcome']
  const code = isObject(outcome) ? text(outcome['outcome_code']) : undefined
  return {
    isEnded: type === 'CUSTOMER.DISPUTE.RESOLVED' || text(resource['status']) === 'RESOLVED',
    isForBuyer: code === 'RESOLVED_BUYER_FAVOUR',
    ...(answerBy && !Number.isNaN(answerBy.getTime()) && { answerBy }),
  }
}

function disputedCapture(resource: Record<string, unknown>): string | undefined {
  const list = resource['disputed_transactions']
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isObject(first) ? text(first['seller_transaction_id']) : undefined
}
