import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type FakeCard, startFakeCard } from '../support/fake-card.ts'
import { randomFrom } from '../support/fake-random.ts'
import { client } from '../support/client.ts'
import { adminAuthorization } from '../support/server-process.ts'
import { type Answer, ask, type ServerRequest } from './ask.ts'
import { closedAfter } from './until-finished.ts'

const patienceMilliseconds = 120_000
const pauseMilliseconds = 60
const plenty = 5000
/** Few enough to sell out while faults happen. */
export const frontRow = 40

export const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }

/** What buyers and the door were told; compared at the end with what the service says. */
export type Books = {
  orders: Map<number, { way: 'free' | 'card'; attendees: number[] }>
  /** Orders paid at the provider whose buyer never came back. */
  paidOnly: Set<number>
  /** Attendees that the door was told are checked in. */
  admitted: Set<number>
  /** The number of responses per status; `lost` counts requests without a response. */
  answers: Record<string, number>
  /** Responses that nobody should ever get. */
  surprises: string[]
}

type Ticket = { id: number; postId: number }
type SoldTicket = { id: number; code: string }

/** A sale with buyers and a door. Both repeat requests until they know the outcome, as good clients do. */
export type Sale = {
  readonly books: Books
  readonly card: FakeCard
  readonly tickets: { free: Ticket; paid: Ticket; front: Ticket }
  /** Starts the buyers. The returned function stops them, each after the outcome of its last purchase. */
  begin(): () => Promise<void>
  /** Delivers the provider's messages until each was accepted. */
  deliverAll(): Promise<void>
  staff: ReturnType<typeof client>['staff']
}

export type SaleOptions = {
  /** The service's present address; it may change. */
  base: () => string
  card: FakeCard
  seed: number
  buyers?: number
}

/** The provider of a sale, and the settings with which the service uses it. */
export async function saleCard(): Promise<{ card: FakeCard; environment: Record<string, string> }> {
  const card = closedAfter(await startFakeCard({ clock: { now: () => new Date() } }))
  const environment = {
    STRIPE_SECRET_KEY: card.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    STRIPE_WEBHOOK_SECRETS: card.webhookSecret,
    STRIPE_API_BASE: card.url,
  }
  return { card, environment }
}

