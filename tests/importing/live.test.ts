import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { reportAudit } from '../../src/cli/audit.ts'
import { openTestDatabase } from '../support/database.ts'
import { openApp, type TestApp } from '../support/start-app.ts'
import { fixture, moveSample } from './moved.ts'

// A service on what the sample became, with the interface where the old site had it.
const database = await openTestDatabase()
await moveSample(database)
const app: TestApp = await openApp(database, {
  SITE_TIMEZONE: 'Europe/London',
  SITE_CURRENCY: 'GBP',
  API_PREFIX: '/wp-json',
  API_VENDOR: 'tribe',
  PUBLIC_URL: 'https://old.example.org',
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.call('GET', path, { headers })

/** Follows an address to its end; fails with more than one step. */
async function followed(path: string) {
  const first = await get(path)
  if (first.status < 300 || first.status > 399)
    return { steps: 0, status: first.status, to: path, text: first.text }
  const to = String(first.headers['location']).replace('https://old.example.org', '')
  const last = await get(to)
  return { steps: 1, status: last.status, to, text: last.text, first: first.status }
}

describe('an old address', () => {
  test.each([
    ['/programme/', '/events/'],
    ['/programme/list/', '/events/'],
    ['/programme/list/?tribe-bar-date=2027-06-01', '/events/?date=2027-06-01'],
    ['/programme/list/?eventDisplay=past', '/events/?when=past'],
    ['/programme/month/', '/events/month/'],
    ['/programme/month/2027-04/', '/events/month/2027-04/'],
    ['/programme/2027-04/', '/events/month/2027-04/'],
    ['/programme/today/', '/events/today/'],
    ['/programme/2027-04-17/', '/events/2027-04-17/'],
    ['/programme/category/cerddoriaeth/', '/events/category/cerddoriaeth/'],
    ['/programme/category/cerddoriaeth/month/', '/events/category/cerddoriaeth/'],
    ['/programme/category/cerddoriaeth/telyn-llais/', '/events/category/telyn-llais/'],
    ['/programme/tag/plant/list/', '/events/tag/plant/'],
    ['/tag/plant/', '/events/tag/plant/'],
    ['/programme/featured/', '/events/'],
    ['/programme/feed/', '/events.rss'],
    ['/evening/telyn-llais-tair-can/', '/event/telyn-llais-tair-can/'],
    ['/evening/telyn-llais-tair-can', '/event/telyn-llais-tair-can/'],
    ['/evening/Telyn-Llais-Tair-Can/', '/event/telyn-llais-tair-can/'],
    ['/evening/telyn-llias-tair-can/', '/event/telyn-llais-tair-can/'],
    ['/telyn-llais-tair-can/', '/event/telyn-llais-tair-can/'],
    ['/evening/telyn-llais-tair-can/feed/', '/event/telyn-llais-tair-can/'],
    ['/?page_id=402', '/event/telyn-llais-tair-can/'],
    ['/?post_type=tribe_events&p=402', '/event/telyn-llais-tair-can/'],
    ['/?tribe_events=telyn-llais-tair-can', '/event/telyn-llais-tair-can/'],
    ['/?tribe_events_cat=cerddoriaeth', '/events/category/cerddoriaeth/'],
    ['/?tribe_venue=tyr-felin-fawr', '/venue/tyr-felin-fawr/'],
    ['/?post_type=tribe_events', '/events/'],
    ['/?post_type=tribe_events&eventDisplay=month&eventDate=2027-04', '/events/month/2027-04/'],
    ['/wp-sitemap.xml', '/sitemap.xml'],
    ['/wp-sitemap-posts-tribe_events-1.xml', '/sitemap.xml'],
    ['/programme/?ical=1', '/events.ics'],
    ['/programme/list/?ical=1', '/events.ics'],
    ['/programme/ical/', '/events.ics'],
    ['/programme/list/?ical=1&tribe-bar-date=2026-01-01', '/events.ics?date=2026-01-01'],
    ['/programme/month/2027-04/?ical=1', '/events.ics?month=2027-04'],
    ['/programme/category/cerddoriaeth/?ical=1', '/events/category/cerddoriaeth.ics'],
    ['/programme/category/cerddoriaeth/ical/', '/events/category/cerddoriaeth.ics'],
    ['/evening/pedwarawd-y-bont/?ical=1', '/event/pedwarawd-y-bont.ics'],
    ['/evening/pedwarawd-y-bont/ical/', '/event/pedwarawd-y-bont.ics'],
    ['/evening/telyn-llias-tair-can/?ical=1', '/event/telyn-llais-tair-can.ics'],
  ])('%s leads to %s in one step', async (path, to) => {
    expect(await followed(path)).toMatchObject({ steps: 1, status: 200, to, first: 301 })
  })

  test('of a later page of the list leads to that page', async () => {
    const { status, headers } = await get('/programme/list/page/2/')
    expect([status, headers['location']]).toEqual([301, 'https://old.example.org/events/?page=2'])
  })

  test.each(['/?p=402', '/venue/tyr-felin-fawr/', '/organizer/cymdeithas-y-lan/'])(
    '%s is a page here',
    async path => {
      expect((await followed(path)).status).toBe(200)
    },
  )

  test.each([
    '/evening/ymarfer-agored/',
    '/?p=440',
    '/?p=433',
    '/evening/nothing-here/',
    '/amdanom-ni/',
    '/newyddion/',
    '/wp-content/uploads/2026/10/telyn-m%C3%B4r.jpg',
  ])('%s is 404', async path => {
    expect(await followed(path)).toMatchObject({ steps: 0, status: 404 })
  })
})

test('calendars have the names that subscribers know', async () => {
  const uids = [
    '377-1812758400-1812931199',
    '391-1804276800-1804284000',
    '402-1807991100-1808000100',
    '415-1801852200-1801857600',
  ]
  const { text } = await get('/events.ics')
  for (const uid of uids) expect(text).toContain(`UID:${uid}@old.example.org`)
  expect((await get('/event/telyn-llais-tair-can.ics')).text).toContain(
    'UID:402-1807991100-1808000100@old.example.org',
  )
})

describe('programs of the old site', () => {
  const me = (login: string, password: string) =>
    app.call('GET', '/wp-json/tribe/admin/v1/me', {
      as: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    })

  test.each([
    ['felin', 'tG7mQ2xLw9RzKc4NbV8yHs1D', 'tG7m Q2xL w9Rz Kc4N bV8y Hs1D'],
    ['sion', 'Jp5vYd3WkA6nTf0ZqM2eXr8U', 'Jp5v Yd3W kA6n Tf0Z qM2e Xr8U'],
  ])(
    '%s signs in with the old password, which ours replaces at the first use',
    async (login, password, grouped) => {
      expect((await me(login, password.toLowerCase())).status).toBe(401)
      expect((await me(login, password.replace(/.$/, 'x'))).status).toBe(401)
      expect((await me(login, grouped)).status).toBe(200)
      const left = await database.pool.query(
        'select from brought_passwords b join users u on u.id = b.user_id where u.login = $1',
        [login],
      )
      expect(left.rows).toEqual([])
      expect((await me(login, password)).status).toBe(200)
      expect((await me(login, password.replace(/.$/, 'x'))).status).toBe(401)
    },
  )
})

type Scan = { status: number; error?: string }
type Ticket = {
  attendee: number
  event: number
  code: string
  address: string
  first: Scan
  second: Scan
}
const tickets = JSON.parse(readFileSync(fixture('sample.qr.json'), 'utf8')).attendees as Ticket[]

describe('a printed ticket', () => {
  const scan = (ticket: Ticket, code = ticket.code, key = 'sample-door-key') =>
    app.call('GET', '/wp-json/tribe/tickets/v1/qr', {
      query: {
        api_key: key,
        ticket_id: ticket.attendee,
        event_id: ticket.event,
        security_code: code,
      },
    })

  /** Where this service answers otherwise than the old one, on purpose: a cancelled event and a refunded ticket. */
  const otherwise: Record<number, Scan> = {
    510: { status: 403, error: 'event_cancelled' },
    516: { status: 403, error: 'attendee_not_authorized' },
  }

  test.each(tickets.map(ticket => [ticket.attendee, ticket] as const))(
    'of attendee %i is answered as on the old site, twice, and with one digit changed never lets in',
    async (id, ticket) => {
      const wrong = ticket.code.replace(/.$/, last => (last === '0' ? '1' : '0'))
      expect((await scan(ticket, wrong)).json).toMatchObject({ error: 'security_code_not_valid' })
      for (const expected of [ticket.first, ticket.second]) {
        const { status, json } = await scan(ticket)
        const { status: wanted, error } = otherwise[id] ?? expected
        expect([status, json.error]).toEqual([wanted, error])
      }
      expect((await scan(ticket, wrong)).status).toBe(403)
    },
  )

  test('opened in a browser shows the event and checks nobody in', async () => {
    const [ticket] = tickets
    const path = ticket?.address.replace('https://old.example.org', '') ?? ''
    expect(await followed(path)).toMatchObject({ status: 200, to: '/event/telyn-llais-tair-can/' })
  })

  test('after five wrong codes is let in by nobody but the desk', async () => {
    const ticket = tickets.find(({ attendee }) => attendee === 507)
    if (!ticket) throw new Error('The sample has this ticket.')
    await database.pool.query('update brought_codes set wrong_tries = 0')
    for (let n = 0; n < 5; n += 1)
      expect((await scan(ticket, `0bd02298a${n + 1}`)).status).toBe(403)
    const { status, json } = await scan(ticket)
    expect([status, json.error]).toEqual([403, 'security_code_not_valid'])
    expect(json.msg).toContain('Too many wrong codes')
  })

  test('has pictures and pages by a strong code of ours, which lets in too', async () => {
    const { rows } = await database.pool.query(
      'select security_code as code from attendees where id = 505',
    )
    const code = String(rows[0].code)
    expect(code.length).toBeGreaterThanOrEqual(20)
    for (const path of [`/ticket/505/${code}`, `/tickets/qr/505/${code}.svg`]) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
    const seen = await app.call('POST', '/wp-json/tribe/tickets/v1/check-ins', {
      as: 'administrator',
      body: { ticket: `505.${code}` },
    })
    expect(seen.json.error).toBe('attendee_already_checked_in')
  })

  test('opens no page by its printed code, which may be guessed', async () => {
    for (const path of ['/ticket/505/f9d1b41efc', '/tickets/qr/505/f9d1b41efc.svg']) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })

  test('of a wrong key is refused', async () => {
    const [ticket] = tickets
    if (!ticket) throw new Error('The sample has tickets.')
    expect((await scan(ticket, ticket.code, 'sample-door-kex')).status).toBe(400)
  })
})

test('the report of a run is shown to administrators', async () => {
  const { json } = await app.call('GET', '/wp-json/tribe/admin/v1/imports', { as: 'administrator' })
  expect(json.imports).toMatchObject([
    { id: 1, home: 'https://old.example.org', reader: 'dump', state: 'done' },
  ])
  expect(json.imports[0].counts).toContainEqual({
    kind: 'order',
    read: 8,
    made: 8,
    changed: 0,
    same: 0,
    kept: 0,
    lost: 0,
  })
  const report = await app.call('GET', '/wp-json/tribe/admin/v1/imports/1', { as: 'administrator' })
  expect(report.json.lost.map(({ old_id }: { old_id: number | null }) => old_id)).toEqual([
    null,
    301,
    320,
    377,
    377,
    402,
    453,
    507,
    508,
  ])
  expect(report.json.left_behind).toContainEqual({
    what: 'type',
    name: 'page',
    rows: 1,
    why: expect.any(String),
  })
  expect(
    (await app.call('GET', '/wp-json/tribe/admin/v1/imports/2', { as: 'administrator' })).status,
  ).toBe(404)
  expect((await app.call('GET', '/wp-json/tribe/admin/v1/imports', { as: 'editor' })).status).toBe(
    403,
  )
})

test('an order that waited for its payment stays open until staff give it up, and then its place is free', async () => {
  const { reconcile } = await import('../../src/shop/orders/reconciling/reconcile.ts')
  await reconcile(app.deps)
  const order = () =>
    app.call('GET', '/wp-json/tribe/tickets/v1/orders/518', { as: 'administrator' })
  expect((await order()).json.status).toBe('pending')
  await app.call('POST', '/wp-json/tribe/tickets/v1/orders/518/cancel', {
    as: 'administrator',
    body: { reason: 'Never paid' },
  })
  expect((await order()).json.status).toBe('voided')
  const { rows } = await database.pool.query(
    'select p.sold from tickets t join pools p on p.id = t.pool_id where t.id = 460',
  )
  expect(rows).toEqual([{ sold: 1 }])
  await reportAudit(database.db)
})
