import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { anAttendee } from '../support/attending.ts'
import { statementsOf } from '../support/count-statements.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { type Got, openApp, startApp, type TestApp } from '../support/start-app.ts'

const limited = { RATE_LIMIT: '1000000', TRUST_PROXY: 'on' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const allTime = 'start_date=1990-01-01&end_date=2200-01-01'
const words = (count: number, mark = '') =>
  Array.from({ length: count }, (_, nth) => `${mark}word${nth}`).join('+')

describe.runIf(onPostgres)('while no list of categories is finished', async () => {
  if (!onPostgres) return
  const server = await createServerDatabase()
  const where = { databaseUrl: server.url, dataDir: '', poolSize: 10 }
  const app = await openApp(await openDatabase({ ...where, listMaxMs: 20_000 }), limited)
  const hasty = await openApp(await openDatabase({ ...where, listMaxMs: 250 }), limited)
  const locker = new Client({ connectionString: server.url })
  await locker.connect()
  afterAll(async () => {
    await locker.end()
    await app.close()
    await hasty.close()
    await server.drop()
  })
  const others = await othersOf(app)

  let pages = 0
  /** Lists that no other test requests; beyond the last page they are empty. */
  const lists = (address: string, count: number) =>
    Array.from({ length: count }, () => {
      pages += 1
      return app.events('GET', '/categories', { query: { page: pages }, ...from(address) })
    })

  /** Does the work while readers of terms wait for somebody who changes them. */
  async function whileLocked(work: () => Promise<unknown>) {
    await locker.query('begin; lock table terms in access exclusive mode')
    try {
      await work()
    } finally {
      await locker.query('commit')
    }
  }

  /** Resolves when this many statements wait in the database. */
  async function waiting(count: number) {
    const sql = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const poll = { timeout: 30_000, interval: 10 }
    await expect.poll(async () => (await app.database.pool.query(sql)).rowCount, poll).toBe(count)
  }

  test('others fill carts, order, check in, and learn that the service is ready', async () => {
    let asked: Promise<Got>[] = []
    await whileLocked(async () => {
      asked = Array.from({ length: 20 }, (_, nth) => lists(`10.1.0.${nth}`, 3)).flat()
      // As many as the connections for lists, which are a quarter of all.
      await waiting(2)
      expect(await others.doAll()).toEqual({ cart: 200, order: 200, scan: 201, ready: 200 })
    })
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status))
    expect([...statuses].filter(status => ![200, 429, 503].includes(status))).toEqual([])
  })

  test('one network has one list running and a few waiting, and further ones are refused at once', async () => {
    let asked: Promise<Got>[] = []
    await whileLocked(async () => {
      asked = lists('10.2.0.1', 30)
      await waiting(1)
      const refused = await Promise.all(asked.slice(17))
      for (const { status, json, headers } of refused) {
        expect([status, json.code]).toEqual([429, 'rest_too_many_requests'])
        expect(headers['retry-after']).toBe('1')
      }
      // Another network still finds a free connection.
      expect((await app.events('GET', '/venues', from('10.2.0.2'))).status).toBe(200)
      expect((await app.events('GET', '/venues?per_page=2', from('10.2.0.1'))).status).toBe(429)
    })
    await Promise.all(asked)
  })

  test('no network waits for a list requested by another network', async () => {
    let asked: Promise<Got>[] = []
    await whileLocked(async () => {
      asked = lists('10.4.0.1', 3)
      await waiting(1)
      // A network's list waits for the network's earlier lists; the list of another network starts at once.
      asked.push(app.events('GET', '/venues?per_page=7', from('10.4.0.1')))
      const began = performance.now()
      const other = await app.events('GET', '/venues?per_page=7', from('10.4.0.2'))
      expect(other.status).toBe(200)
      expect(performance.now() - began).toBeLessThan(1000)
    })
    await Promise.all(asked)
  })

  test('a list is given up after a while, with a sentence on how to narrow it', async () => {
    await whileLocked(async () => {
      const { status, json, headers } = await hasty.events('GET', '/categories')
      expect([status, json.code]).toEqual([503, 'rest_list_too_long'])
      expect(json.message).toContain('fewer words')
      expect(headers['retry-after']).toBe('1')
    })
    // A busy machine may take longer than this service allows; then the client asks again.
    const again = async () => (await hasty.events('GET', '/categories')).status
    await expect.poll(again, { timeout: 30_000, interval: 100 }).toBe(200)
    // A client that requests such lists all day does not fill the log with errors.
    const errors = hasty.watched.lines.filter(line => JSON.parse(line).level >= 50)
    expect(errors).toEqual([])
  })

  test('the sale, check-in and health keep their database connections', async () => {
    const { pool } = app.database
    // As if every statement waited for the same locked row.
    const clients = await Promise.all(
      Array.from({ length: pool.options.max }, () => pool.connect()),
    )
    try {
      expect(await others.enter()).toEqual({ scan: 201, ready: 200 })
    } finally {
      for (const client of clients) client.release()
    }
  })
})

