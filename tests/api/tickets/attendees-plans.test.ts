import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type AttendeeFilter,
  attendeesOrder,
  attendeesWhere,
} from '../../../src/ticketing/attendees/filters.ts'
import { rarestPart } from '../../../src/ticketing/attendees/rules.ts'
import { anAttendee, attendees } from '../../support/attending.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const [first] = await attendees(app, 30)
const { eventId } = first!

/** The plan of the first page when reading and sorting all attendees is the last resort. */
async function planOf(
  filter: Partial<AttendeeFilter>,
  order: Parameters<typeof attendeesOrder>[0],
): Promise<string> {
  const where = attendeesWhere({ inAddresses: true, onlyPublic: false, ...filter })
  return app.db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    // What an earlier test's rows were like, when the database counted them, must not decide.
    await sql`delete from pg_statistic where starelid = 'attendees'::regclass`.execute(tx)
    await sql`
      update pg_class set reltuples = 100000, relpages = 2000 where oid = 'attendees'::regclass
    `.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select a.id from attendees a where ${where} order by ${attendeesOrder(order)} limit 10
    `.execute(tx)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
}

test.each([
  ['id', 'attendees_by_event'],
  ['date', 'attendees_by_event_and_date'],
  ['title', 'attendees_by_event_and_name'],
] as const)(
  'the first page of an event’s attendees by %s is read by index in that order, both ways',
  async (by, index) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const plan = await planOf({ events: [eventId] }, { by, direction })
      expect(plan).toMatch(new RegExp(`using ${index} `))
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  },
)

test('an address is searched in the index by its rarest part only', async () => {
  const sample = Array.from({ length: 20 }, (_, n) => `guest ${n}\nguest-${n}@mail.example`)
  expect(rarestPart('heron@mail.example', sample)).toBe('heron@')
  expect(rarestPart('heron', sample)).toBe('heron')
  expect(rarestPart('heron@mail.example', [])).toBe('heron@mail.example')
})

test('of addresses with most letters in common, exactly the wanted one is found', async () => {
  const draft = { eventId, ticketId: first!.ticketId }
  const [one] = await attendees(app, 1, { ...draft, holderEmail: 'heron-7@mail.example' })
  await attendees(app, 3, { ...draft, holderEmail: 'heron-70@mail.example' })
  await attendees(app, 3, { ...draft, holderEmail: 'heron-7@other.example' })
  const { json } = await app.tickets('GET', '/attendees', {
    as: 'administrator',
    query: { post_id: eventId, email: 'heron-7@mail.example' },
  })
  expect(json.attendees.map(({ id }: { id: number }) => id)).toEqual([one!.id])
  expect(json.total).toBe(1)
})

test('a page of a rare name and its total are found in one statement, in the requested order', async () => {
  const draft = { eventId, ticketId: first!.ticketId }
  const made: number[] = []
  for (const holderName of ['Quill B', 'Quill C', 'Quill A']) {
    const [attendee] = await attendees(app, 1, { ...draft, holderName })
    made.push(attendee!.id)
  }
  await attendees(app, 40, draft)
  const ask = (query: object) =>
    app.tickets('GET', '/attendees', {
      as: 'administrator',
      query: { post_id: eventId, name: 'quill', orderby: 'title', per_page: 2, ...query },
    })
  const ids = ({ json }: Awaited<ReturnType<typeof ask>>) =>
    json.attendees.map(({ id }: { id: number }) => id)
  const [b, c, a] = made
  const texts = await statementsOf(app, async () => {
    const page = await ask({})
    expect(ids(page)).toEqual([a, b])
    expect(page.json).toMatchObject({ total: 3, total_pages: 2 })
  })
  expect(texts.filter(text => text.includes('found as materialized'))).toHaveLength(1)
  expect(ids(await ask({ page: 2 }))).toEqual([c])
  expect(ids(await ask({ order: 'DESC', offset: 1, per_page: 5 }))).toEqual([b, a])
  expect((await ask({ offset: 3 })).json).toMatchObject({ total: 0, attendees: [] })
  expect((await ask({ page: 3 })).json.code).toBe('invalid-page-number')
})

test.each([
  ['scanner', {}, 1],
  ['scanner', { checkedin: true }, 0],
  ['administrator', { order_status: 'public' }, 1],
  ['administrator', { order_status: 'private', checkedin: false }, 2],
  ['anonymous', { order_status: 'completed' }, 1],
] as const)(
  'the total for %s with %j is a sum of maintained counts',
  async (role, asked, total) => {
    const key = await app.tickets('POST', '/scanner-keys', {
      as: 'administrator',
      body: { name: 'Gate' },
    })
    const scanner = { authorization: `Bearer ${key.json.api_key}` }
    const as = role === 'scanner' ? scanner : role
    const place = await anAttendee(app)
    await attendees(app, 2, { ...placeOf(place), orderStatus: 'pending' })
    const texts = await statementsOf(app, async () => {
      const query = { post_id: place.eventId, ...asked }
      const { json } = await app.tickets('GET', '/attendees', { as, query })
      expect(json).toMatchObject({ total })
      expect(json.attendees).toHaveLength(total)
    })
    expect(texts.join('\n')).toContain('from attendee_counts a')
    expect(texts.filter(text => text.includes('count(*)'))).toEqual([])
  },
)

const placeOf = ({ eventId, ticketId }: { eventId: number; ticketId: number }) => ({
  eventId,
  ticketId,
})
