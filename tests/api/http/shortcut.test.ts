// Database: in the short run a server alone, where there is one.
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

/** Headers that belong to one request or connection, not to the response. */
const passing = ['connection', 'date', 'keep-alive', 'request-id', 'x-ratelimit-remaining']

type Opened = Awaited<ReturnType<typeof openDoor>>

/** The service behind a real socket, where the shortcut is, with an event and a ticket. */
async function openDoor(environment: Record<string, string> = {}) {
  const app = await startApp(environment)
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  let wasShort = false
  // The framework ends a response only after its hooks, which take a turn of the event loop.
  app.http.server.on('request', (_request, response) => {
    wasShort = response.writableEnded
  })
  const ask = async (
    path: string,
    init: { method?: string; headers?: Record<string, string> } = {},
  ) => {
    const headers = { 'accept-encoding': 'identity', ...init.headers }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })
    const got = Object.fromEntries(response.headers)
    return { status: response.status, text: await response.text(), headers: got, wasShort }
  }
  /** Repeats a request until its response comes from memory. */
  const askWarm = async (path: string, headers: Record<string, string> = {}) => {
    await ask(path)
    await ask(path)
    return ask(path, { headers })
  }
  return { app, ask, askWarm, ...(await somethingToRead(app)) }
}

async function somethingToRead(app: TestApp) {
  const made = await app.events('POST', '/events', {
    as: 'administrator',
    body: {
      title: 'Søndagskonsert',
      start_date: '2027-06-01 19:00:00',
      end_date: '2027-06-01 21:00:00',
    },
  })
  const ticket = await app.tickets('POST', '/tickets', {
    as: 'administrator',
    body: {
      post_id: made.json.id,
      add_ticket_nonce: made.json.nonces.add,
      provider: 'tc',
      name: 'Seat',
      price: '',
      ticket: { mode: 'own', capacity: 5 },
    },
  })
  expect([made.status, ticket.status]).toEqual([201, 202])
  const event = `/svc/events/v1/events/${made.json.id}`
  return { event, ticket: `/svc/tickets/v1/tickets/${ticket.json.id}` }
}

const lasting = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)))

let door: Opened
let trusting: Opened
beforeAll(async () => {
  door = await openDoor()
  trusting = await openDoor({ CORS_ORIGINS: 'https://shop.example' })
})

