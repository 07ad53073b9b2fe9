import { describe, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { takeHolds } from '../../../src/ticketing/inventory/hold.ts'
import { letExpire } from '../../inventory/fixtures.ts'
import { attendees } from '../../support/attending.ts'
import type { Role } from '../../../src/core/capabilities.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)
type Query = Record<string, string | number | boolean | readonly (string | number)[]>

const list = (query: Query = {}, as: Role | 'anonymous' = 'anonymous') =>
  app.tickets('GET', '/tickets', { as, query })

// One set of records for all tests: tickets a to d of one event, e of another.
const first = await desk.event({ starts: '2027-01-01T18:00:00Z' })
const second = await desk.event({ starts: '2027-02-01T18:00:00Z' })
const made = async (eventId: number, fields: object, options = {}) =>
  (await desk.add(eventId, { ...fields }, options)).json
const a = await made(first, {
  name: 'Álpha seat',
  description: 'near the blue ostrich',
  start_date: '2026-11-01',
  end_date: '2026-12-01',
  ticket: { mode: 'own', capacity: 5 },
})
const d = await made(first, { name: 'Delta', ticket: { mode: 'own', capacity: 2 } })
const b = await made(first, { name: 'Beta seat', ticket: { mode: '' }, start_date: '2026-12-10' })
const c = await made(
  second,
  { name: 'Gamma', ticket: { mode: 'own', capacity: 20 } },
  { provider: 'rsvp' },
)
await attendees(app, 2, { ticketId: d.id, eventId: first })
await attendees(app, 1, { ticketId: a.id, eventId: first })
const ids = async (query: Query, as: Role | 'anonymous' = 'anonymous') => {
  const { status, json } = await list(query, as)
  return status === 200
    ? json.tickets.map((ticket: { id: number }) => ticket.id)
    : [status, json.code]
}
const names: Record<number, string> = { [a.id]: 'a', [b.id]: 'b', [c.id]: 'c', [d.id]: 'd' }
const letters = async (query: Query, as: Role | 'anonymous' = 'anonymous') =>
  (await ids({ orderby: 'id', ...query }, as)).map((id: number) => names[id] ?? id).join('')

describe('the list of tickets', () => {
  test('has its counts in body and headers, and every filter in its links', async () => {
    const got = await list({ include_post: [first, second], per_page: 3, search: 'seat ostrich' })
    expect(got.json).toMatchObject({ total: 1, total_pages: 1 })
    const page = await list({ include_post: [first, second], per_page: 3, page: 2 })
    expect(page.headers).toMatchObject({ 'x-et-total': '4', 'x-et-total-pages': '2' })
    expect(page.json.tickets).toHaveLength(1)
    const address = new URL(page.json.rest_url)
    expect(address.pathname).toBe('/svc/tickets/v1/tickets/')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      include_post: `${first},${second}`,
      per_page: '3',
      page: '2',
    })
    expect(Object.keys(page.json).toSorted()).toEqual([
      'rest_url',
      'tickets',
      'total',
      'total_pages',
    ])
  })

  test('is sorted by title by default, in the requested direction', async () => {
    const order = async (query: Query) => (await ids(query)).map((id: number) => names[id]).join('')
    expect(await order({})).toBe('abdc')
    expect(await order({ order: 'DESC' })).toBe('cdba')
    expect(await order({ orderby: 'id' })).toBe('adbc')
    expect(await order({ orderby: 'id', order: 'DESC' })).toBe('cbda')
    expect(await order({ orderby: 'slug' })).toBe('abdc')
    const include = [c.id, a.id, d.id]
    expect(await order({ orderby: 'include', include })).toBe('cad')
    expect(await order({ orderby: 'include', include, order: 'DESC' })).toBe('dac')
  })

  test('has pages and offsets that end with the tickets', async () => {
    expect(await ids({ page: 2 })).toEqual([400, 'invalid-page-number'])
    expect(await ids({ page: 1, search: 'nowhere' })).toEqual([])
    expect(await letters({ offset: 1 })).toBe('dbc')
    expect(await letters({ offset: 1, per_page: 2, page: 2 })).toBe('c')
    const beyond = await list({ offset: 4 })
    expect(beyond.json).toMatchObject({ total: 0, total_pages: 0, tickets: [] })
    expect(beyond.headers['x-et-total']).toBe('0')
  })

  test.each([
    { page: 0 },
    { page: 'x' },
    { per_page: 0 },
    { per_page: 101 },
    { per_page: -1 },
    { order: 'asc' },
    { orderby: 'price' },
    { offset: 'x' },
    { search: '' },
    { is_available: 'foo' },
    { include: '12,34,foo' },
    { include: '' },
    { include_post: '' },
    { include_post: 'text' },
    { include_post: 9_000_000 },
    { exclude_post: 9_000_000 },
    { after: 'nonsense' },
    { available_until: 'never' },
    { attendees_min: -1 },
  ])('refuses %o with 400', async query => {
    const { status, json } = await list(query)
    expect([status, json.code, Object.keys(json.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      Object.keys(query),
    ])
  })
})

