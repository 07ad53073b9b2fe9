// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on lists of events and single events, except where
 * contract.md differs. Describe blocks have that suite's names. Promises of tests/api are not repeated here.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe.each([
  ['EventByCategory', 'categories', 'administrator'],
  ['EventByTag', 'tags', 'administrator'],
] as const)('%s', (_, name, as) => {
  beforeEach(clear)
  const term = async (word: string) =>
    (await app.events('POST', `/${name}`, { as, body: { name: `${word} of ${name}` } })).json

  test('is empty for a term without events, and 400 for an unknown one', async () => {
    const unused = await term('Unused')
    const got = await list({ [name]: unused.id })
    expect([got.status, got.json.events, got.json.total, got.json.total_pages]).toEqual([
      200,
      [],
      0,
      0,
    ])
    expect((await list({ [name]: 999_999 })).status).toBe(400)
    expect((await list({ [name]: `${unused.id},nowhere` })).status).toBe(400)
  })

  test('finds the events of any slug or id, as a list or with commas, in order of start', async () => {
    const [a, b] = [await term('Alpha'), await term('Beta')]
    const one = await make({ [name]: [a.id] })
    const two = await make({ [name]: [b.id] })
    const three = await make({ [name]: [a.id, b.id] })
    await make()
    expect(await idsOf({ [name]: [a.slug, b.slug] })).toEqual(ids([one, two, three]))
    expect(await idsOf({ [name]: `${b.id},${a.id}` })).toEqual(ids([one, two, three]))
    expect(await idsOf({ [name]: b.slug })).toEqual(ids([two, three]))
  })

  test('keeps the filter on every page', async () => {
    const used = await term('Paged')
    const made = await makeAll(4, { [name]: [used.id] })
    await makeAll(2)
    const first = await list({ [name]: used.slug, per_page: 3 })
    expect(first.json).toMatchObject({ total: 4, total_pages: 2 })
    const next = await app.call('GET', first.json.next_rest_url.replace('http://tickets.test', ''))
    expect(ids(next.json.events)).toEqual([made[3]?.id])
  })
})

describe('EventByFeatured', () => {
  test('separates featured events from others, and shows drafts to editors only', async () => {
    await clear()
    const none = await list({ featured: 'true' })
    expect([none.status, none.json.events]).toEqual([200, []])
    const plain = await make()
    const featured = await make({ featured: true })
    const draft = await make({ featured: true, status: 'draft' })
    expect(await idsOf({ featured: 'true' })).toEqual([featured.id])
    expect(await idsOf({ featured: 'false' })).toEqual([plain.id])
    expect(await idsOf({})).toEqual(ids([plain, featured]))
    expect(await idsOf({ featured: true }, 'editor')).toEqual(ids([featured, draft]))
  })
})

describe.each([
  ['EventByVenue', 'venue', (id: number) => ({ venue: id })],
  ['EventByOrganizer', 'organizer', (id: number) => ({ organizer: [id] })],
] as const)('%s', (_, kind, link) => {
  const record = async (name: string) => {
    const body = { [kind]: `${name} ${kind}` }
    return (await app.events('POST', `/${kind}s`, { as: 'administrator', body })).json
  }

  test('finds the events of one or several ids, as a list or with commas; drafts for editors only', async () => {
    await clear()
    const [a, b, unused] = [await record('A'), await record('B'), await record('Unused')]
    const ofA = await make(link(a.id))
    const ofB = await make(link(b.id))
    const draft = await make({ ...link(a.id), status: 'draft' })
    await make()
    expect(await idsOf({ [kind]: a.id })).toEqual([ofA.id])
    expect(await idsOf({ [kind]: [a.id, b.id] })).toEqual(ids([ofA, ofB]))
    expect(await idsOf({ [kind]: `${a.id}, ${b.id}` })).toEqual(ids([ofA, ofB]))
    expect(await idsOf({ [kind]: a.id }, 'editor')).toEqual(ids([ofA, draft]))
    const empty = await list({ [kind]: unused.id })
    expect([empty.status, empty.json.events, empty.json.total]).toEqual([200, [], 0])
    for (const wrong of ['foo', '999999', `${a.id},foo`]) {
      expect((await list({ [kind]: wrong })).status).toBe(400)
    }
  })
})