const app = await startApp(limited)
const unkept = { cookie: 'seen=1' }

test('an unknown parameter does not cause another query for a kept list', async () => {
  for (const path of ['/events', '/venues', '/categories']) {
    const asked = (nth: number) => app.events('GET', `${path}?per_page=2&nobody-knows=${nth}`)
    const first = await asked(1)
    const texts = await statementsOf(app, async () => {
      const second = await asked(2)
      expect([second.status, second.text]).toEqual([200, first.text])
    })
    expect([path, texts]).toEqual([path, []])
  }
  const fewer = await app.events('GET', '/events?per_page=2&nobody-knows=1&_fields=total')
  expect(fewer.json).toEqual({ total: 0 })
})

test('a NUL in an unknown parameter is refused although the answer is kept', async () => {
  expect((await app.events('GET', '/venues?per_page=3')).status).toBe(200)
  expect((await app.events('GET', '/venues?per_page=3&nobody-knows=%00')).status).toBe(400)
})

test('many simultaneous readiness requests take one statement', async () => {
  let taken = 0
  const count = () => {
    taken += 1
  }
  app.database.health.on('acquire', count)
  const asked = Array.from({ length: 50 }, () => app.call('GET', '/readyz'))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  app.database.health.off('acquire', count)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(taken).toBeLessThan(10)
})

test('_envelope wraps a kept answer, however the parameter’s name is encoded', async () => {
  expect((await app.events('GET', '/venues?per_page=4')).json.venues).toEqual([])
  const { json } = await app.events('GET', '/venues?per_page=4&%5Fenvelope=1')
  expect([json.status, json.body.venues]).toEqual([200, []])
})

