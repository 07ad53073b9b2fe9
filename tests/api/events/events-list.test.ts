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

describe('filters of the list of events', () => {
  let made: Record<'a' | 'b' | 'c' | 'd', any>
  beforeAll(async () => {
    app.clock.set(testStart)
    await empty()
    const venue = (name: string, geo_lat: number, geo_lng: number) => ({
      venue: name,
      geo_lat,
      geo_lng,
    })
    const a = await make('2027-01-01', {
      title: 'Blue ostrich',
      description: 'Running races',
      categories: ['Animals'],
      tags: ['fast', 'tall'],
      venue: venue('Berlin', 52.52, 13.405),
      organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
      featured: true,
    })
    const { json: birds } = await app.events('POST', '/categories', {
      as: 'administrator',
      body: { name: 'Birds', parent: a.categories[0].id },
    })
    const b = await make('2027-01-02', {
      title: 'Red ostrich',
      description: 'Blue sky',
      categories: [birds.id],
      tags: ['fast'],
      venue: venue('Potsdam', 52.39, 13.065),
      organizer: [a.organizer[0].id],
    })
    const c = await make('2027-01-03', {
      title: 'Café 100% under_score',
      categories: ['Plants'],
      venue: venue('Fiji', -17.7, 179.9),
      post_parent: a.id,
    })
    const d = await make('2027-01-04', {
      title: 'Nowhere',
      venue: { venue: 'Unplaced' },
      post_parent: a.id,
    })
    made = { a, b, c, d }
  })
  const named = async (query: Query, as: As = 'anonymous') => {
    const names = Object.entries(made)
    return (await idsOf(query, as))
      .map(id => names.find(([, event]) => event.id === id)?.[0])
      .join('')
  }

  test.each<[string, Query | (() => Query), string]>([
    ['a category and what is below it', { categories: 'animals' }, 'ab'],
    ['a category below another', { categories: 'birds' }, 'b'],
    ['any of several categories', { categories: 'birds,plants' }, 'bc'],
    ['categories as a list', { categories: ['animals', 'plants'] }, 'abc'],
    ['a category by id', () => ({ categories: made.a.categories[0].id }), 'ab'],
    ['any of several tags', { tags: 'fast,tall' }, 'ab'],
    ['category and tag together', { categories: 'birds', tags: 'tall' }, ''],
    ['a venue', () => ({ venue: made.a.venue.id }), 'a'],
    ['venues', () => ({ venue: `${made.a.venue.id},${made.b.venue.id}` }), 'ab'],
    ['organizers', () => ({ organizer: made.a.organizer.map((one: any) => one.id) }), 'ab'],
    ['the second organizer', () => ({ organizer: made.a.organizer[1].id }), 'a'],
    [
      'venue and organizer',
      () => ({ venue: made.b.venue.id, organizer: made.a.organizer[1].id }),
      '',
    ],
    ['being featured', { featured: true }, 'a'],
    ['not being featured', { featured: '0' }, 'bcd'],
    ['a parent', () => ({ post_parent: made.a.id }), 'cd'],
    ['having no tickets', { ticketed: false }, 'abcd'],
    ['having tickets', { ticketed: true }, ''],
    ['having a place', { geoloc: true }, 'abc'],
    ['having no place', { geoloc: false }, 'd'],
    ['a place nearby', { geoloc_lat: 52.52, geoloc_lng: 13.4 }, 'a'],
    ['a wider circle', { geoloc_lat: 52.52, geoloc_lng: 13.4, geoloc_radius: 40 }, 'ab'],
    [
      'a circle over the date line',
      { geoloc_lat: -17.7, geoloc_lng: -179.9, geoloc_radius: 30 },
      'c',
    ],
    ['a circle around a pole', { geoloc_lat: 90, geoloc_lng: 0, geoloc_radius: 4300 }, 'ab'],
    ['the whole earth', { geoloc_lat: 0, geoloc_lng: 0, geoloc_radius: 20038 }, 'abc'],
    ['a word', { search: 'ostrich' }, 'ab'],
    ['words in any field', { search: 'BLUE Ostrich' }, 'ab'],
    ['a phrase', { search: '"blue ostrich"' }, 'a'],
    ['words without another', { search: 'ostrich -red' }, 'a'],
    ['words without accents', { search: 'cafe' }, 'c'],
    ['signs that mean something to a database', { search: '100%' }, 'c'],
    ['an underscore', { search: 'r_s' }, 'c'],
    ['an underscore that is none', { search: 'o_trich' }, ''],
    ['the name of a venue, which is not searched', { search: 'Potsdam' }, ''],
    [
      'everything at once',
      { search: 'ostrich', categories: 'animals', tags: 'tall', featured: 1, geoloc: 1 },
      'a',
    ],
  ])('work for %s', async (_, query, expected) => {
    expect(await named(typeof query === 'function' ? query() : query)).toBe(expected)
  })

  test.each<Query>([
    { categories: 'unknown' },
    { categories: '' },
    { tags: '99999' },
    { venue: 'foo' },
    { venue: 999_999 },
    { organizer: '999999' },
    { post_parent: 'foo-bar' },
    { post_parent: 0 },
    { post_parent: 999_999 },
    { search: '' },
    { featured: 'maybe' },
    { ticketed: 'x' },
    { geoloc_lat: 5 },
    { geoloc_lng: 5 },
    { geoloc_lat: 91, geoloc_lng: 0 },
    { geoloc_lat: 'NaN', geoloc_lng: 0 },
    { geoloc_radius: 0 },
    { geoloc_radius: '1e9' },
    { strict_dates: '' },
  ])('refuse %j with 400', async query => {
    const got = await list(query)
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
  })

  test('are all in its links, encoded, and the links lead to the same list', async () => {
    const query = {
      per_page: 1,
      search: 'ostrich "blue"',
      categories: 'animals,birds',
      tags: 'fast',
      organizer: made.a.organizer[0].id,
      featured: false,
      geoloc_lat: 52.5,
      geoloc_lng: 13.3,
      geoloc_radius: 100,
      starts_after: '2026-12-01',
      strict_dates: 'true',
    }
    const { featured: _, ...both } = query
    const first = await list(both)
    expect([first.json.total, first.json.events[0].id]).toEqual([2, made.a.id])
    const next = await app.call('GET', first.json.next_rest_url.replace('http://tickets.test', ''))
    expect(next.json.events[0].id).toBe(made.b.id)
    const back = await app.call(
      'GET',
      next.json.previous_rest_url.replace('http://tickets.test', ''),
    )
    expect(back.json.events).toEqual(first.json.events)
    const { searchParams } = new URL((await list(query)).json.rest_url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      search: 'ostrich "blue"',
      categories: 'animals,birds',
      featured: '0',
      starts_after: '2026-12-01 00:00:00',
      strict_dates: 'true',
      geoloc_radius: '100',
    })
    expect(first.json.next_rest_url).not.toMatch(/[ "]/)
  })

  test('mean the same moment where a local time occurs twice', async () => {
    await empty()
    await make('2027-11-07T05:45:00Z')
    const hour = [await make('2027-11-07T06:45:00Z'), await make('2027-11-07T06:50:00Z')]
    const query = { per_page: 1, starts_after: '2027-11-07T06:30:00Z', strict_dates: 'true' }
    const first = await list(query)
    const next = await app.call('GET', first.json.next_rest_url.replace('http://tickets.test', ''))
    const shown = [first, next].map(({ json }) => json.events[0].id)
    expect([shown, next.json.total]).toEqual([hour.map(({ id }) => id), 2])
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
