import { sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { LedgerLine } from './fake-card.ts'
import {
  type Provider,
  type ProviderAnswer,
  type ProviderRequest,
  startProvider,
} from './fake-provider.ts'
import { idMaker } from './fake-random.ts'
import { type WalletBooks, type WaysBack, walletBooks } from './fake-wallet-books.ts'
import { refuse, smallest, type WalletOrder, WalletRefusal } from './fake-wallet-shapes.ts'
import { testCertificate, testPrivateKey } from './fake-wallet-certificate.ts'
import { partnerRoutes, type WalletPartners, walletPartners } from './fake-wallet-partners.ts'
import { type WebhookQueue, webhookQueue } from './fake-webhooks.ts'
import { clientId, clientSecret, tokenDesk, type TokenDesk } from './fake-wallet-tokens.ts'

/**
 * A fake wallet provider on a socket: orders with request ids, approval, declined and pending captures,
 * partial refunds, reversals, messages signed with its own certificate, and sign-up of merchants.
 */
export type FakeWallet = Provider & {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  readonly certificateUrl: string
  readonly webhooks: WebhookQueue
  readonly partners: WalletPartners
  /** The buyer's actions on the wallet's page. */
  approve(reference: string): void
  /** The address to which the shop wants the buyer to return. */
  waysBack(reference: string): WaysBack
  /** Sets the result of this order's next capture. */
  setCapture(reference: string, meets: 'decline' | 'pending'): void
  finishCapture(captureId: string, arrives?: boolean): void
  setRefunds(arrive: 'now' | 'later'): void
  finishRefund(refundId: string, arrives?: boolean): void
  pendingRefunds(): string[]
  needAction(reference: string): void
  /** Reverses this order's payment and sends the message. */
  reverse(reference: string): void
  /** Deletes an unpaid order, as the provider does after a while. */
  expire(reference: string): void
  order(reference: string): WalletOrder
  ledger(): LedgerLine[]
  /** Ends all access tokens early. */
  endTokens(): void
  announce(type: string, resource: object): void
}

export type FakeWalletOptions = {
  clock: { now(): Date }
  onAnswer?: (path: string, status: number, body: unknown) => void
}
const webhookId = '8WH00000000000000'
const certificatePath = '/v1/notifications/certs/CERT-fa4e0000-11112222'

export async function startFakeWallet(options: FakeWalletOptions): Promise<FakeWallet> {
  const now = () =>
    options.clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
  const id = idMaker('wallet-events')
  let url = ''
  const webhooks = webhookQueue(message => ({
    rawBody: Buffer.from(message.body),
    headers: walletHeaders(message.body, {
      id: id('', 32),
      time: now(),
      webhookId,
      certificateUrl: url + certificatePath,
    }),
  }))
  function announce(type: string, resource: object, kind = 'capture') {
    const eventId = id('WH-', 30).toUpperCase()
    const event = {
      id: eventId,
      event_version: '1.0',
      create_time: now(),
      resource_type: kind,
      resource_version: '2.0',
      event_type: type,
      summary: type,
      resource,
      links: [
        { href: `${url}/v1/notifications/webhooks-events/${eventId}`, rel: 'self', method: 'GET' },
      ],
    }
    options.onAnswer?.('event', 200, event)
    webhooks.add({ id: eventId, type, body: JSON.stringify(event) })
  }
  const books = walletBooks({
    url: () => url,
    now,
    merchantId: 'FAKEMERCHANTX',
    tell: (type, kind, resource) => announce(type, structuredClone(resource), kind),
  })
  const partners = walletPartners(() => url)
  const tokens = tokenDesk(partners)
  const memory = answerMemory(request => respond({ books, partners, tokens, request }))
  const provider = await startProvider({
    handle: memory.handle,
    forgetKeys: memory.forget,
    keyOf: request => request.headers['paypal-request-id'],
    outage: () => ({
      name: 'INTERNAL_SERVER_ERROR',
      message: 'An internal server error occurred.',
      debug_id: 'fake',
    }),
    onAnswer: (request, answer) =>
      options.onAnswer?.(`${request.method} ${request.path}`, answer.status, answer.body),
  })
  url = provider.url
  const facts = { clientId, clientSecret, webhookId, certificateUrl: url + certificatePath }
  const more = { webhooks, partners, announce, endTokens: tokens.endAll }
  return Object.assign(provider, hooks(books), facts, more)
}

/** The headers that sign a message. */
export function walletHeaders(
  body: string,
  given: { id: string; time: string; webhookId: string; certificateUrl: string; key?: string },
): Record<string, string> {
  const signed = [given.id, given.time, given.webhookId, crc32(body)].join('|')
  const signature = sign('RSA-SHA256', Buffer.from(signed), given.key ?? testPrivateKey)
  return {
    'content-type': 'application/json',
    'paypal-transmission-id': given.id,
    'paypal-transmission-time': given.time,
    'paypal-transmission-sig': signature.toString('base64'),
    'paypal-cert-url': given.certificateUrl,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}

function hooks(books: WalletBooks) {
  const captureOf = (reference: string) =>
    books.order(reference).purchase_units[0].payments?.captures.at(-1)?.id ?? ''
  return {
    approve: (reference: string) => void books.approve(reference),
    waysBack: books.waysBack,
    setCapture: books.setCapture,
    finishCapture: (captureId: string, arrives = true) => books.finishCapture(captureId, arrives),
    setRefunds: books.setRefunds,
    finishRefund: (refundId: string, arrives = true) => books.finishRefund(refundId, arrives),
    pendingRefunds: () =>
      books
        .orders()
        .flatMap(({ purchase_units: [unit] }) => unit.payments?.refunds ?? [])
        .filter(({ status }) => status === 'PENDING')
        .map(({ id }) => id),
    needAction: books.needAction,
    reverse: (reference: string) => books.reverse(captureOf(reference)),
    expire: books.expire,
    order: books.order,
    ledger: () =>
      books.orders().map(({ id: reference, purchase_units: [unit] }) => {
        const taken = (unit.payments?.captures ?? []).filter(
          ({ status }) => status !== 'DECLINED' && status !== 'PENDING',
        )
        const back = (unit.payments?.refunds ?? []).filter(({ status }) => status !== 'FAILED')
        return {
          reference,
          currency: unit.amount.currency_code,
          charged: taken.reduce((total, one) => total + smallest(one.amount), 0),
          refunded: back.reduce((total, one) => total + smallest(one.amount), 0),
          charges: taken.length,
        }
      }),
  }
}

/** A known request id returns what it created, in its present state, whatever the body. */
function answerMemory(fresh: (request: ProviderRequest) => ProviderAnswer) {
  const answers = new Map<string, ProviderAnswer>()
  function handle(request: ProviderRequest): ProviderAnswer {
    const id = request.method === 'POST' ? request.headers['paypal-request-id'] : undefined
    const key = id && `${request.path} ${id}`
    const known = key && answers.get(key)
    if (known) return { ...known, status: known.status === 201 ? 200 : known.status }
    const answer = fresh(request)
    const declined = JSON.stringify(answer.body).includes('INSTRUMENT_DECLINED')
    if (key && (answer.status < 300 || declined)) answers.set(key, answer)
    return answer
  }
  return { handle, forget: () => answers.clear() }
}

type Turn = {
  books: WalletBooks
  partners: WalletPartners
  tokens: TokenDesk
  request: ProviderRequest
}

const debug = { debug_id: 'fa4edeb1d0000', links: [] }

const unprocessable =
  'The requested action could not be performed, semantically incorrect, or failed business validation.'

const names: Readonly<Record<number, { name: string; message: string }>> = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  422: { name: 'UNPROCESSABLE_ENTITY', message: unprocessable },
}

function respond(turn: Turn): ProviderAnswer {
  const { request, tokens } = turn
  if (request.path === '/v1/oauth2/token') return tokens.issue(request)
  if (request.path === certificatePath) return { status: 200, body: testCertificate }
  if (!tokens.knows(request.headers['authorization'])) {
    return {
      status: 401,
      body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
    }
  }
  try {
    const answer = partnerRoutes(turn.partners, request) ?? route(turn)
    return { ...answer, body: structuredClone(answer.body) }
  } catch (error) {
    if (!(error instanceof WalletRefusal)) throw error
    const { status, details } = error
    return {
      status,
      body: { ...names[status], details, ...debug },
      headers: { 'paypal-debug-id': debug.debug_id },
    }
  }
}

function route({ books, request }: Turn): ProviderAnswer {
  const { method, path } = request
  const [, , area, kind, key = '', action = ''] = path.split('/')
  const body: unknown = request.text === '' ? {} : JSON.parse(request.text)
  const brief = request.headers['prefer'] !== 'return=representation'
  const view = ({ id, status, links, ...rest }: WalletOrder) => ({
    id,
    status,
    links,
    ...(!brief && rest),
  })
  switch (`${method} ${area}/${kind}${key ? '/id' : ''}${action ? `/${action}` : ''}`) {
    case 'POST checkout/orders': {
      const { purchase_units: units, application_context: back } = body as {
        purchase_units: Parameters<WalletBooks['create']>
        application_context?: WaysBack
      }
      return { status: 201, body: view(books.create(units[0], back)) }
    }
    case 'GET checkout/orders/id':
      return { status: 200, body: books.order(key) }
    case 'PATCH checkout/orders/id':
      books.patch(key, body as Parameters<WalletBooks['patch']>[1])
      return { status: 204, body: '' }
    case 'POST checkout/orders/id/capture':
      return { status: 201, body: view(books.capture(key)) }
    case 'GET payments/captures/id':
      return { status: 200, body: books.captureView(key) }
    case 'POST payments/captures/id/refund':
      return { status: 201, body: books.refund(key, body as Parameters<WalletBooks['refund']>[1]) }
    default:
      return refuse(404, 'INVALID_RESOURCE_ID')
  }
}