describe('a network that used up its time for lists', () => {
  const spent = from('10.3.0.1')
  const list = { headers: { ...spent.headers, ...unkept } }
  app.deps.budgets
    .budget({ name: 'milliseconds of lists', limit: 15_000, windowSeconds: 60 })
    .add('10.3.0.1', 15_000)

  test('is told when to come back', async () => {
    const { status, json, headers } = await app.events('GET', '/events', list)
    expect([status, json.code]).toEqual([429, 'rest_too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(1)
  })

  test('is told so by the page of events too, and gets the page when it is kept, whatever its cookies', async () => {
    const page = (address: string) =>
      app.call('GET', '/events/', { headers: { ...unkept, 'x-forwarded-for': address } })
    expect((await page('10.3.0.1')).status).toBe(429)
    const made = await page('10.3.0.4')
    expect(made.status).toBe(200)
    const kept = await page('10.3.0.1')
    expect([kept.status, kept.text]).toEqual([200, made.text])
    expect(kept.headers['content-type']).toBe('text/html; charset=UTF-8')
    expect(kept.headers['x-tec-api-root']).toBe(made.headers['x-tec-api-root'])
  })

  test('gets kept answers and everything that is no list', async () => {
    await app.events('GET', '/organizers', from('10.3.0.2'))
    expect((await app.events('GET', '/organizers', spent)).status).toBe(200)
    expect((await app.tickets('GET', '/cart', spent)).status).toBe(200)
  })

  test('may request lists again after a minute, while other networks and staff may all the time', async () => {
    const other = { headers: { ...unkept, 'x-forwarded-for': '10.3.0.3' } }
    expect((await app.events('GET', '/events', other)).status).toBe(200)
    const staff = { ...list, as: 'administrator' } as const
    expect((await app.events('GET', '/events', staff)).status).toBe(200)
    app.clock.advance(61)
    expect((await app.events('GET', '/events', list)).status).toBe(200)
  })
})

describe('a list that takes long for everybody', () => {
  const events = (query: string) => app.events('GET', `/events?${query}`)
  const attendees = (query: string) => app.tickets('GET', `/attendees?${query}`)

  test.each([
    ['events', events, `search=${words(32, '-')}&${allTime}`, 'search'],
    ['events', events, `search=${words(13)}`, 'search'],
    [
      'venues',
      (query: string) => app.events('GET', `/venues?${query}`),
      `search=${words(13)}`,
      'search',
    ],
    [
      'tickets',
      (query: string) => app.tickets('GET', `/tickets?${query}`),
      `search=${words(5, '-')}`,
      'search',
    ],
    ['attendees', attendees, `search=${words(5, '-')}`, 'search'],
    ['attendees', attendees, 'page=1001', 'page'],
    ['attendees', attendees, 'offset=10000', 'offset'],
  ] as const)(
    'with %s (%#) is refused, naming what to change',
    async (_what, ask, query, param) => {
      const { status, json } = await ask(query)
      expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
      expect(Object.keys(json.data.params)).toEqual([param])
    },
  )

  test('is answered within the limits, and for staff beyond them', async () => {
    expect((await events(`search=${words(8)}+${words(4, '-')}`)).status).toBe(200)
    const as = 'administrator'
    expect((await app.events('GET', `/events?search=${words(32, '-')}`, { as })).status).toBe(200)
    const deep = await app.tickets('GET', '/attendees?offset=10000', { as })
    expect(deep.status).toBe(200)
  })

  test('of a crowd of attendees is refused, unless an index or a count answers it', async () => {
    const { eventId, ticketId } = await anAttendee(app)
    const crowd = { order_status: 'completed', event_id: eventId, valid: 30_000, listed: 30_000 }
    await app.db
      .updateTable('attendee_counts')
      .set(crowd)
      .where('ticket_id', '=', ticketId)
      .execute()
    const statuses: Record<string, number> = {}
    const asked = [
      '',
      `post_id=${eventId}&orderby=title`,
      'name=nobody',
      'name=ann',
      'orderby=date',
    ]
    for (const query of asked) statuses[query] = (await attendees(query)).status
    expect(Object.values(statuses)).toEqual([200, 200, 200, 400, 400])
  })
})

test('RATE_LIMIT=off switches the limits on lists off', async () => {
  const free = await startApp({ RATE_LIMIT: 'off' })
  const asked = Array.from({ length: 40 }, (_, nth) =>
    free.events('GET', '/events', { query: { page: 1, per_page: nth + 1 } }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

/** Other clients' requests meanwhile: a cart, its order, a scan, and readiness. */
async function othersOf(service: TestApp) {
  const { json: gate } = await service.tickets('POST', '/scanner-keys', {
    as: 'administrator',
    body: { name: 'Gate' },
  })
  const seat = await ticketOnSale(service, { capacity: 1000 })
  const guests = [await anAttendee(service), await anAttendee(service)]

  async function enter() {
    const guest = guests.pop()
    const scan = await service.tickets('GET', '/qr', {
      as: { authorization: `Bearer ${gate.api_key}` },
      query: { ticket_id: guest?.id ?? 0, security_code: guest?.security_code ?? '' },
    })
    const ready = await service.http.inject({ method: 'GET', url: '/readyz' })
    return { scan: scan.status, ready: ready.statusCode }
  }

  async function buy() {
    const body = { provider: 'tc', tickets: [{ ticket_id: seat.id, quantity: 1 }] }
    const cart = await service.tickets('POST', '/cart', { body })
    const order = await service.tickets('POST', '/commerce/free/order', {
      body: {
        cart_hash: cart.json.cart_hash,
        purchaser: { name: 'Ann Example', email: 'ann@example.org' },
      },
    })
    return { cart: cart.status, order: order.status }
  }

  return { enter, doAll: async () => ({ ...(await buy()), ...(await enter()) }) }
}

describe('a request body that is too large', () => {
  const part = (name: string, value: string) =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const parts = [
    ...Array.from({ length: 5 }, (_, nth) => part(`x${nth}`, 'y'.repeat(60_000))),
    '--cut--',
  ]
  const tickets = Array.from({ length: 20_000 }, (_, id) => ({ ticket_id: id, quantity: 1 }))
  const multipart = { 'content-type': 'multipart/form-data; boundary=cut' }

  test.each([
    ['of a cart', 'POST', '/cart', { body: { provider: 'tc', tickets } }],
    ['of a cart, in parts', 'POST', '/cart', { body: parts.join(''), headers: multipart }],
    ['of a filter', 'GET', '/tickets', { body: { include: tickets.map(String) } }],
    [
      'that claims to be a picture',
      'POST',
      '/cart',
      { body: 'x'.repeat(300_000), headers: { 'content-type': 'image/png' } },
    ],
  ])('is refused %s', async (_, method, path, sent) => {
    const { status, json } = await app.tickets(method, path, sent)
    expect([status, json.code]).toEqual([413, 'rest_body_too_large'])
  })

  test('does not exist for staff’s long texts: they may have two MiB in all parts', async () => {
    const as = 'administrator' as const
    const long = {
      title: 'A long one',
      description: 'word '.repeat(100_000),
      start_date: '2031-06-01',
    }
    expect(
      (await app.events('POST', '/events', { as, body: { ...long, end_date: '2031-06-02' } }))
        .status,
    ).toBe(201)
    const many = Array.from({ length: 40 }, (_, nth) => part(`x${nth}`, 'y'.repeat(60_000)))
    const sent = { as, headers: multipart, body: [...many, '--cut--'].join('') }
    expect((await app.events('POST', '/events', sent)).status).toBe(413)
  })
})
