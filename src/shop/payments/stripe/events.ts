import type { GatewayEvent } from '../gateway.ts'
import { orderOfMetadata } from './state.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** A linked resource is an id, or the whole resource with its id. */
const linkId = (value: unknown) => text(value) ?? (isObject(value) ? text(value['id']) : undefined)

const paymentTypes = new Set([
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.partially_funded',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.succeeded',
  'charge.pending',
  'charge.failed',
  'charge.expired',
  'charge.captured',
])

function kindOf(type: string): GatewayEvent['kind'] {
  if (paymentTypes.has(type)) return 'payment'
  if (type === 'charge.refunded' || /^(charge\.)?refund\./.test(type)) return 'refund'
  if (type.startsWith('charge.dispute.')) return 'dispute'
  return type === 'account.application.deauthorized' ? 'disconnected' : 'other'
}

/**
 * A message of the card processor; undefined when the bytes are none. Unknown types and versions are read as `other`,
 * which the caller acknowledges.
 */
export function readCardEvent(rawBody: Buffer): GatewayEvent | undefined {
  const message = parse(rawBody)
  if (message?.['object'] !== 'event') return undefined
  const id = text(message['id'])
  const type = text(message['type'])
  const resource = isObject(message['data']) ? message['data']['object'] : undefined
  return id && type && isObject(resource) ? eventOf(message, { id, type, resource }) : undefined
}

function eventOf(
  message: Json,
  { id, type, resource }: { id: string; type: string; resource: Json },
): GatewayEvent {
  const kind = kindOf(type)
  const seconds = message['created']
  return {
    gateway: 'card',
    id,
    providerType: type,
    kind,
    reference: referenceOf(resource),
    chargeId: resource['object'] === 'charge' ? text(resource['id']) : linkId(resource['charge']),
    ...orderOfMetadata(isObject(resource['metadata']) ? resource['metadata'] : {}),
    accountId: text(message['account']),
    createdAt: new Date(typeof seconds === 'number' ? seconds * 1000 : 0),
    live: message['livemode'] === true,
    refetch: kind === 'payment' || kind === 'refund' || kind === 'dispute',
  }
}

function referenceOf(resource: Json): string | undefined {
  if (resource['object'] === 'payment_intent') return text(resource['id'])
  return linkId(resource['payment_intent'])
}

function parse(rawBody: Buffer): Json | undefined {
  try {
    const value: unknown = JSON.parse(rawBody.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
