import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { client } from '../support/client.ts'
import type { FakeCard } from '../support/fake-card.ts'
import { randomFrom } from '../support/fake-random.ts'
import { adminAuthorization } from '../support/server-process.ts'
import { ask, type ServerRequest } from './ask.ts'
import { judge, purchaser } from './sale.ts'

const patienceMilliseconds = 120_000
const pauseMilliseconds = 60
const workers = 4

type Ticket = { id: number; eventId: number }

/** An order of three places, and what its staff were told of it last. */
type DeskOrder = {
  id: number
  reference: string
  attendees: readonly number[]
  purchaser: string
  holders: Map<number, string>
}

/** How many acts of each kind were done and refused, and answers that nobody should get. */
export type DeskTally = { acts: Map<string, number>; surprises: string[] }

export type DeskOptions = { base: () => string; card: FakeCard; seed: number }

/**
 * Staff who give money back, move places and correct names of orders by card, each with orders of their own. They repeat a
 * request with its key until they know its outcome.
 */
export async function openDesk({ base, card, seed }: DeskOptions) {
  const random = randomFrom(seed)
  const tally: DeskTally = { acts: new Map(), surprises: [] }
  const orders: DeskOrder[] = []
  const repeated = new Map<string, string>()
  const work: { stopped: boolean; failure?: unknown } = { stopped: false }
  const staff = (method: string, path: string, body?: unknown) =>
    client(base(), { authorization: adminAuthorization }).staff(method, path, body)
  const tickets = await putOnSale(staff)
  const [first] = tickets

  async function surely(request: ServerRequest) {
    const headers = { 'idempotency-key': randomUUID(), ...request.headers }
    const deadline = performance.now() + patienceMilliseconds
    for (;;) {
      const answer = await ask(base(), { ...request, headers })
      repeated.set(request.path, `${request.path}: ${answer.status} ${answer.text}`)
      const verdict = judge(answer)
      if (verdict === 'odd') {
        tally.surprises.push(`${request.path} ${answer.status} ${answer.text}`)
      }
      if (verdict === 'final') {
        repeated.delete(request.path)
        return answer
      }
      if (performance.now() > deadline) throw new Error(`${request.path}: ${answer.text}`)
      await wait((answer.status === 0 ? 5 : 1) * pauseMilliseconds * (1 + random()))
    }
  }

  async function act(name: string, request: ServerRequest): Promise<boolean> {
    const authorized = { ...request, headers: { authorization: adminAuthorization } }
    const { status } = await surely(authorized)
    const isDone = status < 300
    const words = `${name} ${isDone ? 'done' : 'refused'}`
    tally.acts.set(words, (tally.acts.get(words) ?? 0) + 1)
    return isDone
  }

  async function buy(): Promise<DeskOrder> {
    const path = '/tickets/v1/commerce/cardprocessor/order'
    const places = [{ ticket_id: first?.id, quantity: 3 }]
    const cart = { provider: 'tc', post_id: first?.eventId, tickets: places }
    const filled = await surely({ method: 'POST', path: '/tickets/v1/cart', body: cart })
    expect([filled.status, filled.json]).toEqual([200, expect.anything()])
    const { cart_hash } = filled.json
    const started = await surely({ method: 'POST', path, body: { cart_hash, purchaser } })
    expect([started.status, started.json]).toEqual([200, expect.anything()])
    const { payment_intent_id: reference, client_secret, order_id: id } = started.json
    card.pay(reference)
    const body = { cart_hash, client_secret }
    const settled = await surely({ method: 'POST', path: `${path}/${reference}`, body })
    expect([settled.status, settled.json]).toEqual([
      200,
      expect.objectContaining({ status: 'completed' }),
    ])
    const attendees = settled.json.attendees.map((one: { id: number }) => one.id)
    return { id, reference, attendees, purchaser: purchaser.name, holders: new Map() }
  }

  const some = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const newName = () => `Somebody ${Math.floor(random() * 1e9)}`

  async function actOn(order: DeskOrder) {
    const attendee = some(order.attendees)
    const kind = random()
    const refunds = `/tickets/v1/orders/${order.id}/refunds`
    if (kind < 0.2) {
      const body = { attendees: [attendee], method: some(['paid', 'paid', 'cash']) }
      await act('refund', { method: 'POST', path: refunds, body })
    } else if (kind < 0.35) {
      const body = { amount: (0.01 + Math.floor(random() * 300) / 100).toFixed(2) }
      await act('goodwill', { method: 'POST', path: refunds, body })
    } else if (kind < 0.7) {
      const body = { ticket: some(tickets).id, price: some(['new', 'keep']), settle: 'refund' }
      await act('move', { method: 'POST', path: `/admin/v1/attendees/${attendee}/moves`, body })
    } else if (kind < 0.85) {
      const name = newName()
      const path = `/admin/v1/attendees/${attendee}`
      const isDone = await act('holder', { method: 'PATCH', path, body: { name } })
      if (isDone) order.holders.set(attendee, name)
    } else {
      const name = newName()
      const path = `/admin/v1/orders/${order.id}`
      if (await act('purchaser', { method: 'PATCH', path, body: { name } })) order.purchaser = name
    }
  }

  async function worker() {
    const own: DeskOrder[] = []
    while (!work.stopped) {
      if (own.length < 2 || random() < 0.1) {
        const order = await buy()
        own.push(order)
        orders.push(order)
      } else await actOn(some(own))
    }
  }

  const deliver = () =>
    card.webhooks.deliver(async ({ rawBody, headers }) => {
      const path = '/tickets/v1/commerce/cardprocessor/webhook'
      return (await ask(base(), { method: 'POST', path, raw: rawBody, headers })).status
    })

  async function deliverWhileOpen() {
    while (!work.stopped) {
      await deliver()
      await wait(pauseMilliseconds)
    }
  }

  return {
    tally,
    orders,
    staff,
    /** How many acts have an outcome; throws what ended the work of one of the staff. */
    acts: () => {
      if (work.failure !== undefined) throw work.failure
      return [...tally.acts.values()].reduce((sum, count) => sum + count, 0)
    },
    /** What staff send again and again, with the last answer. */
    repeated: () => [...repeated.values()].join('\n'),
    begin: () => {
      const all = Promise.all([deliverWhileOpen(), ...Array.from({ length: workers }, worker)])
      // Awaited below; until then whoever waits for an act is told.
      all.catch(error => {
        work.failure = error
      })
      return async () => {
        work.stopped = true
        await all
        for (let round = 0; card.webhooks.pending.length > 0 && round < 100; round += 1) {
          await deliver()
        }
      }
    },
    differences: () => differencesOf(orders, { card, staff }),
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
type Staff = ReturnType<typeof client>['staff']

const cents = (amount: string | undefined) => Math.round(Number(amount ?? '0') * 100)

/** What is not as staff were told, or not as the provider has it; one sentence each. */
async function differencesOf(
  orders: readonly DeskOrder[],
  { card, staff }: { card: FakeCard; staff: Staff },
): Promise<string[]> {
  const ledger = new Map(card.ledger().map(line => [line.reference, line]))
  const found: string[] = []
  for (const { id, reference, purchaser: name, holders } of orders) {
    const { json: order } = await staff('GET', `/tickets/v1/orders/${id}`)
    const refunds = order.refunds as { state: string; method: string; amount: string }[]
    const open = refunds.filter(({ state }) => state !== 'done')
    if (open.length > 0) found.push(`order ${id}: ${JSON.stringify(open)} is half done`)
    const back = refunds
      .filter(({ method }) => method === 'paid')
      .reduce((sum, { amount }) => sum + cents(amount), 0)
    const atProvider = ledger.get(reference)?.refunded
    if (back !== atProvider) found.push(`order ${id}: ${back} back here, ${atProvider} there`)
    if (cents(order.refunded) > cents(order.paid)) found.push(`order ${id}: more back than paid`)
    if (order.purchaser.name !== name) found.push(`order ${id} is of ${order.purchaser.name}`)
    for (const [attendee, holder] of holders) {
      const { status, json } = await staff('GET', `/admin/v1/attendees/${attendee}`)
      if (status === 200 && json.name !== holder) found.push(`place ${attendee} is of ${json.name}`)
    }
  }
  return found
}

/** Lets interrupted refunds look as if nobody had touched them for ten minutes. No service may run on the database. */
export async function letRefundsAge(environment: Record<string, string>) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
  const { pool, close } = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
  await pool.query(`update refunds set created_at = created_at - interval '10 minutes',
    updated_at = updated_at - interval '10 minutes' where state in ('reserved', 'sent')`)
  await close()
}

async function putOnSale(staff: Staff): Promise<Ticket[]> {
  const event = await staff('POST', '/events/v1/events', {
    title: 'A long night',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  expect([event.status, event.json]).toEqual([201, expect.anything()])
  const sell = async (name: string, price: string) => {
    const made = await staff('POST', '/tickets/v1/tickets', {
      post_id: event.json.id,
      add_ticket_nonce: event.json.nonces.add,
      provider: 'tc',
      name,
      price,
      ticket: { mode: 'own', capacity: 5000 },
    })
    expect([made.status, made.json]).toEqual([202, expect.anything()])
    return { id: made.json.id as number, eventId: event.json.id as number }
  }
  return [await sell('Stalls', '30.50'), await sell('Back', '19.99'), await sell('Box', '45.00')]
}
