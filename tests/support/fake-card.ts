import { createHmac } from 'node:crypto'
import { parse } from 'qs'
import type { Stripe } from 'stripe'
import { type CardBooks, cardBooks, type DisputeEnd, type TestCard } from './fake-card-books.ts'
import { newEvent } from './fake-card-objects.ts'
import { CardRefusal, refuse } from './fake-card-refusals.ts'
import {
  type Provider,
  type ProviderAnswer,
  type ProviderRequest,
  startProvider,
} from './fake-provider.ts'
import { idMaker } from './fake-random.ts'
import { type WebhookQueue, webhookQueue } from './fake-webhooks.ts'

/** One payment in the fake's own books, in the provider's units. */
export type LedgerLine = {
  reference: string
  currency: string
  charged: number
  refunded: number
  /** The number of charges. More than one is a double charge. */
  charges: number
}

/**
 * A fake card processor on a socket: payment intents with idempotency keys, declines, 3-D Secure, delayed
 * payments, partial refunds, disputes, signed messages, and network faults.
 */
export type FakeCard = Provider & {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly webhooks: WebhookQueue
  /** The buyer's actions in the browser. A declined card is a result here, not an error. */
  pay(reference: string, card?: TestCard): { status: string; declined: boolean }
  authenticate(reference: string, passes?: boolean): void
  finish(reference: string, arrives?: boolean): void
  /** New refunds succeed at once (the default) or wait for `finishRefund`. */
  setRefunds(arrive: 'now' | 'later'): void
  /** Whether the merchant's balance is empty, so that new refunds are refused. */
  refuseRefunds(isEmpty: boolean): void
  finishRefund(refundId: string, arrives?: boolean): void
  pendingRefunds(): string[]
  dispute(reference: string, status?: 'warning_needs_response'): string
  /** Ends a dispute or an inquiry; a bank may go on to a dispute after its inquiry was closed. */
  closeDispute(disputeId: string, how: DisputeEnd): void
  /** The provider cancels the intent. */
  expire(reference: string): void
  intent(reference: string): Stripe.PaymentIntent
  ledger(): LedgerLine[]
  /** Queues a message of any type about any resource. */
  announce(type: string, resource: object, more?: { apiVersion?: string }): void
}

export type FakeCardOptions = {
  clock: { now(): Date }
  /** Called with every complete response; see gateway-shapes.ts. */
  onAnswer?: (path: string, status: number, body: unknown) => void
}

const secretKey = 'sk_test_fakeCardProcessorKey000000'
const webhookSecret = 'whsec_fakeCardProcessorSigningSecret'
const apiVersion = '2026-10-28.endive'

export async function startFakeCard(options: FakeCardOptions): Promise<FakeCard> {
  const seconds = () => Math.floor(options.clock.now().getTime() / 1000)
  const eventId = idMaker('card-events')
  const webhooks = webhookQueue(message => ({
    rawBody: Buffer.from(message.body),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': cardSignature(message.body, webhookSecret, seconds()),
    },
  }))
  function announce(type: string, resource: object, more: { apiVersion?: string } = {}) {
    const id = eventId('evt_fake', 24)
    const version = more.apiVersion ?? apiVersion
    const event = newEvent({ id, type, created: seconds(), apiVersion: version, resource })
    options.onAnswer?.('event', 200, event)
    webhooks.add({ id, type, body: JSON.stringify(event) })
  }
  const books = cardBooks(seconds, (type, resource) => announce(type, structuredClone(resource)))
  const memory = answerMemory(books)
  const provider = await startProvider({
    handle: memory.handle,
    keyOf: request => request.headers['idempotency-key'],
    outage: status => ({
      error: { type: 'api_error', message: `The fake is out of order: ${status}` },
    }),
    onFailedAfterEffect: memory.remember,
    forgetKeys: memory.forget,
    onAnswer: (request, answer) => options.onAnswer?.(request.path, answer.status, answer.body),
  })
  return Object.assign(provider, hooks(books), { secretKey, webhookSecret, webhooks, announce })
}

