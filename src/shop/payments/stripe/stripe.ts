import { Stripe } from 'stripe'
import { assertAddsUp, gatewayMinorUnits, payableByCard } from '../amounts.ts'
import type {
  Charge,
  Gateway,
  GatewayEvent,
  PaymentPage,
  PaymentState,
  RefundRequest,
} from '../gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../gateway-errors.ts'
import { knowsRefund } from '../known-refund.ts'
import { operationKey, type Patience, patient, withRetries } from '../retry.ts'
import { checked, translateCardError } from './errors.ts'
import { cardHttp } from './http.ts'
import { readCardEvent } from './events.ts'
import { cardMark, type Intent, isSpread, listedPayment, stateOfIntent } from './state.ts'
import { checkCardSignature } from './signature.ts'
import { headerText } from '../webhook-signature.ts'

/**
 * The API version in which all answers are read. A message in a newer version only causes the payment to be read.
 */
export const cardApiVersion = '2026-10-28.endive'

export type CardOptions = {
  secretKey: string
  /** Signing secrets, newest first; the first three are tried. */
  webhookSecrets: readonly string[]
  /** Another address than the provider's; for tests. */
  apiBase?: string | undefined
  clock: { now(): Date }
  patience?: Patience | undefined
}

type Connection = { stripe: Stripe; patience: Patience }

/** Card payments through Stripe. */
export function stripeGateway(options: CardOptions): Gateway {
  const patience = options.patience ?? patient
  const connection: Connection = { stripe: connect(options, patience), patience }
  return {
    name: 'card',
    mode: options.secretKey.includes('_live_') ? 'live' : 'test',
    payable: payableByCard,
    start: charge => start(connection, charge),
    lookUp: reference => lookUp(connection, reference),
    cancel: reference => cancel(connection, reference),
    updateAmount: (reference, charge) => updateAmount(connection, reference, charge),
    refund: (reference, request) => refund(connection, reference, request),
    lookUpEvent: event => lookUpEvent(connection, event),
    listTaken: (since, after) => listTaken(connection, since, after),
    async verifyWebhook(rawBody, headers) {
      const verdict = checkCardSignature({
        rawBody,
        header: headerText(headers, 'stripe-signature'),
        secrets: options.webhookSecrets,
        now: options.clock.now(),
      })
      if (verdict !== 'right') return { kind: 'refused', because: verdict }
      const event = readCardEvent(rawBody)
      return event ? { kind: 'event', event } : { kind: 'refused', because: 'unreadable' }
    },
  }
}

function connect(options: CardOptions, patience: Patience): Stripe {
  const base = options.apiBase ? new URL(options.apiBase) : undefined
  return new Stripe(options.secretKey, {
    apiVersion: cardApiVersion,
    timeout: patience.timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: cardHttp(),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

/** One call with our timeouts, retries and errors; the answer is checked. */
function ask<T extends { id?: string; object: string }>(
  { patience }: Connection,
  operation: string,
  call: () => Promise<Stripe.Response<T>>,
): Promise<T> {
  return withRetries(patience, async () => {
    let answer: Stripe.Response<T>
    try {
      answer = await untraced(call)
    } catch (error) {
      throw translateCardError(operation, error)
    }
    return checked(operation, answer)
  })
}

/**
 * The SDK takes a stack trace of every call, for errors that are translated here anyway. Naming the lines of a trace
 * takes the processor longer than the call, and the source map for it 80 MB.
 */
function untraced<T>(call: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return call()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

async function start(connection: Connection, charge: Charge): Promise<PaymentState> {
  assertAddsUp(charge)
  const intent = await withSpareKeys(operationKey('start', charge.idempotencyKey), idempotencyKey =>
    ask(connection, 'start', () =>
      connection.stripe.paymentIntents.create(
        {
          amount: gatewayMinorUnits(charge.amount),
          currency: charge.amount.currency.toLowerCase(),
          automatic_payment_methods: { enabled: true },
          description: clip(charge.description, 500),
          metadata: metadataOf(charge),
          ...(charge.receiptEmail && { receipt_email: charge.receiptEmail }),
        },
        { idempotencyKey },
      ),
    ),
  )
  return stateOfIntent(intent)
}

const spareKeys = 3

/**
 * The processor repeats a 5xx for its key for a day, so the next of a fixed series of keys is used. A payment intent
 * hidden behind the first key cannot be paid by anybody, and a refund hidden behind it is found before the next key
 * is used.
 */
async function withSpareKeys<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await call(number === 1 ? key : `${key}.${number}`)
    } catch (error) {
      const isSpent = error instanceof GatewayUnavailable && error.keySpent
      if (!isSpent || number === spareKeys) throw error
    }
  }
}

// Cuts no character that takes two code units in half.
const clip = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

function metadataOf(charge: Charge): Record<string, string> {
  const given = Object.entries(charge.metadata ?? {})
    .slice(0, 40)
    .map(([name, value]) => [clip(name, 40), clip(value, 500)])
  return { ...Object.fromEntries(given), ...cardMark(charge) }
}

async function lookUp(connection: Connection, reference: string): Promise<PaymentState> {
  const intent: Intent = await ask(connection, 'lookUp', () =>
    connection.stripe.paymentIntents.retrieve(safeId(reference), {
      expand: ['latest_charge.refunds'],
    }),
  )
  return stateOfIntent(intent, await moreFacts(connection, intent))
}

// Ids may come from a URL, where other characters could address another resource.
function safeId(reference: string): string {
  if (/^[A-Za-z0-9_-]{1,255}$/.test(reference)) return reference
  throw new GatewayRefused(
    'not_found',
    { provider: 'stripe', operation: 'lookUp' },
    { publicReason: 'There is no such payment.', providerName: 'invalid_request_error' },
  )
}

/** Data that a payment intent itself does not include: long lists of refunds, and disputes. */
async function moreFacts(connection: Connection, intent: Intent) {
  const charge = isSpread(intent.latest_charge) ? intent.latest_charge : undefined
  const refunds = charge?.refunds?.has_more
    ? await ask(connection, 'list refunds', () =>
        connection.stripe.refunds.list({ payment_intent: intent.id, limit: 100 }),
      )
    : undefined
  const disputes = charge?.disputed
    ? await ask(connection, 'list disputes', () =>
        connection.stripe.disputes.list({ payment_intent: intent.id, limit: 100 }),
      )
    : undefined
  return { refunds: refunds?.data, disputes: disputes?.data }
}

/** Makes a change; when the payment is past that point, returns its present state. */
async function orPresentState(
  connection: Connection,
  reference: string,
  change: () => Promise<unknown>,
): Promise<PaymentState> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof GatewayRefused && error.kind === 'wrong_state')) throw error
  }
  return lookUp(connection, reference)
}