/** Puts an event with free and paid places on sale. */
export async function openSale({ base, card, seed, buyers = 6 }: SaleOptions): Promise<Sale> {
  const books: Books = {
    orders: new Map(),
    paidOnly: new Set(),
    admitted: new Set(),
    answers: {},
    surprises: [],
  }
  const random = randomFrom(seed)
  const staff: Sale['staff'] = (...args) =>
    client(base(), { authorization: adminAuthorization }).staff(...args)
  const tickets = await putOnSale(staff)
  const key = await staff('POST', '/tickets/v1/scanner-keys', { name: 'Gate' })
  const seats: SoldTicket[] = []
  const buying = { stopped: false }

  /** Repeats a request until its response is final. */
  async function surely(asked: ServerRequest): Promise<Answer> {
    const deadline = performance.now() + patienceMilliseconds
    for (;;) {
      const answer = await ask(base(), asked)
      const name = String(answer.status || 'lost')
      books.answers[name] = (books.answers[name] ?? 0) + 1
      const verdict = judge(answer)
      if (verdict === 'odd') books.surprises.push(`${asked.path} ${answer.status} ${answer.text}`)
      if (verdict === 'final') return answer
      if (performance.now() > deadline) throw new Error(`${asked.path}: no answer, ${answer.text}`)
      // No service is running: pause, because a starting one needs the machine.
      await wait((answer.status === 0 ? 5 : 1) * pauseMilliseconds * (1 + random()))
    }
  }

  const keyed = (path: string, body: object) =>
    surely({ method: 'POST', path, body, headers: { 'idempotency-key': randomUUID() } })

  /** The secret of a new cart, or nothing when sold out. */
  async function fillCart({ id, postId }: Ticket): Promise<string | undefined> {
    const quantity = 1 + Math.floor(random() * 3)
    const body = { provider: 'tc', post_id: postId, tickets: [{ ticket_id: id, quantity }] }
    const { status, json } = await keyed('/tickets/v1/cart', body)
    if (status === 409 && id === tickets.front.id) return undefined
    expect([status, json]).toEqual([200, expect.anything()])
    return json.cart_hash
  }

  function note(id: number, way: 'free' | 'card', made: { id: number; security_code: string }[]) {
    books.orders.set(id, { way, attendees: made.map(one => one.id) })
    for (const one of made) seats.push({ id: one.id, code: one.security_code })
  }

  async function orderFree() {
    const cart_hash = await fillCart(random() < 0.3 ? tickets.front : tickets.free)
    if (cart_hash === undefined) return
    const body = { cart_hash, purchaser }
    const { status, json } = await keyed('/tickets/v1/commerce/free/order', body)
    expect([status, json]).toEqual([200, expect.anything()])
    note(json.id, 'free', json.attendees)
  }

  async function orderByCard() {
    const cart_hash = await fillCart(tickets.paid)
    const path = '/tickets/v1/commerce/cardprocessor/order'
    const started = await keyed(path, { cart_hash, purchaser })
    expect([started.status, started.json]).toEqual([200, expect.anything()])
    const { payment_intent_id: reference, client_secret, order_id } = started.json
    card.pay(reference)
    if (random() < 0.3) {
      books.paidOnly.add(order_id)
      return
    }
    const settled = await keyed(`${path}/${reference}`, { cart_hash, client_secret })
    expect([settled.status, settled.json]).toEqual([
      200,
      expect.objectContaining({ status: 'completed' }),
    ])
    note(order_id, 'card', settled.json.attendees)
  }

  async function scan() {
    const seat = seats.splice(Math.floor(random() * seats.length), 1)[0]
    if (!seat) return
    const ticket = `https://x.test/?ticket_id=${seat.id}&security_code=${seat.code}`
    const { status, json } = await surely({
      method: 'POST',
      path: '/tickets/v1/check-ins',
      body: { ticket, nonce: randomUUID() },
      headers: { authorization: `Bearer ${key.json.api_key}` },
    })
    expect([status, json]).toEqual([201, expect.anything()])
    books.admitted.add(seat.id)
  }

  async function buyer() {
    while (!buying.stopped) {
      const what = random()
      if (what < 0.5) await orderFree()
      else if (what < 0.8) await orderByCard()
      else await scan()
    }
  }

  const deliver = () =>
    card.webhooks.deliver(async ({ rawBody, headers }) => {
      const path = '/tickets/v1/commerce/cardprocessor/webhook'
      return (await ask(base(), { method: 'POST', path, raw: rawBody, headers })).status
    })

  async function deliverWhileOpen() {
    while (!buying.stopped) {
      await deliver()
      await wait(pauseMilliseconds)
    }
  }

  return {
    books,
    card,
    tickets,
    staff,
    begin: () => {
      buying.stopped = false
      const all = Promise.all([deliverWhileOpen(), ...Array.from({ length: buyers }, buyer)])
      // Awaited below; until then nobody handles its rejection.
      all.catch(() => {})
      return async () => {
        buying.stopped = true
        await all
      }
    },
    deliverAll: async () => {
      for (let round = 0; card.webhooks.pending.length > 0; round += 1) {
        if (round > 100) throw new Error(`Messages are not taken: ${card.webhooks.pending.length}`)
        await deliver()
      }
    },
  }
}

/** Whether a response is final, calls for a retry, or is wrong. */
export function judge({ status, json, retryAfter, text }: Answer): 'final' | 'again' | 'odd' {
  if (status === 0 || status === 429) return 'again'
  if (status === 409 && json?.code === 'idempotency_key_in_use') return 'again'
  if (status < 500) return 'final'
  const isAway =
    status === 503 && json?.code === 'rest_unavailable' && json.data?.status === 503 && retryAfter
  return isAway && !/\n\s+at /.test(text) ? 'again' : 'odd'
}

async function putOnSale(staff: Sale['staff']): Promise<Sale['tickets']> {
  const event = await staff('POST', '/events/v1/events', {
    title: 'A long night',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  expect([event.status, event.json]).toEqual([201, expect.anything()])
  const sell = async (name: string, price: string, capacity = plenty) => {
    const made = await staff('POST', '/tickets/v1/tickets', {
      post_id: event.json.id,
      add_ticket_nonce: event.json.nonces.add,
      provider: 'tc',
      name,
      price,
      ticket: { mode: 'own', capacity },
    })
    expect([made.status, made.json]).toEqual([202, expect.anything()])
    return { id: made.json.id as number, postId: event.json.id as number }
  }
  return {
    free: await sell('Guest', ''),
    paid: await sell('Stalls', '30.50'),
    front: await sell('Front row', '', frontRow),
  }
}
