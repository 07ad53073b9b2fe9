import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { normalizeForSearch } from '../../../src/core/text.ts'
import { fillCart } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ OPEN_CARTS_PER_ADDRESS: '100000', HELD_PLACES_PER_ADDRESS: 'off' })
const as = 'administrator' as const
const list = (path: string, who: Parameters<typeof app.admin>[2] = { as }) =>
  app.admin('GET', path, who)
const numbers = (json: any) => json.rows.map(({ number }: any) => number)

async function buy(name: string, email: string, ...tickets: readonly number[]) {
  const [first = 0, ...more] = tickets
  const cart_hash = await fillCart(app, first, 1)
  for (const ticket_id of more) {
    const body = { provider: 'tc', cart_hash, tickets: [{ ticket_id, quantity: 1 }] }
    await app.tickets('POST', '/cart', { body })
  }
  const body = { cart_hash, purchaser: { name, email } }
  const { json } = await app.tickets('POST', '/commerce/free/order', { body })
  expect(json).toMatchObject({ id: expect.any(Number) })
  return json.id as number
}

const [one, two] = [await eventOnSale(app), await eventOnSale(app)]
const stalls = await ticketOnSale(app, { eventId: one, priceMinor: 0, name: 'Stalls' })
const box = await ticketOnSale(app, { eventId: two, priceMinor: 0, name: 'Box' })
const ada = await buy('Ada Byron', 'ada+x@example.org', stalls.id)
const zoe = await buy('Zoë Großmann', 'zoe@example.org', box.id)
const both = await buy('Søren O’Brien', 'soren@example.org', stalls.id, box.id)

test('the orders of a site are listed newest first, a page at a time, each once', async () => {
  const first = await list('/orders?limit=2&count=exact')
  expect(first.json).toMatchObject({ count: 3, next: expect.any(String) })
  expect(numbers(first.json)).toEqual([both, zoe])
  const second = await list(`/orders?limit=2&cursor=${first.json.next}`)
  expect(numbers(second.json)).toEqual([ada])
  expect(second.json).toMatchObject({ next: null })
  expect(second.json.rows[0]).toEqual({
    number: ada,
    created: expect.stringMatching(/Z$/),
    status: 'paid',
    who: 'Ada Byron',
    email: 'ada+x@example.org',
    events: expect.any(String),
    places: 1,
    method: 'free',
    currency: 'USD',
    total: '0.00',
    refunded: '0.00',
  })
})

test.each([
  ['search=ada', [ada]],
  ['search=ada%2Bx%40', [ada]],
  ['search=grossmann', [zoe]],
  ['search=obrien', [both]],
  ["search=o'brien soren", [both]],
  ['search=example.org -zoe', [both, ada]],
  [`search=${ada}`, [ada]],
  [`filter.event=${one}`, [both, ada]],
  [`filter.event=${one}&search=soren`, [both]],
  ['filter.status=paid,open&sort=number', [ada, zoe, both]],
  ['filter.status=failed', []],
  ['filter.email=ZOE@example.org', [zoe]],
  ['filter.total.gte=1', []],
  ['filter.total=0&filter.currency=USD', [both, zoe, ada]],
  ['filter.refunded=true', []],
  ['filter.dispute=false', [both, zoe, ada]],
  ['filter.created.gte=2001-01-01', [both, zoe, ada]],
  ['filter.created.lte=2001-01-01', []],
])('orders are narrowed by %s', async (query, expected) => {
  const { json, status } = await list(`/orders?${query}`)
  expect([status, json.rows ? numbers(json) : json]).toEqual([200, expected])
})

test('attendees and events are listed by the same grammar', async () => {
  const places = await list(
    `/attendees?filter.event=${one}&columns=name,ticket,order,status&sort=name`,
  )
  expect(places.json.rows).toEqual([
    { name: 'Ada Byron', ticket: 'Stalls', order: ada, status: 'valid' },
    { name: 'Søren O’Brien', ticket: 'Stalls', order: both, status: 'valid' },
  ])
  const inside = await list('/attendees?filter.checked_in=true')
  expect(inside.json.rows).toEqual([])
  const place = (await list(`/attendees?filter.order=${ada}&columns=number`)).json.rows[0].number
  const body = { checked_in: true }
  expect((await app.tickets('POST', `/attendees/${place}`, { as, body })).status).toBe(201)
  const came = async (query: string) => numbers((await list(`/attendees?${query}`)).json)
  expect(await came('filter.checked_in=true')).toEqual([place])
  expect(await came('filter.entered.gte=2001-01-01')).toEqual([place])
  expect(await came('filter.entered.lte=2001-01-01')).toEqual([])
  const events = await list('/events?columns=number,sold&sort=number')
  expect(events.json.rows).toEqual([
    { number: one, sold: 2 },
    { number: two, sold: 2 },
  ])
})

