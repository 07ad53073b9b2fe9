// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on lists of events and single events, except where
 * contract.md differs. Describe blocks have that suite's names. Promises of tests/api are not repeated here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestRequest, startApp, testStart } from '../support/start-app.ts'

const app = await startApp({ EVENTS_PER_PAGE: '5' })
type As = NonNullable<TestRequest['as']>
type Query = NonNullable<TestRequest['query']>

let days = 0
async function make(body: Record<string, unknown> = {}, as: As = 'administrator') {
  days += 1
  const start_date = `+${days} days`
  const sent = { title: `Event ${days}`, start_date, end_date: start_date, ...body }
  const got = await app.events('POST', '/events', { as, body: sent })
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}
const makeAll = async (count: number, body: Record<string, unknown> = {}) => {
  const made = []
  for (let index = 0; index < count; index += 1) made.push(await make(body))
  return made as { id: number }[]
}
const list = (query: Query = {}, as: As = 'anonymous') =>
  app.events('GET', '/events', { as, query })
const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id)
async function idsOf(query: Query, as: As = 'anonymous') {
  const got = await list({ per_page: 50, ...query }, as)
  expect([got.status, got.json.code]).toEqual([200, undefined])
  expect(got.json.total).toBe(got.json.events.length)
  return ids(got.json.events)
}
const clear = async () => {
  await app.db.deleteFrom('events').execute()
  days = 0
}

beforeEach(() => app.clock.set(testStart))

describe('EventArchive', () => {
  beforeEach(clear)

  test('with 51 events and per_page 100 has 50 events on the first page and one on the next', async () => {
    await makeAll(51)
    const got = await list({ per_page: 100 })
    expect([got.json.events.length, got.json.total, got.json.total_pages]).toEqual([50, 51, 2])
    expect((await list({ per_page: 100, page: 2 })).json.events).toHaveLength(1)
  })

  test('has the site’s page size unless the request names one, and links to itself', async () => {
    await makeAll(7)
    const got = await list()
    expect([got.json.events.length, got.json.total_pages]).toEqual([5, 2])
    expect(got.json.rest_url).toMatch(/^http:\/\/tickets\.test\/svc\/events\/v1\/events\/\?/)
    expect(new URL(got.json.next_rest_url).searchParams.get('page')).toBe('2')
    expect((await list({ per_page: 10 })).json.events).toHaveLength(7)
    expect((await list({ per_page: 3, page: 3 })).json.previous_rest_url).toContain('page=2')
  })

  test('takes start and end dates as seconds since 1970: of ten weekly events it has those between', async () => {
    for (let week = 1; week <= 10; week += 1) {
      const start_date = `+${week} weeks`
      await make({ start_date, end_date: start_date })
    }
    const inDays = (count: number) => testStart.getTime() / 1000 + count * 86_400
    expect(await idsOf({ start_date: inDays(35) })).toHaveLength(6)
    expect(await idsOf({ end_date: inDays(35) })).toHaveLength(5)
    expect(await idsOf({ start_date: inDays(10), end_date: inDays(30) })).toHaveLength(3)
  })

  test('finds an event by one search word, alone and among other words', async () => {
    const foo = ids(await makeAll(5, { title: 'foo' }))
    const both = ids(await makeAll(5, { title: 'foo bar' }))
    const bar = ids(await makeAll(5, { title: 'bar' }))
    expect(await idsOf({ search: 'foo' })).toEqual([...foo, ...both])
    expect(await idsOf({ search: 'bar' })).toEqual([...both, ...bar])
    const paged = await list({ search: 'foo', per_page: 5 })
    expect([paged.json.total, paged.json.total_pages]).toEqual([10, 2])
    expect([paged.headers['x-tec-total'], paged.headers['x-tec-totalpages']]).toEqual(['10', '2'])
    const none = await list({ search: 'nowhere' })
    expect([none.status, none.json.total, none.json.events]).toEqual([200, 0, []])
  })

  test('shows staff several statuses, given one by one, with blanks or as a list', async () => {
    const publish = ids(await makeAll(3))
    const draft = ids(await makeAll(3, { status: 'draft' }))
    const pending = ids(await makeAll(3, { status: 'pending' }))
    expect(await idsOf({ status: 'publish' }, 'editor')).toEqual(publish)
    expect(await idsOf({ status: 'publish, draft' }, 'editor')).toEqual([...publish, ...draft])
    const all = ['publish', 'draft', 'pending']
    expect(await idsOf({ status: all }, 'editor')).toEqual([...publish, ...draft, ...pending])
  })
})

describe('Archive_Event', () => {
  beforeEach(clear)

  test('has larger totals for callers who may see more events', async () => {
    await makeAll(2)
    await makeAll(3, { status: 'draft' })
    expect((await list()).json.total).toBe(2)
    expect((await list({}, 'editor')).json).toMatchObject({ total: 5, total_pages: 1 })
  })

  test('names its own address with every parameter, dates as they were understood', async () => {
    const made = await make({
      venue: { venue: 'Echo' },
      organizer: [{ organizer: 'E1' }, { organizer: 'E2' }],
    })
    const said = async (query: Query) =>
      Object.fromEntries(new URL((await list(query)).json.rest_url).searchParams)
    const organizer = made.organizer.map(({ id }: { id: number }) => id)
    expect(
      await said({
        venue: made.venue.id,
        organizer,
        featured: 0,
        start_date: '2026-12-01 15:00',
        end_date: '2027-01-01 15:00',
      }),
    ).toEqual({
      page: '1',
      per_page: '5',
      start_date: '2026-12-01 00:00:00',
      end_date: '2027-01-01 23:59:59',
      status: 'publish',
      venue: String(made.venue.id),
      organizer: organizer.join(),
      featured: '0',
    })
    const relative = await said({ ends_after: '2026-12-01' })
    expect(relative).not.toHaveProperty('start_date')
    expect(relative).not.toHaveProperty('end_date')
    const exact = { start_date: '2026-12-01 15:00:00', strict_dates: 'true' }
    expect((await said(exact))['start_date']).toBe('2026-12-01 15:00:00')
  })

  test('extends whole days to their end, and takes exact times exactly', async () => {
    const at = (start_date: string, end_date: string) => make({ start_date, end_date })
    const inside = await at('2027-01-15 15:00', '2027-01-15 17:00')
    const evening = await at('2027-01-15 20:00', '2027-01-15 21:00')
    const day = { start_date: '2027-01-15 15:00', end_date: '2027-01-15 18:00' }
    expect(await idsOf(day)).toEqual(ids([inside, evening]))
    expect(await idsOf({ ...day, strict_dates: 'true' })).toEqual([inside.id])
  })

  test('finds long events by relative dates, in order of start, and narrows them with a first day', async () => {
    const at = (start_date: string, end_date: string) => make({ start_date, end_date })
    const long = await at('2027-01-10', '2027-01-20')
    const short = await at('2027-01-15 10:00', '2027-01-15 12:00')
    const later = await at('2027-01-18 10:00', '2027-01-18 12:00')
    const around = { ends_after: '2027-01-14', starts_before: '2027-01-16' }
    expect(await idsOf(around)).toEqual(ids([long, short]))
    expect(await idsOf({ ends_after: '2027-01-14' })).toEqual(ids([long, short, later]))
    expect(await idsOf({ ...around, start_date: '2027-01-12' })).toEqual([short.id])
  })
})
