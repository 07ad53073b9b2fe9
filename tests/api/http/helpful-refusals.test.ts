// Database: in the short run the embedded one alone.
import { beforeAll, expect, test } from 'vitest'
import { type TestRequest, startApp } from '../../support/start-app.ts'
import { ticketOnSale } from '../../support/on-sale.ts'

const app = await startApp()

type Namespace = 'events' | 'tickets' | 'admin'

/** A mistake as a stranger makes it, and what the refusal must name. */
type Mistake = {
  what: string
  to: [Namespace, method: string, path: string]
  sent: TestRequest
  status: number
  names: readonly RegExp[]
}

const event = {
  title: 'A night',
  start_date: '2031-06-01 19:00',
  end_date: '2031-06-01 23:00',
  status: 'publish',
}
let eventId = 0
let nonce = ''
let ticketId = 0

beforeAll(async () => {
  const made = await app.events('POST', '/events', { as: 'administrator', body: event })
  eventId = made.json.id
  nonce = made.json.nonces.add
  const on = await ticketOnSale(app, { eventId })
  ticketId = on.id
})

const as = 'administrator' as const
const strict = { prefer: 'handling=strict' }

const mistakes = (): Mistake[] => [
  {
    what: 'a misspelt filter under strict handling',
    to: ['events', 'GET', '/events'],
    sent: { query: { serach: 'x' }, headers: strict },
    status: 400,
    names: [/serach is not a parameter/, /Did you mean search\?/],
  },
  {
    what: 'a misspelt member of a write under strict handling',
    to: ['events', 'POST', '/events'],
    sent: { as, body: { ...event, statuss: 'draft' }, headers: strict },
    status: 400,
    names: [/Did you mean status\?/],
  },
  {
    what: 'a cart line with a member that carts do not have',
    to: ['tickets', 'POST', '/cart'],
    sent: {
      body: { provider: 'tc', tickets: [{ ticket_id: 1, quantity: 1, amount: 2 }] },
      headers: strict,
    },
    status: 400,
    names: [/tickets\[0\]\[amount\] is not a parameter/, /quantity/],
  },
  {
    what: 'a cart line without a quantity',
    to: ['tickets', 'POST', '/cart'],
    sent: { body: { provider: 'tc', tickets: [{ ticket_id: 1 }] } },
    status: 400,
    names: [/Expected: .*`\[\{"ticket_id": 12, "quantity": 2\}\]`/],
  },
  {
    what: 'a scanner key for an event by another name',
    to: ['tickets', 'POST', '/scanner-keys'],
    sent: { as, body: { name: 'Gate', event_id: 1 } },
    status: 400,
    names: [/event_id is not a parameter/, /Did you mean event\?/],
  },
  {
    what: 'a filter that orders do not have',
    to: ['tickets', 'GET', '/orders'],
    sent: { as, query: { after: '2026-01-01' } },
    status: 400,
    names: [/after is not a parameter/, /It has: page, per_page/],
  },
  {
    what: 'an account with a misspelt role',
    to: ['admin', 'POST', '/users'],
    sent: { as, body: { login: 'x', email: 'x@example.org', rol: 'editor' } },
    status: 400,
    names: [/Did you mean role\?|Missing/],
  },
  {
    what: 'a ticket without a provider',
    to: ['tickets', 'POST', '/tickets'],
    sent: { as, body: { post_id: eventId, add_ticket_nonce: nonce, name: 'Seat', price: '5' } },
    status: 400,
    names: [/provider must be "tc".*"rsvp"/],
  },
  {
    what: 'a ticket without a nonce',
    to: ['tickets', 'POST', '/tickets'],
    sent: { as, body: { post_id: eventId, provider: 'tc', price: '5' } },
    status: 403,
    names: [/^Invalid nonce: add_ticket_nonce is missing/, /`nonces\.add` of the event/],
  },
  {
    what: 'a ticket with a nonce of something else',
    to: ['tickets', 'POST', '/tickets'],
    sent: { as, body: { post_id: eventId, add_ticket_nonce: 'x', provider: 'tc', price: '5' } },
    status: 403,
    names: [/add_ticket_nonce is wrong/, /GET \/events\/\{post_id\}/],
  },
  {
    what: 'a ticket for an event that is not there',
    to: ['tickets', 'POST', '/tickets'],
    sent: { as, body: { post_id: 99_999_999, add_ticket_nonce: nonce, provider: 'tc' } },
    status: 403,
    names: [/post_id is not an event that you may edit/],
  },
  {
    what: 'a ticket by somebody who is not signed in',
    to: ['tickets', 'POST', '/tickets'],
    sent: { body: { post_id: eventId, add_ticket_nonce: nonce, provider: 'tc' } },
    status: 403,
    names: [/sign in/],
  },
  {
    what: 'a ticket without a price',
    to: ['tickets', 'POST', '/tickets'],
    sent: { as, body: { post_id: eventId, add_ticket_nonce: nonce, provider: 'tc' } },
    status: 400,
    names: [/price is missing: send a decimal/],
  },
  {
    what: 'a price with a comma',
    to: ['tickets', 'POST', '/tickets'],
    sent: {
      as,
      body: { post_id: eventId, add_ticket_nonce: nonce, provider: 'tc', price: '12,50' },
    },
    status: 400,
    names: [/price must be a number/, /12\.50/],
  },
  {
    what: 'a cart with a ticket that is not there',
    to: ['tickets', 'POST', '/cart'],
    sent: { body: { provider: 'tc', tickets: [{ ticket_id: 99_999_999, quantity: 1 }] } },
    status: 404,
    names: [/ticket_id: .*99999999/, /GET \/tickets/],
  },
  {
    what: 'an order without the secret of a cart',
    to: ['tickets', 'POST', '/commerce/cardprocessor/order'],
    sent: { body: { purchaser: { name: 'Ada', email: 'ada@example.org' } } },
    status: 400,
    names: [/cart_hash/, /POST \/cart/],
  },
  {
    what: 'a start that is no date',
    to: ['events', 'POST', '/events'],
    sent: { as, body: { ...event, start_date: 'in a while' } },
    status: 400,
    names: [/start_date/, /Expected: Start, e\.g\. `2031-06-01 19:00`/],
  },
  {
    what: 'a change of a ticket without its nonce',
    to: ['tickets', 'POST', `/tickets/${ticketId}`],
    sent: { as, body: { post_id: eventId, name: 'Seat' } },
    status: 400,
    names: [/edit_ticket_nonce: `nonces\.edit` of the ticket/],
  },
  {
    what: 'a payment by the id of the order',
    to: ['tickets', 'POST', '/commerce/cardprocessor/order/17'],
    sent: { body: {} },
    status: 401,
    names: [/payment_intent_id/, /cart_hash/],
  },
  {
    what: 'a payment by the id of the order, though the caller may see it',
    to: ['tickets', 'POST', '/commerce/cardprocessor/order/17'],
    sent: { as, body: {} },
    status: 404,
    names: [/ends with the `payment_intent_id`.*not with the `order_id`/],
  },
  {
    what: 'a scan with a typed security code',
    to: ['tickets', 'POST', '/check-ins'],
    sent: { as, body: { ticket: 'a1b2c3' } },
    status: 403,
    names: [/whole text of the QR picture/, /GET \/qr/],
  },
  {
    what: 'a town for a time zone',
    to: ['events', 'POST', '/events'],
    sent: { as, body: { ...event, timezone: 'Oslo' } },
    status: 400,
    names: [/timezone/, /Expected: IANA name such as `Europe\/Oslo`/],
  },
  {
    what: 'the name of a venue',
    to: ['events', 'POST', '/events'],
    sent: { as, body: { ...event, venue: 'Opera House' } },
    status: 400,
    names: [/Expected: The venue: an id, its data such as `{"venue": "Opera House"}`/],
  },
  {
    what: 'a status that events do not have',
    to: ['events', 'POST', '/events'],
    sent: { as, body: { ...event, status: 'cancelled' } },
    status: 400,
    names: [/Expected: publish, future, draft/, /happening/],
  },
]

