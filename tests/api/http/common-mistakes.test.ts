import { expect, test } from 'vitest'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const ofParams = (json: { data: { params: Record<string, string> } }) =>
  Object.keys(json.data.params)

test('JSON that was read as a form is told so', async () => {
  const { status, json } = await app.events('POST', '/events', {
    as,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '{"title":"A night"}',
  })
  expect([status, json.code]).toEqual([400, 'rest_missing_callback_param'])
  expect(json.message).toContain('send Content-Type: application/json')
})

test('the id of an event under another name is told where it belongs', async () => {
  const { status, json } = await app.tickets('POST', '/tickets', {
    as,
    body: { event_id: 1, name: 'Chair', price: '10' },
  })
  expect(status).toBe(403)
  expect(json.message).toContain('event_id belongs into post_id')
})

test.each([
  [undefined, ['purchaser'], 'It is missing.'],
  ['Ada <ada@example.org>', ['purchaser'], 'It is a text.'],
  [[{ name: 'Ada', email: 'ada@example.org' }], ['purchaser'], 'It is a list.'],
  [{ first_name: 'Ada', email: 'ada@example.org' }, ['name'], 'Its `name` is missing'],
  [{ first_name: 'Ada', mail: 'ada@example.org' }, ['name', 'email'], 'Its `email` is missing'],
] as const)(
  'the purchaser %j is told its shape and every part that is wrong',
  async (purchaser, parts, said) => {
    const { id } = await ticketOnSale(app)
    const tickets = [{ ticket_id: id, quantity: 1 }]
    const cart = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
    const body = { cart_hash: cart.json.cart_hash, purchaser }
    const { status, json } = await app.tickets('POST', '/commerce/free/order', { body })
    expect([status, json.code, ofParams(json)]).toEqual([400, 'invalid-purchaser-info', parts])
    expect(json.message).toContain('{"name": "Ada Byron", "email": "ada@example.org"}')
    expect(json.message).toContain(said)
  },
)

test('a password for signing in is told from an application password', async () => {
  const basic = Buffer.from('admin:not-an-application-password').toString('base64')
  const got = await app.events('GET', '/events', { headers: { authorization: `Basic ${basic}` } })
  expect(got.status).toBe(401)
  if (got.json.code === 'incorrect_password')
    expect(got.json.message).toContain('application password')
})

test.each([
  ['GET', '/events/v1/events', 'stands at /svc/events/v1'],
  ['GET', '/svc/tickets/v2/tickets', 'stands at /svc/tickets/v1'],
  ['DELETE', '/svc/events/v1/events', 'This path takes GET, POST'],
  ['GET', '/svc/events/v1/evnts', 'No path of /svc/events/v1'],
] as const)('%s %s says what there is', async (method, path, said) => {
  const { status, json } = await app.call(method, path, { as })
  expect([status, json.code]).toEqual([404, 'rest_no_route'])
  expect(json.message).toContain(said)
})

test.each(['page[]=1&page[]=2', 'search[]=a', 'featured[]=true', 'page%5B%5D=1', 'search[x]=a'])(
  'a list where one value is declared is refused: %s',
  async query => {
    const { status, json } = await app.call('GET', `/svc/events/v1/events?${query}`)
    expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
    expect(ofParams(json)).toEqual([query.replace(/(?:\[|%5B).*/, '')])
  },
)

test('a repeated value still means the last, and lists may be written as lists', async () => {
  expect((await app.call('GET', '/svc/events/v1/events?page=9&page=1')).status).toBe(200)
  expect((await app.call('GET', '/svc/events/v1/events?include[]=1&include[]=2')).status).toBe(200)
})

test.each(['categories', 'tags'])(
  'an empty search of %s is refused, as one of events is',
  async kind => {
    const { status, json } = await app.call('GET', `/svc/events/v1/${kind}?search=`)
    expect([status, ofParams(json)]).toEqual([400, ['search']])
  },
)

test.each([' ', '\t ', '\u200b', '\u00ad', '-', '""', "'"])(
  'a search for %j, which has no word, fails in no list',
  async search => {
    const lists = ['events', 'venues', 'organizers', 'categories', 'tags']
    const routes = [
      ...lists.map(list => `/svc/events/v1/${list}`),
      ...['tickets', 'attendees', 'orders'].map(list => `/svc/tickets/v1/${list}`),
    ]
    for (const route of routes) {
      const path = `${route}?search=${encodeURIComponent(search)}`
      const { status } = await app.call('GET', path, { as })
      expect([route, status < 500]).toEqual([route, true])
    }
  },
)

test('a merchant who comes back without anything is told of every parameter at once', async () => {
  const { json } = await app.tickets('GET', '/commerce/wallet/on-boarding')
  expect(json.data.params).toEqual(
    expect.arrayContaining(['hash', 'merchantId', 'merchantIdInWallet', 'accountStatus']),
  )
})

test('an organizer has an e-mail address or none', async () => {
  const send = (email: string) =>
    app.events('POST', '/organizers', { as, body: { organizer: `Choir ${email}`, email } })
  for (const email of ['box@choir.example', '']) expect((await send(email)).status).toBe(201)
  const { status, json } = await send('ask at the door')
  expect([status, ofParams(json)]).toEqual([400, ['email']])
})

test('a page that is not there links to no other host', async () => {
  for (const path of ['//evil.example/x', '/\\evil.example/x', '///evil.example/x']) {
    const { status, text } = await app.call('GET', path, { headers: { accept: 'text/html' } })
    expect(status).toBe(404)
    expect(text).not.toMatch(/href="[/\\]{2,}/)
  }
})

test('a kept feed does not name the language in which somebody else asked for it', async () => {
  await ticketOnSale(app)
  const own = async (query: string) =>
    /rel="self" href="([^"]*)"/.exec((await app.call('GET', `/events.atom${query}`)).text)?.[1]
  expect(await own('?lang=en&x=1')).not.toContain('lang')
  expect(await own('?lang=en')).toMatch(/\/events\.atom$/)
})

test('OPTIONS tells defaults and formats', async () => {
  const argsOf = async (space: 'events' | 'tickets', path: string, method: string) => {
    const { json } = await app[space]('OPTIONS', path)
    return json.endpoints.find((one: { methods: string[] }) => one.methods.includes(method)).args
  }
  expect((await argsOf('events', '/events', 'POST')).all_day.default).toBe(false)
  expect((await argsOf('events', '/events', 'GET')).geoloc_lat.format).toBe('double')
  const coupon = await argsOf('tickets', '/coupons', 'POST')
  expect([coupon.slug.format, coupon.display_name.format]).toEqual(['text-field', 'text-field'])
})
