import {
  type FailureFacts,
  GatewayRefused,
  GatewayUnavailable,
  type RefusalDetail,
  type RefusalKind,
} from '../gateway-errors.ts'
import { isObject, readJson } from './http.ts'

const provider = 'paypal'

const kindByIssue: Readonly<Record<string, RefusalKind>> = {
  INSTRUMENT_DECLINED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  PAYER_ACCOUNT_RESTRICTED: 'declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'declined',
  REFERENCED_CARD_EXPIRED: 'declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
  TRANSACTION_REFUSED: 'declined',
  TRANSACTION_BLOCKED_BY_PAYEE: 'declined',
  PAYEE_BLOCKED_TRANSACTION: 'declined',
  TRANSACTION_LIMIT_EXCEEDED: 'declined',
  COMPLIANCE_VIOLATION: 'declined',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  ORDER_ALREADY_CAPTURED: 'wrong_state',
  ORDER_ALREADY_COMPLETED: 'wrong_state',
  ORDER_NOT_APPROVED: 'wrong_state',
  PAYER_ACTION_REQUIRED: 'wrong_state',
  AMOUNT_CHANGE_NOT_ALLOWED: 'wrong_state',
  PENDING_CAPTURE: 'wrong_state',
  TRANSACTION_DISPUTED: 'wrong_state',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'wrong_state',
  CAPTURE_FULLY_REFUNDED: 'too_much',
  REFUND_AMOUNT_EXCEEDED: 'too_much',
  INVALID_RESOURCE_ID: 'not_found',
}

const publicReasons: Readonly<Record<RefusalKind, string>> = {
  declined: 'The payment was declined.',
  not_found: 'There is no such payment.',
  wrong_state: 'The payment is not in a state that allows this.',
  key_reused: 'This request was made before with other contents.',
  too_much: 'More than is left of the payment cannot be given back.',
  invalid: 'The payment provider does not accept this payment.',
}

// Findings after which a later try may succeed.
const passing = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS'])

/** Turns a failed answer into our error. Only the answer's name, findings and debug id are kept. */
export function walletError(
  operation: string,
  answer: { status: number; headers: Record<string, string>; text: string },
): Error {
  const { status } = answer
  const body = readJson(answer.text) ?? {}
  const details = detailsOf(body)
  const name = textOf(body['name']) ?? textOf(body['error']) ?? `HTTP_${status}`
  const requestId = textOf(body['debug_id']) ?? answer.headers['paypal-debug-id']
  const first = details[0] ?? { issue: name, description: textOf(body['message']) }
  const [code, text] = [first.issue, first.description]
  const facts: FailureFacts = { provider, operation, status, code, requestId, text }
  if (status === 401 || status === 403) return new GatewayUnavailable(facts, { retryable: false })
  if (isBusy(status) || details.some(({ issue }) => passing.has(issue))) {
    return new GatewayUnavailable(facts, {
      retryAfterSeconds: seconds(answer.headers['retry-after']),
    })
  }
  return refusal({ status, name, details, facts })
}

const isBusy = (status: number) => status === 409 || status === 429 || status >= 500 || status < 400

function refusal(answer: {
  status: number
  name: string
  details: readonly RefusalDetail[]
  facts: FailureFacts
}): GatewayRefused {
  const { details, facts, name } = answer
  const firstKind = details.map(({ issue }) => kindByIssue[issue]).find(kind => kind !== undefined)
  const kind = firstKind ?? (answer.status === 404 ? 'not_found' : 'invalid')
  const shown = kind === 'declined' ? details[0]?.description : undefined
  return new GatewayRefused(kind, facts, {
    publicReason: shown ?? publicReasons[kind],
    providerName: name,
    details,
  })
}

/** The answer belongs to another request: the provider repeats a key's first answer whatever is sent with it. */
export function keyReused(operation: string): GatewayRefused {
  return new GatewayRefused(
    'key_reused',
    { provider, operation, code: 'key_reused' },
    { publicReason: publicReasons.key_reused, providerName: 'KEY_REUSED' },
  )
}

/** The error for an impossible reference. */
export function unknownReference(operation: string): GatewayRefused {
  return new GatewayRefused(
    'not_found',
    { provider, operation },
    { publicReason: publicReasons.not_found, providerName: 'RESOURCE_NOT_FOUND' },
  )
}

function detailsOf(body: Record<string, unknown>): RefusalDetail[] {
  const list = Array.isArray(body['details']) ? body['details'] : []
  return list.filter(isObject).map(detail => ({
    issue: textOf(detail['issue']) ?? 'UNKNOWN',
    description: textOf(detail['description']) ?? '',
  }))
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const seconds = (header: string | undefined) =>
  header && /^\d{1,5}$/.test(header) ? Number(header) : undefined