describe('filters of tickets', () => {
  test.each([
    [{ search: 'seat' }, 'ab'],
    [{ search: 'ALPHA' }, 'a'],
    [{ search: 'seat ostrich' }, 'a'],
    [{ search: '"blue ostrich"' }, 'a'],
    [{ search: '"ostrich blue"' }, ''],
    [{ search: 'seat -beta' }, 'a'],
    [{ is_available: true }, 'abc'],
    [{ is_available: 'false' }, 'd'],
    [{ is_available: 0 }, 'd'],
    [{ provider: 'tc' }, 'adb'],
    [{ provider: 'tickets-commerce' }, 'adb'],
    [{ provider: 'rsvp,woo' }, 'c'],
    [{ provider: 'woo' }, ''],
    [{ currency: 'usd,eur' }, 'adbc'],
    [{ currency: 'EUR' }, ''],
    [{ after: '2026-11-21' }, 'adbc'],
    [{ after: '2026-11-22' }, ''],
    [{ before: '2026-11-21' }, 'adbc'],
    [{ before: '2026-11-20' }, ''],
    [{ after: '-8 days' }, 'adbc'],
    [{ before: 1_700_000_000 }, ''],
    [{ available_from: '2026-12-01' }, 'dbc'],
    [{ available_until: '2026-12-31' }, 'a'],
    [{ available_until: '2027-01-15' }, 'adb'],
    [{ attendee_information_available: false }, 'adbc'],
    [{ attendee_information_available: true }, ''],
  ] as [Query, string][])('with %o find %s', async (query, expected) => {
    expect(await letters(query)).toBe(expected)
  })

  test('include and exclude tickets and events', async () => {
    expect(await letters({ include: [a.id, c.id, 9_000_000] })).toBe('ac')
    expect(await letters({ exclude: `${a.id}, ${c.id}` })).toBe('db')
    expect(await letters({ include_post: second })).toBe('c')
    expect(await letters({ exclude_post: [second] })).toBe('adb')
    expect(await letters({ include_post: first, exclude: [a.id], search: 'seat' })).toBe('b')
  })

  test.each([
    [{ attendees_min: 1 }, 'ad'],
    [{ attendees_max: 0 }, 'bc'],
    [{ attendees_min: 2, attendees_max: 2 }, 'd'],
    [{ checkedin_min: 1 }, ''],
    [{ checkedin_max: 0 }, 'adbc'],
    [{ capacity_min: 5 }, 'abc'],
    [{ capacity_max: 5 }, 'ad'],
    [{ capacity_min: 3, capacity_max: 20 }, 'ac'],
  ] as [Query, string][])(
    'with %o work for managers and for nobody else',
    async (query, expected) => {
      expect(await letters(query, 'administrator')).toBe(expected)
      expect(await letters(query, 'editor')).toBe('adbc')
      expect(await letters(query)).toBe('adbc')
    },
  )

  test('count what an expired hold had taken as available', async () => {
    const lines = [{ ticketId: a.id, quantity: 4 }]
    await transaction(app.db, tx => takeHolds(tx, [{ cartId: 1, lines, holdSeconds: 60 }]))
    expect(await letters({ is_available: false })).toBe('ad')
    await letExpire(app.db, [1])
    expect(await letters({ is_available: false })).toBe('d')
  })
})

