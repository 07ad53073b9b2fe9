// Database: in the short run a server alone, where there is one.
import { beforeAll, describe, expect, test } from 'vitest'
import { shownTables } from '../../../src/catalogue/shown-tables.ts'
import { allJobs } from '../../../src/jobs.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

/** An unknown caller-specific parameter: such a request is never answered from memory. */
const unkept = { cookie: 'anything=1' }

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})

const start = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }

async function made(path: string, body: object): Promise<any> {
  const { status, json } = await app.events('POST', path, { as: 'administrator', body })
  expect([path, status, json]).toEqual([path, 201, json])
  return json
}

const aTicket = async (event: any) => {
  const { status, json } = await app.tickets('POST', '/tickets', {
    as: 'administrator',
    body: {
      post_id: event.id,
      add_ticket_nonce: (await app.events('GET', `/events/${event.id}`, { as: 'administrator' }))
        .json.nonces.add,
      provider: 'tc',
      name: 'Seat',
      price: '',
      ticket: { mode: 'own', capacity: 1 },
    },
  })
  expect([status, json]).toEqual([202, json])
  return json
}

describe('answers from memory', () => {
  test('show at once that the last place is taken', async () => {
    const event = await made('/events', { title: 'One place', ...start })
    const ticket = await aTicket(event)
    const offer = async () =>
      JSON.stringify((await app.events('GET', `/events/${event.id}`)).json.json_ld)
    expect(await offer()).toContain('InStock')
    await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity: 1 }] },
    })
    expect(await offer()).toContain('SoldOut')
  })

  test('are read from the database once, until somebody writes', async () => {
    const event = await made('/events', { title: 'Kept', ...start })
    const read = () => app.events('GET', `/events/${event.id}`)
    const first = await read()
    expect(await statementsOf(app, read)).toEqual([])
    expect((await read()).text).toBe(first.text)
    await app.events('POST', `/events/${event.id}`, { as: 'administrator', body: { title: 'New' } })
    expect((await read()).json.title).toBe('New')
  })

  test('outlive the second, and are read again after five minutes', async () => {
    const event = await made('/events', { title: 'Kept', ...start })
    const read = () => app.events('GET', `/events/${event.id}`)
    await read()
    app.clock.advance(209)
    expect(await statementsOf(app, read)).toEqual([])
    app.clock.advance(91)
    expect(await statementsOf(app, read)).not.toEqual([])
  })

  test('end at midnight, when the default window of the list moves', async () => {
    const before = app.clock.now()
    app.clock.set(new Date('2026-11-30T23:59:59Z'))
    const read = () => app.events('GET', '/events?per_page=7')
    const first = await read()
    app.clock.advance(1)
    const next = await read()
    app.clock.set(before)
    expect(next.json.rest_url).not.toBe(first.json.rest_url)
    expect(next.json.rest_url).toContain('2026-11-30')
  })

  test('outlive the background work of a quiet minute', async () => {
    const event = await made('/events', { title: 'Kept', ...start })
    const paths = [`/events/${event.id}`, '/events?per_page=8', '/venues', '/organizers']
    const read = async () => {
      for (const path of paths) expect((await app.events('GET', path)).status).toBe(200)
    }
    await read()
    const { handlers, schedules } = allJobs(app.deps)
    for (const { name } of schedules) await handlers[name]?.run({})
    expect(await statementsOf(app, read)).toEqual([])
  })

  test('end when a scheduled event is published', async () => {
    const before = app.clock.now()
    const at = new Date(before.getTime() + 20_000).toISOString().slice(0, 19).replace('T', ' ')
    const event = await made('/events', {
      title: 'Soon',
      ...start,
      status: 'publish',
      date_utc: at,
    })
    expect(event.status).toBe('future')
    const listed = async () => {
      const { json } = await app.events('GET', '/events?search=soon')
      return json.total
    }
    expect(await listed()).toBe(0)
    app.clock.advance(20)
    const total = await listed()
    app.clock.set(before)
    expect(total).toBe(1)
  })

  test('outlive the sale of another event’s tickets and changes of another event', async () => {
    const [sold, other] = [
      await made('/events', { title: 'Sold', ...start }),
      await made('/events', { title: 'Other', ...start, tags: ['A tag of the other'] }),
    ]
    const ticket = await aTicket(sold)
    const aside = await aTicket(other)
    const reads = [
      () => app.events('GET', `/events/${other.id}`),
      () => app.tickets('GET', `/tickets/${aside.id}`),
      () => app.tickets('GET', `/tickets?include_post=${other.id}`),
      () => app.events('GET', '/events?per_page=3'),
    ]
    for (const read of reads) await read()
    const { json: cart } = await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity: 1 }] },
    })
    const ordered = await app.tickets('POST', '/commerce/free/order', {
      body: { cart_hash: cart.cart_hash, purchaser: { name: 'Ann', email: 'ann@example.org' } },
    })
    expect(ordered.status).toBe(200)
    for (const read of reads) expect(await statementsOf(app, read)).toEqual([])
    await app.events('POST', `/events/${sold.id}`, {
      as: 'administrator',
      body: { title: 'Sold out', tags: ['A new tag'], venue: { venue: 'A new hall' } },
    })
    for (const read of reads.slice(0, 3)) expect(await statementsOf(app, read)).toEqual([])
    const list = reads[3] ?? (() => Promise.resolve())
    expect(await statementsOf(app, list)).not.toEqual([])
  })

  test('about one record take at most two statements', async () => {
    const details = {
      title: 'Everything',
      ...start,
      venue: { venue: 'Hall' },
      organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
      tags: ['Some'],
    }
    const event = await made('/events', details)
    const ticket = await aTicket(event)
    const count = async (read: () => Promise<unknown>) => (await statementsOf(app, read)).length
    const records = [
      () => app.events('GET', `/events/${event.id}`),
      () => app.tickets('GET', `/tickets/${ticket.id}`),
      () => app.events('GET', `/venues/${event.venue.id}`),
      () => app.events('GET', `/organizers/${event.organizer[0].id}`),
      () => app.events('GET', `/tags/${event.tags[0].id}`),
    ]
    // What is due for publication is asked for once a second.
    await app.events('GET', '/events')
    for (const read of records) expect(await count(read)).toBeLessThanOrEqual(2)
  })

  test('have an ETag, and a client that has the current one gets 304', async () => {
    const first = await app.events('GET', '/events')
    const etag = String(first.headers['etag'])
    const again = await app.events('GET', '/events', { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    await made('/events', { title: 'One more', ...start })
    const changed = await app.events('GET', '/events', { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
  })

  test.each(['GET', 'HEAD'] as const)('are 304 to a %s for whom any answer will do', async by => {
    const again = await app.events(by, '/events', { headers: { 'if-none-match': '*' } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers['etag']).toMatch(/^"/)
    const missing = await app.events(by, '/events/999999', { headers: { 'if-none-match': '*' } })
    expect(missing.status).toBe(404)
  })

  test.each(['/events?page=1', '/events?page=1&nonsense=1'])(
    'to HEAD have the headers of those to GET: %s',
    async address => {
      const head = await app.events('HEAD', address)
      const got = await app.events('GET', address)
      expect(got.headers['etag']).toMatch(/^"/)
      const ofOneRequest = ({ headers }: typeof got) =>
        Object.entries(headers).filter(([name]) => !/^(request-id|date|x-ratelimit)/.test(name))
      expect(ofOneRequest(head)).toEqual(ofOneRequest(got))
      expect([head.text, head.status]).toEqual(['', 200])
    },
  )

  test('are not given to identified callers', async () => {
    const event = await made('/events', { title: 'Staff see more', ...start })
    await app.events('GET', `/events/${event.id}`)
    const staff = await app.events('GET', `/events/${event.id}`, { as: 'administrator' })
    expect(staff.json).toHaveProperty('nonces')
    const anyone = await app.events('GET', `/events/${event.id}`)
    // Theirs names the version of the record.
    expect(staff.headers['etag']).not.toBe(anyone.headers['etag'])
    expect(anyone.json).not.toHaveProperty('nonces')
  })

  test('are made only from tables whose changes are watched', async () => {
    const event = await made('/events', {
      title: 'With everything',
      ...start,
      venue: { venue: 'Hall', geo_lat: 60, geo_lng: 5 },
      organizer: [{ organizer: 'Somebody' }],
      categories: ['A category'],
      tags: ['A tag'],
    })
    const ticket = await aTicket(event)
    const paths = [
      '/events',
      '/events?search=everything&per_page=10&page=1',
      '/events?ticketed=true&featured=false&categories=1&tags=1&venue=1&organizer=1',
      '/events?geoloc=true&geoloc_lat=60&geoloc_lng=5',
      `/events/${event.id}`,
      `/events/by-slug/${event.slug}`,
      '/venues?only_with_upcoming=true&search=hall',
      '/venues?has_events=true',
      `/venues?event=${event.id}`,
      `/venues/${event.venue.id}`,
      '/organizers?only_with_upcoming=true&search=some',
      `/organizers/${event.organizer[0].id}`,
      `/categories?event=${event.id}`,
      `/categories/${event.categories[0].id}`,
      '/tags',
      `/tags/${event.tags[0].id}`,
      '/doc',
      '',
    ]
    const ofTickets = [
      '/tickets?search=seat&is_available=true&after=2020-01-01&available_from=2020-01-01',
      `/tickets?include_post=${event.id}&currency=USD&attendee_information_available=false`,
      `/tickets/${ticket.id}`,
    ]
    const tables = await tablesOf(app)
    const read = { catalogue: new Set<string>(), sale: new Set<string>() }
    const note = async (tells: keyof typeof read, asked: () => Promise<unknown>) => {
      const texts = await statementsOf(app, asked)
      for (const name of texts.flatMap(namesIn)) if (tables.has(name)) read[tells].add(name)
    }
    for (const path of paths) {
      const tells = path.startsWith(`/events/`) ? 'sale' : 'catalogue'
      await note(tells, () => app.events('GET', path, { headers: unkept }))
    }
    for (const path of ofTickets) {
      await note('sale', () => app.tickets('GET', path, { headers: unkept }))
    }
    expect(read.sale).toContain('pools')
    const unwatched = (tells: 'catalogue' | 'sale') =>
      [...read[tells]].filter(table => !shownTables[tells].includes(table))
    expect([unwatched('catalogue'), unwatched('sale')]).toEqual([[], []])
  })
})

/** Names after FROM and JOIN: tables, and names that the statement itself defines. */
function namesIn(statement: string): string[] {
  const names = [...statement.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/gi)]
  return names.map(([, name = '']) => name.toLowerCase())
}

async function tablesOf({ database }: TestApp) {
  const { rows } = await database.pool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public'`,
  )
  return new Set(rows.map(({ tablename }) => tablename))
}
