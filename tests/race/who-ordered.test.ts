import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { buyer } from '../support/buyer.ts'
import { openTestDatabase } from '../support/database.ts'
import { servicesOver } from '../support/many-services.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import type { Got, TestApp } from '../support/start-app.ts'
import { pseudoRandom } from './seeds.ts'

/**
 * A buyer orders a cart whose link somebody sent, while its sender does everything at once that the cart's secret allows, at
 * three services over one database (docs/decisions/0059).
 */
const open = servicesOver(await openTestDatabase(), { RATE_LIMIT: 'off' })
const services = [await open(), await open(), await open()]
const [app] = services as [TestApp, ...TestApp[]]

const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }
const sender = { name: 'Mallory', email: 'mallory@example.org' }

const count = process.env['LONG'] === undefined ? 12 : 300
const seeds = Array.from({ length: count }, (_, at) => Number(process.env['SEED'] ?? 1) + at)

type Random = (below: number) => number
type Race = {
  random: Random
  priceMinor: number
  cart_hash: string
  ticketId: number
  eventId: number
}

const anyOf = <T>(random: Random, all: readonly T[]) => all[random(all.length)] as T

/** A service of a request, each time another one; the request begins after a few turns of the event loop. */
function atAnyService(random: Random): TestApp['call'] {
  return async (...request) => {
    for (let turns = random(20); turns > 0; turns -= 1) await new Promise(setImmediate)
    return anyOf(random, services).call(...request)
  }
}

async function aRace(seed: number): Promise<Race> {
  const random = pseudoRandom(seed)
  const priceMinor = anyOf(random, [0, 3000])
  const { id, eventId } = await ticketOnSale(app, { priceMinor, names: 'allowed' })
  const tickets = [{ ticket_id: id, quantity: 1 }]
  const { json } = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
  return { random, priceMinor, cart_hash: json.cart_hash, ticketId: id, eventId }
}

/** Everything that the sender of the link was answered while this went on. */
async function besieged(race: Race, going: Promise<unknown>): Promise<string[]> {
  const { random, cart_hash, ticketId } = race
  const buying = { isOver: false }
  void going.finally(() => (buying.isOver = true))
  const heard: string[] = []
  const siege = async () => {
    const call = atAnyService(random)
    const api = (method: string, path: string, body: object) =>
      call(method, `/svc/tickets/v1${path}`, { body: { cart_hash, ...body } })
    const own = buyer({ call })
    const acts: readonly (() => Promise<Got | { text: string }>)[] = [
      ...(['cardprocessor', 'wallet', 'free'] as const).flatMap(way =>
        [sender, ada].map(purchaser => () => api('POST', `/commerce/${way}/order`, { purchaser })),
      ),
      () =>
        api('PUT', '/cart', { provider: 'tc', tickets: [{ ticket_id: ticketId, quantity: 1 }] }),
      () => call('GET', `/svc/tickets/v1/cart?cart_hash=${cart_hash}`),
      async () => {
        await own.open(`/checkout?cart=${cart_hash}`)
        await own.post('/checkout', { ...ada, do: 'order' })
        return { text: own.at() + own.page().text }
      },
    ]
    for (let tries = 0; tries < 4 || (!buying.isOver && tries < 20); tries += 1) {
      heard.push((await anyOf(random, acts)()).text)
    }
  }
  await Promise.all([siege(), siege(), going])
  return heard
}

/** Orders in a browser that opened the link, and pays. Returns the order's page, where the browser came to one. */
async function inBrowser({ random, cart_hash, ticketId }: Race): Promise<string> {
  const visitor = buyer({ call: atAnyService(random) })
  await visitor.open(`/checkout/?cart=${cart_hash}`)
  const name = { [`attendees[t${ticketId}][0][name]`]: 'Grace Hopper' }
  for (let tries = 0; tries < 8; tries += 1) {
    const { text } = visitor.page()
    if (visitor.at().startsWith('/tickets-order')) break
    if (text.includes('action="/checkout/pay"')) await visitor.send('/checkout/pay', {}, 'succeed')
    else if (text.includes('name="email"')) {
      await visitor.send('/checkout', { ...ada, ...name }, 'order')
    } else break
  }
  return visitor.at()
}

/** Orders as a client does that takes the cart's secret from a link: with it and the purchaser alone. */
async function byInterface({ random, priceMinor, cart_hash }: Race): Promise<string> {
  const call = atAnyService(random)
  const path = `/svc/tickets/v1/commerce/${priceMinor > 0 ? 'cardprocessor' : 'free'}/order`
  const { json } = await call('POST', path, { body: { cart_hash, purchaser: ada } })
  const { payment_intent_id, client_secret } = json
  if (client_secret) {
    // The time that a person takes to type the number of a card.
    for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate)
    const body = { cart_hash, client_secret }
    await call('POST', `${path}/${payment_intent_id}`, { body })
  }
  return json.return_url ?? json.redirect_url ?? ''
}

/** The orders whose addresses, secret keys included, are in a text. */
const ordersIn = (text: string) =>
  [...text.matchAll(/tc-order-id=(\d+)&(?:amp;)?key=[\w-]{20}/g)].map(([, id]) => Number(id))

/** Races for all seeds; returns those in which the sender was told the order that the buyer got. `untilFound` ends with the first. */
async function stolen(how: (race: Race) => Promise<string>, untilFound = false) {
  const thefts: number[] = []
  let served = 0
  const more = Array.from({ length: untilFound ? 200 : 0 }, (_, at) => 10_000 + at)
  for (const seed of [...seeds, ...more]) {
    if (untilFound && thefts.length > 0) break
    const race = await aRace(seed)
    const buying = how(race)
    const heard = await besieged(race, buying)
    const [own] = ordersIn(await buying)
    const told = new Set(heard.flatMap(ordersIn))
    if (own !== undefined) served += 1
    if (own !== undefined && told.has(own)) thefts.push(seed)
    if (how === inBrowser) await expectOwnNames(race, { seed, heard, own })
  }
  return { thefts, served }
}

async function expectOwnNames(
  { ticketId, priceMinor }: Race,
  { seed, heard, own }: { seed: number; heard: string[]; own: number | undefined },
) {
  expect([seed, heard.filter(text => text.includes('Grace'))]).toEqual([seed, []])
  const sold = await app.db
    .selectFrom('attendees')
    .innerJoin('orders', 'orders.id', 'attendees.order_id')
    .select('orders.id')
    .where('attendees.ticket_id', '=', ticketId)
    .execute()
  // One cart is one order. Its sender may have opened it in a browser before, and ordered it if it was free.
  const orders = sold.map(({ id }) => id)
  const isTaken = own === undefined && (priceMinor === 0 || orders.length === 0)
  expect([seed, isTaken && orders.length < 2 ? [own] : orders]).toEqual([seed, [own]])
}

describe('a cart that its buyer orders while its sender does everything at once', () => {
  test('becomes an order that its buyer alone is told, in every browser', async () => {
    const { thefts, served } = await stolen(inBrowser)
    expect(thefts).toEqual([])
    expect(served).toBeGreaterThan(0)
    expect([await auditOrders(app.db), await auditStock(app.db)]).toEqual([[], []])
  }, 300_000)

  test('would be told its sender by a client that orders with the link’s secret, as this race finds', async () => {
    const { thefts } = await stolen(byInterface, true)
    expect(thefts.length).toBeGreaterThan(0)
  }, 300_000)
})
