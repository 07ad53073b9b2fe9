import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York', EVENTS_PER_PAGE: '4' })

type As = NonNullable<NonNullable<Parameters<typeof app.events>[2]>['as']>
type Query = NonNullable<NonNullable<Parameters<typeof app.events>[2]>['query']>

const root = 'http://tickets.test/svc/events/v1/events/'
async function make(start: string, body: Record<string, unknown> = {}, end = start) {
  const sent = { title: 'Event', start_date: start, end_date: end, ...body }
  const got = await app.events('POST', '/events', { as: 'administrator', body: sent })
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}
const list = (query: Query = {}, as: As = 'anonymous') =>
  app.events('GET', '/events', { as, query })
async function idsOf(query: Query = {}, as: As = 'anonymous'): Promise<number[]> {
  const got = await list({ per_page: 50, ...query }, as)
  expect([got.status, got.json.code]).toEqual([200, undefined])
  return got.json.events.map(({ id }: { id: number }) => id)
}
const empty = () => app.db.deleteFrom('events').execute()

beforeEach(() => {
  app.clock.set(testStart)
})

describe('the list of events in pages', () => {
  test('is 200 without events, with a total of zero and no neighbours', async () => {
    await empty()
    const got = await list()
    expect(got.json).toMatchObject({ events: [], total: 0, total_pages: 0 })
    expect(Object.keys(got.json)).not.toContain('next_rest_url')
    expect(Object.keys(got.json)).not.toContain('previous_rest_url')
    expect([got.headers['x-tec-total'], got.headers['x-tec-totalpages']]).toEqual(['0', '0'])
    expect((await list({ page: 2 })).json.code).toBe('event-archive-page-not-found')
  })

  test('has four events a page by default and at most fifty, and links to neighbours', async () => {
    await empty()
    for (let day = 10; day < 20; day += 1) await make(`2027-01-${day} 10:00`)
    expect((await list()).json.events).toHaveLength(4)
    const capped = await list({ per_page: 100 })
    expect(capped.json.rest_url).toContain('per_page=50')
    const [first, second, third] = [await list(), await list({ page: 2 }), await list({ page: 3 })]
    expect(first.json).toMatchObject({ total: 10, total_pages: 3 })
    expect(first.json).not.toHaveProperty('previous_rest_url')
    expect(first.json.next_rest_url).toContain('page=2')
    expect(new URL(second.json.previous_rest_url).searchParams.has('page')).toBe(false)
    expect(third.json.events).toHaveLength(2)
    expect(third.json).not.toHaveProperty('next_rest_url')
    expect(third.json.rest_url.startsWith(root)).toBe(true)
    const beyond = await list({ page: 4 })
    expect([beyond.status, beyond.json.code]).toEqual([404, 'event-archive-page-not-found'])
    expect((await list({ page: '2147483647' })).status).toBe(404)
  })

  test.each(['foo', '-1', '0', 'foo bar', '', '1.5', '1e400'])('refuses %j', async wrong => {
    for (const name of ['page', 'per_page']) {
      const got = await list({ [name]: wrong })
      expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, [name]])
    }
  })
})

