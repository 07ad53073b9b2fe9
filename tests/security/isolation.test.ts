import { describe, expect, test } from 'vitest'
import { anAttendee } from '../support/attending.ts'
import { statementsOf } from '../support/count-statements.ts'
import { startApp } from '../support/start-app.ts'

const limited = { RATE_LIMIT: '1000000', TRUST_PROXY: 'on' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const allTime = 'start_date=1990-01-01&end_date=2200-01-01'
const words = (count: number, mark = '') =>
  Array.from({ length: count }, (_, nth) => `${mark}word${nth}`).join('+')

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
