import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York', EVENTS_PER_PAGE: '4' })

type As = NonNullable<NonNullable<Parameters<typeof app.events>[2]>['as']>
type Query = NonNullable<NonNullable<Parameters<typeof app.events>[2]>['query']>
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