/** The header that signs a message; tests can set several secrets and times. */
export function cardSignature(body: string, secret: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

function hooks(books: CardBooks) {
  return {
    pay(reference: string, card: TestCard = 'pm_card_visa') {
      try {
        return { status: books.confirm(reference, card).status, declined: false }
      } catch (error) {
        if (!(error instanceof CardRefusal) || error.problem.status !== 402) throw error
        return { status: books.intent(reference).status, declined: true }
      }
    },
    authenticate: (reference: string, passes = true) => void books.authenticate(reference, passes),
    finish: (reference: string, arrives = true) => void books.finish(reference, arrives),
    setRefunds: books.setRefunds,
    refuseRefunds: books.emptyBalance,
    finishRefund: (refundId: string, arrives = true) => void books.finishRefund(refundId, arrives),
    pendingRefunds: () =>
      books
        .refunds()
        .filter(({ status }) => status === 'pending')
        .map(({ id }) => id),
    dispute: (reference: string, status?: 'warning_needs_response') =>
      books.dispute(reference, status).id,
    closeDispute: (disputeId: string, how: DisputeEnd) => void books.closeDispute(disputeId, how),
    expire: (reference: string) => void books.cancel(reference, 'automatic'),
    intent: books.intent,
    ledger: () =>
      books.intents().map(({ id: reference, currency }) => {
        const taken = books.charges().filter(one => one.payment_intent === reference && one.paid)
        return {
          reference,
          currency,
          charged: taken.reduce((total, one) => total + one.amount_captured, 0),
          refunded: taken.reduce((total, one) => total + one.amount_refunded, 0),
          charges: taken.length,
        }
      }),
  }
}

/**
 * The HTTP side with the processor's idempotency: the same request under a key gets the same response,
 * another request an error.
 */
function answerMemory(books: CardBooks) {
  const answers = new Map<string, { fingerprint: string; answer: ProviderAnswer }>()
  const fingerprint = ({ method, path, text }: ProviderRequest) => `${method} ${path} ${text}`

  function handle(request: ProviderRequest): ProviderAnswer {
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const known = key === undefined ? undefined : answers.get(key)
    if (known && known.fingerprint !== fingerprint(request)) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    if (known) {
      return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    }
    const answer = respond(books, request)
    // A request refused before it began is not stored under its key.
    if (key !== undefined && answer.status !== 400) remember(request, answer)
    return answer
  }
  function remember(request: ProviderRequest, answer: ProviderAnswer) {
    const key = request.headers['idempotency-key']
    if (key === undefined || request.method !== 'POST') return
    answers.set(key, { fingerprint: fingerprint(request), answer: structuredClone(answer) })
  }
  return { handle, remember, forget: () => answers.clear() }
}

function respond(books: CardBooks, request: ProviderRequest): ProviderAnswer {
  try {
    if (request.headers['authorization'] !== `Bearer ${secretKey}`) {
      const message = 'Invalid API Key provided: sk_test_****0000'
      refuse(401, { type: 'invalid_request_error', message })
    }
    return { status: 200, body: structuredClone(route(books, request)) }
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    const { status, error: body } = error.problem
    return { status, body: { error: body }, headers: { 'request-id': 'req_fake' } }
  }
}

type Form = Record<string, unknown>

function route(books: CardBooks, request: ProviderRequest): unknown {
  const [, version, kind = '', key = '', action = ''] = request.path.split('/')
  const form: Form = parse(request.method === 'GET' ? request.query : request.text, { depth: 8 })
  const name = `${request.method} ${kind}${key ? '/id' : ''}${action ? `/${action}` : ''}`
  const found = version === 'v1' ? routes[name] : undefined
  if (found) return found(books, key, form)
  const message = `Unrecognized request URL (${request.method}: ${request.path}).`
  return refuse(404, { type: 'invalid_request_error', message })
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const number = (value: unknown) => (typeof value === 'string' ? Number(value) : undefined)
const metadata = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, string>

const routes: Readonly<Record<string, (books: CardBooks, key: string, form: Form) => unknown>> = {
  'POST payment_intents': (books, _key, form) =>
    books.create({
      amount: number(form['amount']) ?? Number.NaN,
      currency: text(form['currency']) ?? '',
      metadata: metadata(form['metadata']),
      description: text(form['description']),
      receiptEmail: text(form['receipt_email']),
    }),
  'GET payment_intents/id': (books, key, form) => spread(books, books.intent(key), form),
  'POST payment_intents/id': (books, key, form) => {
    const amount = number(form['amount'])
    return books.update(key, {
      ...(amount !== undefined && { amount }),
      metadata: metadata(form['metadata']),
      description: text(form['description']),
      receiptEmail: text(form['receipt_email']),
    })
  },
  'POST payment_intents/id/confirm': (books, key, form) =>
    books.confirm(key, text(form['payment_method']) ?? 'pm_card_visa'),
  'POST payment_intents/id/cancel': (books, key, form) =>
    books.cancel(key, text(form['cancellation_reason'])),
  'POST refunds': (books, _key, form) =>
    books.refund({
      intent: text(form['payment_intent']) ?? '',
      amount: number(form['amount']),
      metadata: metadata(form['metadata']),
    }),
  'GET refunds': (books, _key, form) =>
    list('/v1/refunds', books.refundsOf(text(form['payment_intent']) ?? ''), 100),
  'GET refunds/id': (books, key) => books.refundById(key),
  'GET charges': (books, _key, form) => {
    const { gte } = form['created'] as { gte?: string }
    const all = books
      .charges()
      .filter(({ created }) => created >= Number(gte ?? 0))
      .toReversed()
    const after = all.findIndex(({ id }) => id === form['starting_after'])
    return list('/v1/charges', all.slice(after + 1), number(form['limit']) ?? 10)
  },
  'GET charges/id': (books, key) => books.charge(key),
  'GET disputes': (books, _key, form) =>
    list('/v1/disputes', books.disputesOf(text(form['payment_intent']) ?? ''), 100),
}

const list = <T>(url: string, data: readonly T[], most: number) => ({
  object: 'list',
  data: data.slice(0, most),
  has_more: data.length > most,
  url,
})

/** Replaces ids by whole resources where the caller asks for it. */
function spread(books: CardBooks, intent: Stripe.PaymentIntent, form: Form): unknown {
  const wanted = Array.isArray(form['expand']) ? form['expand'] : []
  const chargeId = typeof intent.latest_charge === 'string' ? intent.latest_charge : undefined
  if (!chargeId || !wanted.some(path => String(path).startsWith('latest_charge'))) return intent
  const charge = books.charge(chargeId)
  const refunds = list(`/v1/charges/${chargeId}/refunds`, books.refundsOf(chargeId), 10)
  const withRefunds = wanted.includes('latest_charge.refunds')
  return { ...intent, latest_charge: withRefunds ? { ...charge, refunds } : charge }
}
