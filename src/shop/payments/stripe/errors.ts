import { Stripe } from 'stripe'
import {
  type FailureFacts,
  GatewayRefused,
  GatewayUnavailable,
  type RefusalKind,
} from '../gateway-errors.ts'

const provider = 'stripe'

/**
 * The SDK returns a 404 or 500 whose body has no `error` as if it were a success. So an answer counts only with a 2xx
 * status and, unless it is a list, an id.
 */
export function checked<T extends { id?: string; object: string }>(
  operation: string,
  answer: Stripe.Response<T>,
): T {
  const { statusCode: status, requestId } = answer.lastResponse
  const whole = answer.object === 'list' || typeof answer.id === 'string'
  if (status >= 200 && status < 300 && whole) return answer
  throw new GatewayUnavailable(
    { provider, operation, status, requestId, code: 'unusable_answer' },
    { retryable: status >= 500 || status === 429 },
  )
}

/**
 * Turns an error of the SDK into ours. Nothing of the SDK's error is kept, because it contains the request with its
 * keys.
 */
export function translateCardError(operation: string, error: unknown): Error {
  if (error instanceof GatewayRefused) return error
  if (!(error instanceof Stripe.errors.StripeError)) {
    const text = error instanceof Error ? error.message : String(error)
    return new GatewayUnavailable({ provider, operation, code: 'sdk', text }, { retryable: false })
  }
  const facts: FailureFacts = {
    provider,
    operation,
    status: error.statusCode,
    code: error.code ?? error.rawType ?? error.type,
    requestId: error.requestId,
    text: error.message,
  }
  const unavailable = unavailableOf(error, facts)
  return unavailable ?? refusedOf(error, facts)
}

function unavailableOf(error: Stripe.errors.StripeError, facts: FailureFacts) {
  const status = error.statusCode
  if (status === 401 || status === 403) return new GatewayUnavailable(facts, { retryable: false })
  const busy = status === 409 || status === 429 || (status ?? 500) >= 500
  if (!busy) return undefined
  return new GatewayUnavailable(facts, {
    retryAfterSeconds: retryAfter(error.headers?.['retry-after']),
    keySpent: error.headers?.['idempotent-replayed'] === 'true',
  })
}

function retryAfter(header: string | undefined): number | undefined {
  return header && /^\d{1,5}$/.test(header) ? Number(header) : undefined
}

const kindByCode: Readonly<Record<string, RefusalKind>> = {
  resource_missing: 'not_found',
  payment_intent_unexpected_state: 'wrong_state',
  charge_already_captured: 'wrong_state',
  charge_already_refunded: 'too_much',
  charge_disputed: 'wrong_state',
}

function kindOf(error: Stripe.errors.StripeError, operation: string): RefusalKind {
  const kind = kindByCode[error.code ?? '']
  if (kind) return kind
  if (error.rawType === 'card_error') return 'declined'
  if (error.rawType === 'idempotency_error') return 'key_reused'
  if (operation === 'refund' && error.param === 'amount') return 'too_much'
  return error.statusCode === 404 ? 'not_found' : 'invalid'
}

const publicReasons: Readonly<Record<RefusalKind, string>> = {
  declined: 'The card was declined.',
  not_found: 'There is no such payment.',
  wrong_state: 'The payment is not in a state that allows this.',
  key_reused: 'This request was made before with other contents.',
  too_much: 'More than is left of the payment cannot be given back.',
  invalid: 'The payment provider does not accept this payment.',
}

/** Refusals that the buyer can do something about. */
const reasonByCode: Readonly<Record<string, string>> = {
  amount_too_small:
    'The total is less than the least that can be paid by card here; choose more, or ask the organiser. Nothing was charged.',
  amount_too_large:
    'The total is more than can be paid by card at once; choose less. Nothing was charged.',
}

function refusedOf(error: Stripe.errors.StripeError, facts: FailureFacts): GatewayRefused {
  const kind = kindOf(error, facts.operation)
  const fallback = reasonByCode[error.code ?? ''] ?? publicReasons[kind]
  const reason = kind === 'declined' ? error.message : fallback
  const issue = error.decline_code ?? error.code ?? kind
  return new GatewayRefused(kind, facts, {
    publicReason: reason || publicReasons.declined,
    providerName: error.rawType ?? 'api_error',
    details: [{ issue, description: reason || publicReasons.declined }],
  })
}