describe('EventByParent', () => {
  test('lists the children of a parent in full, with totals of their own', async () => {
    await clear()
    const parent = await make()
    const children = await makeAll(2, { post_parent: parent.id })
    await make()
    const got = await list({ post_parent: parent.id })
    expect([got.json.total, got.json.total_pages]).toEqual([2, 1])
    expect(ids(got.json.events)).toEqual(ids(children))
    expect(got.json.events[0]).toMatchObject({ rest_url: expect.stringContaining('/events/') })
    for (const wrong of ['foo-bar', '999999']) {
      expect((await list({ post_parent: wrong })).status).toBe(400)
    }
  })
})

describe('EventByPostID', () => {
  test('finds exactly the events of the ids, as a list or with commas', async () => {
    await clear()
    const made = await makeAll(4)
    const some = ids(made).slice(1, 3)
    // Of events published in the same second the newest comes first.
    const newestFirst = some.toReversed()
    expect(await idsOf({ include: some })).toEqual(newestFirst)
    expect(await idsOf({ include: some.join() })).toEqual(newestFirst)
    for (const wrong of [[some[0] ?? 0, 'foo'], `${some[0]},foo`, '1.5']) {
      expect((await list({ include: wrong })).status).toBe(400)
    }
  })
})

describe('SingleEvent, SingleEventSlug', () => {
  let made: any
  beforeAll(async () => {
    const tags = ['Loud']
    made = await make({
      title: 'A whole event',
      slug: 'a-whole-event',
      description: 'Described',
      excerpt: 'In short',
      cost: '$23',
      website: 'https://example.org/',
      show_map: true,
      show_map_link: true,
      categories: ['Music'],
      tags,
      venue: { venue: 'The whole hall', state: 'IL' },
      organizer: [{ organizer: 'The whole company' }],
    })
  })

  test.each(['id', 'slug'] as const)('return the whole event by %s', async way => {
    const path = way === 'id' ? `/events/${made.id}` : '/events/by-slug/a-whole-event'
    const { json } = await app.events('GET', path)
    expect(json).toMatchObject({
      id: made.id,
      author: expect.any(String),
      description: '<p>Described</p>',
      excerpt: '<p>In short</p>',
      timezone: 'UTC',
      timezone_abbr: 'UTC',
      cost: '$23',
      cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['23'] },
      website: 'https://example.org/',
      show_map: true,
      show_map_link: true,
      venue: { venue: 'The whole hall', stateprovince: 'IL', json_ld: expect.any(Object) },
      organizer: [{ organizer: 'The whole company', json_ld: expect.any(Object) }],
      categories: [{ name: 'Music', taxonomy: 'tribe_events_cat' }],
      tags: [{ name: 'Loud', taxonomy: 'post_tag' }],
      json_ld: { '@type': 'Event', name: 'A whole event' },
    })
    for (const member of ['start_date', 'end_date', 'utc_start_date', 'utc_end_date']) {
      const parts = json[`${member}_details`]
      expect(Object.values(parts).every(part => typeof part === 'string')).toBe(true)
      const { year, month, day, hour, minutes, seconds } = parts
      expect(json[member]).toBe(`${year}-${month}-${day} ${hour}:${minutes}:${seconds}`)
    }
  })

  test('refuse the slug of something else or of a draft', async () => {
    expect((await app.events('GET', '/events/by-slug/the-whole-hall')).status).toBe(400)
    await make({ slug: 'kept-draft', status: 'draft' })
    const draft = await app.events('GET', '/events/by-slug/kept-draft')
    expect([draft.status, draft.json.code]).toEqual([403, 'event-not-accessible'])
  })

  test('have an empty list in place of a deleted venue', async () => {
    const other = await make({ venue: { venue: 'A hall that goes' } })
    await app.events('DELETE', `/venues/${other.venue.id}`, { as: 'administrator' })
    expect((await app.events('GET', `/events/${other.id}`)).json.venue).toEqual([])
  })
})