test.each([
  ['/orders?filter.colour=red', 'filter.colour', 'filter.status'],
  ['/orders?filter.stauts=paid', 'filter.stauts', 'filter.status'],
  ['/orders?columns=number,colour', 'columns', 'number, created'],
  ['/orders?sort=-colour', 'sort', 'created, number, total'],
  ['/orders?filter.status=gone', 'filter.status', 'paid, open'],
  ['/orders?filter.total=much', 'filter.total', '12.50'],
  ['/orders?filter.created=someday', 'filter.created', '2026-11-21'],
  ['/orders?filter.event=x', 'filter.event', 'ids'],
  ['/orders?cursor=abc', 'cursor', '`next`'],
  ['/orders?limit=201', 'limit', '200'],
  ['/attendees?filter.checked_in=maybe', 'filter.checked_in', 'true or false'],
])('%s is refused with what would be right', async (path, parameter, named) => {
  const { status, json } = await list(path)
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  expect(json.data.params[parameter]).toContain(named)
})

test('somebody with one event sees its rows alone, and of an order over two the own part', async () => {
  const person = { as: await personWith(app, { set: 'reader', eventId: one }) }
  const { json } = await list('/orders?columns=number,events,places,tickets,total', person)
  expect(json.rows).toEqual([
    { number: both, events: expect.any(String), places: 1, tickets: '1 × Stalls', total: '0.00' },
    { number: ada, events: expect.any(String), places: 1, tickets: '1 × Stalls', total: '0.00' },
  ])
  expect((await list('/orders', person)).json.rows[0]).not.toHaveProperty('email')
  expect((await list('/events', person)).json.rows).toHaveLength(1)
  // Nothing is told by what is refused, nor by an event that is somebody else's.
  for (const path of ['/orders?columns=email', '/orders?filter.email=zoe@example.org']) {
    expect((await list(path, person)).status).toBe(403)
  }
  expect((await list(`/orders?filter.event=${two}`, person)).json.rows).toEqual([])
  expect((await list('/orders?search=zoe', person)).json.rows).toEqual([])
  expect((await list('/orders?search=example', person)).json.rows).toEqual([])
  expect(
    (await list('/attendees', { as: await personWith(app, { set: 'door', eventId: one }) })).status,
  ).toBe(403)
})

test('what people are searched by follows a correction and leaves with an erasure', async () => {
  const id = await buy('Mallory Quux', 'mallory@example.org', stalls.id)
  expect(numbers((await list('/orders?search=quux')).json)).toEqual([id])
  await app.db
    .updateTable('orders')
    .set({ purchaser_name: 'Trent Quuux' })
    .where('id', '=', id)
    .execute()
  expect(numbers((await list('/orders?search=trent')).json)).toEqual([id])
  const erased = await app.db.transaction().execute(async tx => {
    await sql`update orders set purchaser_name = '', purchaser_email = '' where id = ${id}`.execute(
      tx,
    )
    await sql`update attendees set holder_name = '', purchaser_name = '', holder_email = '', search_text = E'\n' where order_id = ${id}`.execute(
      tx,
    )
    return sql<{
      text: string
    }>`select search_text as text from order_texts where order_id = ${id}`.execute(tx)
  })
  expect(erased.rows).toEqual([{ text: '\n\n' }])
  expect(numbers((await list('/orders?search=trent')).json)).toEqual([])
})

test('the database makes the text that people search for as the service does', async () => {
  const letters = fc.string({
    unit: fc.constantFrom(
      ...Array.from('aZ éÉøØßæÆœŒłŁđÐþÞıİςΣΆάЙйЁёЇїІЄєҐґ’‘“”«»–—‐ \u00a0\u200b\u0301ＡｂÅﬁ'),
    ),
    maxLength: 30,
  })
  const texts = fc.sample(letters, { numRuns: 300, seed: 4 })
  const { rows } = await sql<{ form: string }>`
    select search_form(said) as form from unnest(${texts}::text[]) with ordinality as t (said, at) order by at
  `.execute(app.db)
  expect(rows.map(({ form }) => form)).toEqual(texts.map(normalizeForSearch))
})
