// Database: in the short run the embedded one alone.
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

const event = {
  title: 'A night',
  start_date: '2031-06-01 19:00',
  end_date: '2031-06-01 23:00',
  status: 'publish',
}
let eventId = 0
let nonce = ''

beforeAll(async () => {
  const made = await app.events('POST', '/events', { as: 'administrator', body: event })
  eventId = made.json.id
  nonce = made.json.nonces.add
})

const as = 'administrator' as const
const strict = { prefer: 'handling=strict' }

test('an unknown parameter is always named in a header, and in the body when the client asks for it', async () => {
  const query = { per_page: 1, colour: 'red', größe: 1 }
  const usual = await app.events('GET', '/events', { query })
  expect(usual.status).toBe(200)
  expect(usual.headers['x-unknown-parameters']).toBe('colour, gr%c3%b6%c3%9fe')
  expect(usual.json).not.toHaveProperty('warnings')
  const lenient = { prefer: 'respond-async, handling=lenient' }
  const told = await app.events('GET', '/events', { query, headers: lenient })
  expect(told.json.warnings).toEqual([
    'colour is not a parameter of this route. It was ignored.',
    'gr%c3%b6%c3%9fe is not a parameter of this route. It was ignored.',
  ])
  expect(told.json.events).toEqual(usual.json.events)
  const draft = { ...event, statuss: 'draft' }
  const twice = { as, query: { statuss: 'draft' }, body: draft, headers: lenient }
  const written = await app.events('POST', '/events', twice)
  expect(written.status).toBe(201)
  expect(written.json.warnings).toEqual([expect.stringContaining('Did you mean status?')])
  expect(written.headers['x-unknown-parameters']).toBe('statuss')
})

test('the header naming unknown parameters is sent only to those who sent some, though the answer is kept once', async () => {
  const path = '/events?page=1&per_page=2'
  const odd = await app.events('GET', `${path}&a=1`)
  const other = await app.events('GET', `${path}&b=1`)
  const plain = await app.events('GET', path)
  const again = await app.events('GET', `${path}&a=1`)
  expect([odd, other, plain, again].map(got => got.headers['x-unknown-parameters'])).toEqual([
    'a',
    'b',
    undefined,
    'a',
  ])
  expect(new Set([odd, other, plain, again].map(got => got.text)).size).toBe(1)
})

test('the parameters that clients of the existing system send to every route are known', async () => {
  const query = {
    _fields: 'id',
    _embed: 1,
    _locale: 'user',
    _wpnonce: 'x',
    _jsonp: 'f',
    context: 'view',
    rest_route: '/',
  }
  const got = await app.events('GET', '/events', { query, headers: strict })
  expect([got.status, got.headers['x-unknown-parameters']]).toEqual([200, undefined])
})

test('with API_STRICT every route refuses unknown parameters, except those that providers and devices call', async () => {
  const site = await startApp({ API_STRICT: 'on' })
  const refused = await site.events('GET', '/events', { query: { colour: 'red' } })
  expect([refused.status, refused.json.data.params]).toEqual([
    400,
    { colour: expect.stringContaining('not a parameter') },
  ])
  const returned = await site.tickets('GET', '/commerce/cardprocessor/return', {
    query: { redirect_status: 'succeeded', anything: 1 },
  })
  expect(returned.json?.data?.params ?? {}).not.toHaveProperty('anything')
})

test('a parameter with different names in reads and writes is understood by both', async () => {
  const body = { post_id: eventId, add_ticket_nonce: nonce, provider: 'tc', price: '' }
  const ticket = await app.tickets('POST', '/tickets', {
    as,
    body: { ...body, title: 'Stalls', capacity: 500 },
  })
  expect(ticket.status).toBe(202)
  expect(ticket.json).toMatchObject({ title: 'Stalls', capacity: 500 })
  const cart = await app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ id: ticket.json.id, quantity: 2 }] },
  })
  expect(cart.json.tickets).toMatchObject([{ ticket_id: ticket.json.id, quantity: 2 }])
  const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
  const { cart_hash } = cart.json
  const order = await app.tickets('POST', '/commerce/free/order', {
    body: { cart_hash, purchaser },
  })
  const [guest] = order.json.attendees
  const inside = await app.tickets('POST', `/attendees/${guest.id}`, {
    as,
    body: { checked_in: true, title: 'Ada King' },
  })
  expect(inside.json).toMatchObject({ checked_in: true, title: 'Ada King' })
})