describe('dates in the list of events', () => {
  let ids: Record<string, number> = {}
  beforeAll(async () => {
    app.clock.set(testStart)
    await empty()
    ids = {
      past: (await make('2026-06-01 10:00')).id,
      running: (await make('2026-11-01 10:00', {}, '2026-12-15 10:00')).id,
      morning: (await make('2027-01-15 08:00', {}, '2027-01-15 09:00')).id,
      evening: (await make('2027-01-15 20:00', {}, '2027-01-15 21:00')).id,
      tokyo: (await make('2027-01-16 08:30', { timezone: 'Asia/Tokyo' })).id,
      later: (await make('2027-03-01 10:00')).id,
      far: (await make('2029-03-01 10:00')).id,
    }
  })
  test('may begin on every day of the calendar', async () => {
    for (const start_date of ['9998-01-01', '9999-12-31', '+7972 years']) {
      const { status, json } = await list({ start_date })
      expect([start_date, status, json.events]).toEqual([start_date, 200, []])
    }
    expect((await app.call('GET', '/events.ics?start_date=9999-12-31')).status).toBe(200)
  })

  const named = async (query: Query) => {
    const names = Object.entries(ids)
    return (await idsOf(query)).map(id => names.find(([, other]) => other === id)?.[0])
  }

  test.each<[string, Query, string[]]>([
    ['the window without any', {}, ['morning', 'tokyo', 'evening', 'later']],
    [
      'a first day, to 24 months ahead',
      { start_date: '2026-01-01' },
      ['past', 'running', 'morning', 'tokyo', 'evening', 'later'],
    ],
    ['a last day', { end_date: '2027-01-15 01:00' }, ['morning', 'tokyo', 'evening']],
    [
      'what lies wholly within a day',
      { start_date: '2027-01-15', end_date: '2027-01-15' },
      ['morning', 'tokyo', 'evening'],
    ],
    ['what starts after a day', { starts_after: '2027-01-15' }, ['later', 'far']],
    [
      'what starts up to a day',
      { starts_before: '2027-01-15' },
      ['past', 'running', 'morning', 'tokyo', 'evening'],
    ],
    ['what ends after a day', { ends_after: '2026-12-01', ends_before: '2027-01-01' }, ['running']],
    [
      'what is under way in a window',
      { ends_after: '2026-11-30', starts_before: '2027-01-15' },
      ['running', 'morning', 'tokyo', 'evening'],
    ],
    [
      'what was under way in a window the wrong way round',
      { ends_after: '2027-01-15', starts_before: '2026-01-15' },
      [],
    ],
    [
      'an exact time of the site',
      { start_date: '2027-01-15 18:00', end_date: '2027-01-15 20:30', strict_dates: 'true' },
      ['tokyo'],
    ],
    [
      'an exact time with an offset',
      { start_date: '2027-01-15T23:30:00Z', end_date: '2027-01-15T23:30:00Z', strict_dates: 'yes' },
      ['tokyo'],
    ],
    [
      'seconds since 1970',
      { start_date: 1_800_050_000, strict_dates: '1' },
      ['tokyo', 'evening', 'later'],
    ],
    ['words', { starts_after: 'now', starts_before: '+3 months' }, ['morning', 'tokyo', 'evening']],
    ['a window the wrong way round', { start_date: '2027-02-01', end_date: '2027-01-01' }, []],
  ])('work for %s', async (_, query, expected) => {
    expect(await named(query)).toEqual(expected)
  })

  test('do not limit events named by id, which come newest publication first; unknown ids are skipped', async () => {
    const include = [ids['past'] ?? 0, ids['far'] ?? 0, 987_654]
    const query = { include: include.join(), start_date: '2027-01-01' }
    expect(await named(query)).toEqual(['far', 'past'])
    expect((await list({ include: [...include] })).json.total).toBe(2)
    for (const wrong of ['1,foo', '0', '-1', '']) {
      expect((await list({ include: wrong })).status).toBe(400)
    }
  })

  test.each([
    'start_date',
    'end_date',
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
  ])('in %s must be valid', async name => {
    for (const wrong of ['foo', '', '31/12/2026', '+9000 years', '99999999999999']) {
      const got = await list({ [name]: wrong })
      expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, [name]])
    }
  })
})

describe('statuses in the list of events', () => {
  beforeEach(empty)

  test('include for staff all that they may see, and only published for everybody else', async () => {
    const ids: Record<string, number> = {}
    for (const status of ['publish', 'draft', 'pending', 'private', 'trash']) {
      ids[status] = (await make('2027-01-01', { status })).id
    }
    const hidden = await make('2027-01-02', { hide_from_listings: true })
    const { publish, draft, pending, private: own, trash } = ids
    expect(await idsOf()).toEqual([publish])
    expect(await idsOf({}, 'subscriber')).toEqual([publish])
    expect(await idsOf({}, 'author')).toEqual([publish])
    expect(await idsOf({}, 'editor')).toEqual([publish, draft, pending, own])
    expect(await idsOf({}, 'administrator')).toEqual([publish, draft, pending, own, hidden.id])
    expect(await idsOf({ status: 'publish, draft' }, 'editor')).toEqual([publish, draft])
    expect(await idsOf({ status: ['draft', 'pending', 'trash'] }, 'editor')).toEqual([
      draft,
      pending,
      trash,
    ])
    expect(await idsOf({ status: 'publish' })).toEqual([publish])
  })

  test.each<[As, string]>([
    ['anonymous', 'publish, draft'],
    ['subscriber', 'draft'],
    ['editor', 'foo'],
    ['editor', 'foo, bar, publish'],
    ['administrator', 'any'],
    ['administrator', ''],
  ])('are refused to %s for %j', async (as, status) => {
    const got = await list({ status }, as)
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['status']])
  })

  test('include a contributor’s own drafts', async () => {
    const body = { title: 'Mine', start_date: '2027-01-01', end_date: '2027-01-01' }
    const mine = await app.events('POST', '/events', { as: 'contributor', body })
    await make('2027-01-02', { status: 'draft' })
    expect(await idsOf({}, 'contributor')).toEqual([mine.json.id])
    expect(await idsOf({ status: 'draft' }, 'contributor')).toEqual([mine.json.id])
  })
})