describe('the list of tickets hides', () => {
  test('rows and totals that the caller may not read, whatever statuses are asked for', async () => {
    const author = await app.person('author')
    const secret: Record<string, number> = {}
    for (const status of ['private', 'draft', 'pending', 'future', 'trash']) {
      const eventId = await desk.event({ status: 'publish', author_id: author.userId })
      secret[status] = (await made(eventId, { name: `Secret ${status}` })).id
      await app.db.updateTable('events').set({ status }).where('id', '=', eventId).execute()
    }
    const seen = async (as: Role | 'anonymous', query: Query = {}) => {
      const { json } = await list({ search: 'secret', orderby: 'id', ...query }, as)
      expect(json.total).toBe(json.tickets.length)
      return json.tickets.map((ticket: { title: string }) => ticket.title.slice(7)).toSorted()
    }
    const everything = { post_status: 'publish,private,draft,pending,future,trash' }
    for (const as of ['anonymous', 'subscriber', 'contributor'] as const) {
      expect(await seen(as)).toEqual([])
      expect(await seen(as, { post_status: 'any' })).toEqual([])
      expect(await seen(as, everything)).toEqual([])
    }
    const all = ['draft', 'future', 'pending', 'private']
    expect(await seen('editor')).toEqual([])
    expect(await seen('editor', { post_status: 'any' })).toEqual(all)
    expect(await seen('editor', { post_status: 'draft' })).toEqual(['draft'])
    expect(await seen('author', everything)).toEqual([...all, 'trash'])
    expect(await seen('administrator')).toEqual(all)
    expect(await seen('administrator', everything)).toEqual([...all, 'trash'])
    const byId = await list({ include: [secret['draft']!] })
    expect(byId.json).toMatchObject({ total: 0, tickets: [] })
  })

  test('what protected events hide: their tickets are masked, counted, and not found by hidden texts', async () => {
    const eventId = await desk.event({ protected: true })
    const hidden = await made(eventId, {
      name: 'Aardvark gala',
      ticket: { mode: 'own', capacity: 3 },
    })
    const all = await list({ include_post: [first, eventId] })
    expect(all.json.total).toBe(4)
    const last = all.json.tickets.at(-1)
    expect(last).toMatchObject({ id: 0, title: 'No Access', is_available: null })
    expect(all.text).not.toContain('Aardvark')
    const probes: Query[] = [
      { search: 'aardvark' },
      { is_available: true },
      { provider: 'tc' },
      { currency: 'USD' },
      { after: '2020-01-01' },
      { available_from: '2020-01-01' },
      { available_until: '2090-01-01' },
    ]
    for (const probe of probes) {
      const { json } = await list({ ...probe, include: [hidden.id] })
      expect(json.total).toBe(0)
      const staff = await list({ ...probe, include: [hidden.id] }, 'administrator')
      expect(staff.json.tickets[0].title).toBe('Aardvark gala')
    }
  })

  test('an unpublished ticket from those who may not change it', async () => {
    const ticket = await made(first, { name: 'Withdrawn' })
    await app.db
      .updateTable('tickets')
      .set({ status: 'draft' })
      .where('id', '=', ticket.id)
      .execute()
    const total = async (as: Role | 'anonymous', status?: string) =>
      (await list({ include: [ticket.id], ...(status && { status }) }, as)).json.total
    expect(await total('anonymous', 'draft')).toBe(0)
    expect(await total('author', 'any')).toBe(0)
    expect(await total('editor', 'draft')).toBe(1)
    expect(await total('administrator')).toBe(1)
    await desk.remove(ticket)
  })
})
