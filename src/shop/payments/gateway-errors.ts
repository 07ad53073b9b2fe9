import { redact } from './hidden.ts'

/** What an operator may be told of a provider's failed answer. Nothing of our request is included. */
export type FailureFacts = {
  provider: string
  /** The operation, such as `capture`. */
  operation: string
  status?: number | undefined
  code?: string | undefined
  /** The provider's own id of the request, for its support. */
  requestId?: string | undefined
  text?: string | undefined
}

const sentence = (facts: FailureFacts, verb: string) =>
  [
    `${facts.provider} ${verb} ${facts.operation}`,
    facts.status === undefined ? '' : `(${facts.status}${facts.code ? ` ${facts.code}` : ''})`,
    facts.status === undefined && facts.code ? `(${facts.code})` : '',
    facts.text ? `: ${redact(facts.text)}` : '',
  ]
    .filter(part => part !== '')
    .join(' ')
    .replace(' :', ':')

/**
 * The provider could not be reached: network, timeout, 5xx, 429, or our own credentials. **The effect may have
 * happened.** Repeat with the same idempotency key, or call `lookUp` first.
 */
export class GatewayUnavailable extends Error {
  readonly facts: FailureFacts
  /** False when trying again cannot help, as with refused credentials. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined
  /** The provider repeats this failure for this idempotency key: call `lookUp`, then use a new key. */
  readonly keySpent: boolean

  constructor(
    facts: FailureFacts,
    extras: {
      retryable?: boolean
      retryAfterSeconds?: number | undefined
      keySpent?: boolean
    } = {},
  ) {
    super(sentence(facts, 'did not answer'))
    this.name = 'GatewayUnavailable'
    this.facts = facts
    this.retryable = extras.retryable ?? true
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.keySpent = extras.keySpent ?? false
  }
}

/**
 * Why a provider refused: `declined` the buyer's means of payment; `not_found` an unknown reference; `wrong_state`
 * too late or too early for this; `key_reused` another request had this idempotency key; `too_much` more than was
 * paid; `invalid` anything else about the request.
 */
export type RefusalKind =
  | 'declined'
  | 'not_found'
  | 'wrong_state'
  | 'key_reused'
  | 'too_much'
  | 'invalid'

/** One finding of the provider, safe to show to the buyer. */
export type RefusalDetail = { issue: string; description: string }

/** The provider understood and refused. Nothing was charged or refunded by this call. */
export class GatewayRefused extends Error {
  readonly kind: RefusalKind
  readonly facts: FailureFacts
  /** A sentence for the buyer. */
  readonly publicReason: string
  /** The provider's name for the kind of error, e.g. `UNPROCESSABLE_ENTITY` or `card_error`. */
  readonly providerName: string
  readonly details: readonly RefusalDetail[]

  constructor(
    kind: RefusalKind,
    facts: FailureFacts,
    shown: { publicReason: string; providerName: string; details?: readonly RefusalDetail[] },
  ) {
    super(sentence(facts, 'refused'))
    this.name = 'GatewayRefused'
    this.kind = kind
    this.facts = facts
    this.publicReason = redact(shown.publicReason)
    this.providerName = shown.providerName
    this.details = (shown.details ?? []).map(({ issue, description }) => ({
      issue: redact(issue),
      description: redact(description),
    }))
  }
}

/** The account in use does not know the payment, which was made at a former one or is gone. */
export const isUnknownThere = (error: unknown): boolean =>
  error instanceof GatewayRefused && error.kind === 'not_found'