describe('an answer sent from memory', () => {
  const readers: [string, Record<string, string>][] = [
    ['anybody', {}],
    ['a page of another site', { origin: 'https://elsewhere.example' }],
    ['a client with something else', { 'if-none-match': '"something else"' }],
  ]
  test.each(readers)('is for %s the same as the framework’s answer', async (_, headers) => {
    const { app, askWarm, event, ticket } = door
    const list = '/svc/events/v1/events?per_page=5&_fields=events,total'
    for (const path of [event, `${event}/`, list, ticket, '/svc/tickets/v1/tickets']) {
      const short = await askWarm(path, headers)
      const long = await app.call('GET', path, { headers })
      expect([path, short.wasShort, short.status, short.text]).toEqual([path, true, 200, long.text])
      expect(lasting(short.headers)).toEqual(lasting(long.headers))
      expect(short.headers['request-id']).toMatch(/^[\da-f-]{36}$/)
      expect(short.headers['request-id']).not.toBe((await askWarm(path)).headers['request-id'])
    }
  })

  test('is 304 for a client that has it', async () => {
    const { app, askWarm, event } = door
    const headers = { 'if-none-match': String((await askWarm(event)).headers['etag']) }
    const short = await askWarm(event, headers)
    const long = await app.call('GET', event, { headers })
    expect([short.wasShort, short.status, short.text]).toEqual([true, 304, ''])
    expect(lasting(short.headers)).toEqual(lasting(long.headers))
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('is compressed for a client that accepts %s', async (accepted, encoding) => {
    const { ask, askWarm, event } = door
    const headers = { 'accept-encoding': accepted }
    const plain = await askWarm(event)
    await askWarm(event, headers)
    const short = await askWarm(event, headers)
    expect([short.wasShort, short.text]).toEqual([true, plain.text])
    expect(short.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'Authorization, Cookie, Accept-Encoding',
    })
    expect(Number(short.headers['content-length'])).toBeLessThan(
      Number(plain.headers['content-length']) / 2,
    )
    expect(short.headers['etag']).not.toBe(plain.headers['etag'])
    const known = { ...headers, 'if-none-match': String(short.headers['etag']) }
    const again = await ask(event, { headers: known })
    expect([again.status, again.headers['etag']]).toEqual([304, short.headers['etag']])
    const inOther = { 'if-none-match': String(plain.headers['etag']) }
    expect((await askWarm(event, { ...headers, ...inOther })).status).toBe(304)
  })

  test('is not compressed when it is small, nor any answer to an identified caller', async () => {
    const { app, ask } = door
    const headers = { 'accept-encoding': 'br' }
    const small = await ask('/svc/tickets/v1/tickets?_fields=total', { headers })
    expect(small.headers['content-encoding']).toBeUndefined()
    const { authorization } = await app.person('administrator')
    const own = { ...headers, authorization }
    const known = await ask(door.event, { headers: own })
    expect([known.status, known.headers['content-encoding']]).toEqual([200, undefined])
  })

  test('is logged and counted like every other', async () => {
    const { app, askWarm, event } = door
    const { headers } = await askWarm(event)
    const line = app.watched.lines.find(said => said.includes(String(headers['request-id'])))
    expect(JSON.parse(line ?? '')).toMatchObject({
      reqId: headers['request-id'],
      method: 'GET',
      route: expect.stringContaining('/events/:id'),
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    })
    const counted = async () => {
      const { text } = await app.call('GET', '/metrics')
      const count = /^marquee_http_request_seconds_count\{.*events\/:id.*status="200"\} (\d+)$/m
      return Number(count.exec(text)?.[1])
    }
    const before = await counted()
    expect((await askWarm(event)).wasShort).toBe(true)
    expect(await counted()).toBe(before + 3)
  })

  test('ends with the next write, and after five minutes', async () => {
    const { app, ask, askWarm, event } = door
    expect((await askWarm(event)).wasShort).toBe(true)
    await app.call('POST', event, { as: 'administrator', body: { title: 'Mandagskonsert' } })
    const written = await ask(event)
    expect([written.wasShort, JSON.parse(written.text).title]).toEqual([false, 'Mandagskonsert'])
    expect((await askWarm(event)).wasShort).toBe(true)
    app.clock.advance(300)
    expect((await ask(event)).wasShort).toBe(false)
  })
})

describe('the framework answers instead of memory', () => {
  test.each([
    ['HEAD', { method: 'HEAD' }],
    ['credentials', { headers: { authorization: 'Basic eDp5' } }],
    ['a cookie', { headers: { cookie: 'a=b' } }],
    ['a nonce', { headers: { 'x-wp-nonce': 'abc' } }],
    ['an overridden method', { method: 'POST', headers: { 'x-http-method-override': 'GET' } }],
  ])('a request with %s', async (_, init) => {
    const { ask, askWarm, event } = door
    expect((await askWarm(event)).wasShort).toBe(true)
    expect((await ask(event, init)).wasShort).toBe(false)
  })

  test('a request with _envelope, which is an address of its own', async () => {
    const { askWarm, event } = door
    const enveloped = await askWarm(`${event}?_envelope=1`)
    expect([enveloped.wasShort, JSON.parse(enveloped.text).status]).toEqual([false, 200])
  })
})

test('where origins are trusted, Vary names the origin', async () => {
  const { askWarm, event } = trusting
  const anybody = await askWarm(event)
  expect([anybody.wasShort, anybody.headers['vary']]).toEqual([
    true,
    'Authorization, Cookie, Origin, Accept-Encoding',
  ])
  const shop = await askWarm(event, { origin: 'https://shop.example' })
  expect([shop.wasShort, shop.headers['access-control-allow-credentials']]).toEqual([false, 'true'])
})

test('after a stop was announced the framework answers everything and closes the connection', async () => {
  const { app, askWarm, event } = trusting
  expect((await askWarm(event)).wasShort).toBe(true)
  app.announceStop()
  const last = await askWarm(event)
  expect([last.wasShort, last.status, last.headers['connection']]).toEqual([false, 200, 'close'])
})

describe('the limit on requests', () => {
  test('counts answers from memory and from the framework together, and tells what is left', async () => {
    const { app, ask, event } = await openDoor({ RATE_LIMIT: '10', TRUST_PROXY: '1' })
    const own = { headers: { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' } }
    const left = async () => {
      const { status, wasShort, headers } = await ask(event, own)
      return [status, wasShort, headers['x-ratelimit-remaining']]
    }
    expect(await left()).toEqual([200, false, '9'])
    expect(await left()).toEqual([200, false, '8'])
    expect(await left()).toEqual([200, true, '7'])
    const long = await app.call('GET', event, { headers: own.headers })
    expect(long.headers['x-ratelimit-remaining']).toBe('6')
    for (let more = 5; more >= 0; more -= 1) expect(await left()).toEqual([200, true, `${more}`])
    const refused = await ask(event, own)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    const other = await ask(event, { headers: { 'x-forwarded-for': '192.0.2.2' } })
    expect([other.status, other.headers['x-ratelimit-remaining']]).toEqual([200, '9'])
    app.clock.advance(60)
    expect(await left()).toEqual([200, true, '9'])
  })
})