test.each(mistakes().map(({ what }, index) => [what, index] as const))(
  'the refusal of %s says what was wrong, what would be right, and where it is described',
  async (_, index) => {
    const { to, sent, status, names } = mistakes()[index] as Mistake
    const [namespace, method, path] = to
    const got = await app[namespace](method, path, sent)
    expect([got.status, got.text]).toEqual([status, expect.any(String)])
    const said = [got.json.message ?? '', ...Object.values(got.json.data.params ?? {})].join('\n')
    for (const name of names) expect(said).toMatch(name)
    if (!('msg' in got.json)) {
      const page = new URL(got.json.data.doc_url)
      const described = await app.call('GET', page.pathname)
      expect([described.status, described.text]).toEqual([
        200,
        expect.stringContaining(`id="${page.hash.slice(1)}"`),
      ])
    }
  },
)

test('a purchaser sent as text is refused with the way in which a form sends one', async () => {
  const lines = [{ ticket_id: ticketId, quantity: 1 }]
  const cart = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets: lines } })
  const form = { cart_hash: cart.json.cart_hash as string, purchaser: 'Ada' }
  const order = await app.tickets('POST', '/commerce/free/order', { form })
  expect([order.status, order.json.message]).toEqual([
    400,
    expect.stringContaining('purchaser[name] and purchaser[email]'),
  ])
})

test('events beyond the default window are found with start_date alone', async () => {
  const body = { ...event, title: 'Far away', start_date: '2041-06-01', end_date: '2041-06-02' }
  await app.events('POST', '/events', { as, body })
  const got = await app.events('GET', '/events', { query: { start_date: '2041-01-01' } })
  expect(got.json.events.map(({ title }: { title: string }) => title)).toEqual(['Far away'])
})

test('a browser that opens the OpenAPI address gets the documentation page, and a client the document', async () => {
  const page = await app.events('GET', '/doc', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.status, page.headers['location']]).toEqual([302, 'http://tickets.test/docs/events'])
  const document = await app.events('GET', '/doc')
  expect(document.json.openapi).toBe('3.1.0')
})