const cancel = (connection: Connection, reference: string) =>
  orPresentState(connection, reference, () =>
    ask(connection, 'cancel', () => connection.stripe.paymentIntents.cancel(safeId(reference))),
  )

async function updateAmount(
  connection: Connection,
  reference: string,
  charge: Charge,
): Promise<PaymentState> {
  assertAddsUp(charge)
  const intent = await ask(connection, 'updateAmount', () =>
    connection.stripe.paymentIntents.update(safeId(reference), {
      amount: gatewayMinorUnits(charge.amount),
      description: clip(charge.description, 500),
      metadata: metadataOf(charge),
      ...(charge.receiptEmail && { receipt_email: charge.receiptEmail }),
    }),
  )
  return stateOfIntent(intent)
}

async function refund(
  connection: Connection,
  reference: string,
  request: RefundRequest,
): Promise<PaymentState> {
  const amount = gatewayMinorUnits(request.amount)
  const metadata = {
    refund_key: request.idempotencyKey,
    ...(request.reason && { reason: clip(request.reason, 500) }),
  }
  return withSpareKeys(operationKey('refund', request.idempotencyKey), async idempotencyKey => {
    // It was made before, perhaps so long ago that the processor has forgotten the key.
    const before = await lookUp(connection, reference)
    if (knowsRefund(before, request, payableByCard)) return before
    await ask(connection, 'refund', () =>
      connection.stripe.refunds.create(
        { payment_intent: reference, amount, metadata },
        { idempotencyKey },
      ),
    )
    return lookUp(connection, reference)
  })
}

async function listTaken(
  connection: Connection,
  since: Date,
  after: string | undefined,
): Promise<PaymentPage> {
  const { data, has_more: hasMore } = await ask(connection, 'list charges', () =>
    connection.stripe.charges.list({
      created: { gte: Math.floor(since.getTime() / 1000) },
      limit: 100,
      ...(after !== undefined && { starting_after: after }),
    }),
  )
  const payments = data.filter(({ paid, captured }) => paid && captured).map(listedPayment)
  const last = data.at(-1)
  return {
    payments,
    looked: data.length,
    oldest: last && new Date(last.created * 1000),
    next: hasMore ? last?.id : undefined,
  }
}

async function lookUpEvent(
  connection: Connection,
  event: GatewayEvent,
): Promise<PaymentState | undefined> {
  if (!event.refetch) return undefined
  if (event.reference) return lookUp(connection, event.reference)
  if (!event.chargeId) return undefined
  const { chargeId } = event
  const charge = await ask(connection, 'lookUp charge', () =>
    connection.stripe.charges.retrieve(safeId(chargeId)),
  )
  const intent = charge.payment_intent
  const reference = isSpread(intent) ? intent.id : intent
  return reference ? lookUp(connection, reference) : undefined
}
