// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on venues, organizers, categories, tags, the API document
 * and errors, except where contract.md differs. Describe blocks have that suite's names. Promises of
 * tests/api are not repeated here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestRequest, startApp, testStart } from '../support/start-app.ts'

const app = await startApp({ EVENTS_PER_PAGE: '5' }, { mayReach: ip => ip === '127.0.0.1' })
type As = NonNullable<TestRequest['as']>
type Query = NonNullable<TestRequest['query']>
type Body = Record<string, unknown>

const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id)
let names = 0
const unique = (word: string) => `${word} ${(names += 1)}`
const event = async (body: Body = {}, start = '2027-01-01 10:00') => {
  const sent = { title: unique('Event'), start_date: start, end_date: start, ...body }
  return (await app.events('POST', '/events', { as: 'administrator', body: sent })).json
}

beforeEach(() => app.clock.set(testStart))

describe('OrganizerArchiveSearch, VenueArchiveSearch', () => {
  test('finds organizers by every field, and by parts of telephone, e-mail and website', async () => {
    await app.db.deleteFrom('organizers').execute()
    const add = async (organizer: string, body: Body) =>
      (
        await app.events('POST', '/organizers', {
          as: 'administrator',
          body: { organizer, ...body },
        })
      ).json
    const one = await add('Searched one', {
      description: 'Plays jazz',
      phone: '111-1111',
      email: 'one@common.com',
      website: 'http://one.com',
    })
    const two = await add('Searched two', {
      phone: '222-1111',
      email: 'two@common.com',
      website: 'http://two.com',
    })
    const found = async (search: string) =>
      ids((await app.events('GET', '/organizers', { query: { search } })).json.organizers).toSorted(
        (a, b) => a - b,
      )
    expect(await found('1111')).toEqual([one.id, two.id])
    expect(await found('222-1111')).toEqual([two.id])
    expect(await found('one@common.com')).toEqual([one.id])
    expect(await found('common.com')).toEqual([one.id, two.id])
    expect(await found('@common.com')).toEqual([one.id, two.id])
    expect(await found('http://one.com')).toEqual([one.id])
    expect(await found('jazz')).toEqual([one.id])
    expect(await found('SEARCHED')).toEqual([one.id, two.id])
    expect(await found('unmatched')).toEqual([])
  })

  test('finds venues by every part of their address', async () => {
    const fields = {
      address: 'Quay Seventeen',
      city: 'Zwolle',
      province: 'Overijssel',
      state: 'Nostate',
      zip: '8011XY',
      phone: '038-123',
    }
    const { json } = await app.events('POST', '/venues', {
      as: 'administrator',
      body: { venue: 'Searched hall', description: 'By the water', country: 'NL', ...fields },
    })
    for (const search of ['searched', 'water', ...Object.values(fields)]) {
      const got = await app.events('GET', '/venues', { query: { search } })
      expect([search, ids(got.json.venues)]).toEqual([search, [json.id]])
    }
  })
})

describe.each([
  ['Category', 'categories', 'tribe_events_cat'],
  ['Tag', 'tags', 'post_tag'],
] as const)('%s', (_, plural, taxonomy) => {
  const add = (body: Body, as: As = 'editor') => app.events('POST', `/${plural}`, { as, body })
  const named = async (name: string, more: Body = {}) => (await add({ name, ...more })).json
  const list = (query: Query = {}) =>
    app.events('GET', `/${plural}`, { query: { hide_empty: false, ...query } })
  const idsOf = async (query: Query) => ids((await list({ per_page: 50, ...query })).json[plural])
  const clear = async () => {
    await app.db.deleteFrom('events').execute()
    await app.db.deleteFrom('terms').execute()
  }

  test('Archive lists no terms, unused ones, and disjoint pages', async () => {
    await clear()
    const none = await list()
    expect([none.status, none.json.total, none.json.total_pages, none.json[plural]]).toEqual([
      200,
      0,
      0,
      [],
    ])
    expect(none.json).not.toHaveProperty('next_rest_url')
    const all = []
    for (let count = 0; count < 7; count += 1) all.push(await named(unique('Term')))
    expect((await list({ hide_empty: true })).json.total).toBe(0)
    const [first, second, third] = [
      await list({ per_page: 3 }),
      await list({ per_page: 3, page: 2 }),
      await list({ per_page: 3, page: 3 }),
    ]
    expect(first.json).toMatchObject({ total: 7, total_pages: 3 })
    expect([first.headers['x-tec-total'], first.headers['x-tec-totalpages']]).toEqual(['7', '3'])
    expect(first.json).not.toHaveProperty('previous_rest_url')
    expect(third.json).not.toHaveProperty('next_rest_url')
    const seen = [first, second, third].flatMap(({ json }) => ids(json[plural]))
    expect(seen.toSorted((a, b) => a - b)).toEqual(ids(all).toSorted((a, b) => a - b))
  })

  test('Archive searches, includes, excludes and orders', async () => {
    await clear()
    const a = await named('Alpha', { slug: 'third-alpha' })
    const b = await named('Beta', { slug: 'second-beta' })
    const c = await named('Gamma', { slug: 'first-gamma' })
    expect(await idsOf({ search: 'beta' })).toEqual([b.id])
    expect(await idsOf({ search: 'third' })).toEqual([a.id])
    expect(await idsOf({ search: 'nothing' })).toEqual([])
    expect(await idsOf({ include: b.id })).toEqual([b.id])
    expect(await idsOf({ include: [a.id, b.id] })).toEqual([a.id, b.id])
    expect(await idsOf({ exclude: [a.id, b.id] })).toEqual([c.id])
    expect(await idsOf({ exclude: [a.id, b.id, c.id] })).toEqual([])
    for (const name of ['include', 'exclude']) {
      expect((await list({ [name]: 999_999 })).status).toBe(400)
      expect((await list({ [name]: `${a.id},nowhere` })).status).toBe(400)
    }
    expect(await idsOf({ orderby: 'id', order: 'desc' })).toEqual([c.id, b.id, a.id])
    expect(await idsOf({ orderby: 'name', order: 'DESC' })).toEqual([c.id, b.id, a.id])
    expect(await idsOf({ orderby: 'slug' })).toEqual([c.id, b.id, a.id])
    for (const name of ['order', 'orderby', 'slug']) {
      expect((await list({ [name]: '' })).status).toBe(400)
    }
    expect(await idsOf({ slug: 'second-beta' })).toEqual([b.id])
    const unknown = await list({ slug: 'nowhere' })
    expect([unknown.status, unknown.json[plural]]).toEqual([200, []])
  })

  test('Archive lists the terms of an event, which wins over post', async () => {
    await clear()
    const [a, b] = [await named('Alpha'), await named('Beta')]
    const one = await event({ [plural]: [a.id] })
    const two = await event({ [plural]: [b.id] })
    expect(await idsOf({ post: one.id })).toEqual([a.id])
    expect(await idsOf({ event: two.id })).toEqual([b.id])
    expect(await idsOf({ event: two.id, post: one.id })).toEqual([b.id])
    for (const name of ['post', 'event']) {
      for (const wrong of ['', 'foo', 999_999]) {
        expect((await list({ [name]: wrong })).status).toBe(400)
      }
    }
  })

  test('Insertion, Update, Deletion and Single have their shapes, rights and refusals', async () => {
    await clear()
    const made = await add({ name: 'Food & Drink', description: 'Eat', slug: 'eat' })
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        count: 0,
        name: 'Food &amp; Drink',
        description: 'Eat',
        slug: 'eat',
        taxonomy,
        meta: [],
        url: expect.stringMatching(/\/eat\/$/),
        urls: {
          self: expect.any(String),
          collection: expect.stringMatching(new RegExp(`/${plural}$`)),
        },
      },
    ])
    const path = `/${plural}/${made.json.id}`
    for (const as of ['subscriber', 'contributor'] as const) {
      expect((await add({ name: 'Not mine' }, as)).status).toBe(403)
      expect((await app.events('PUT', path, { as, body: { name: 'Not mine' } })).status).toBe(403)
      expect((await app.events('DELETE', path, { as })).status).toBe(403)
    }
    for (const wrong of [{ name: '' }, { name: 'x', description: '' }, { name: 'x', slug: '' }]) {
      expect((await add(wrong)).status).toBe(400)
      expect((await app.events('PUT', path, { as: 'editor', body: wrong })).status).toBe(400)
    }
    expect((await app.events('GET', `/${plural}/foo`)).json.code).toBe('rest_no_route')
    expect((await app.events('GET', `/${plural}/999999`)).status).toBe(400)
    await event({ [plural]: [made.json.id] })
    expect((await app.events('GET', path)).json.count).toBe(1)
    const changed = await app.events('PUT', path, { as: 'editor', body: { description: 'Drink' } })
    expect(changed.json).toMatchObject({ name: 'Food &amp; Drink', description: 'Drink' })
    const gone = await app.events('DELETE', path, { as: 'editor' })
    expect([gone.status, gone.json.count, gone.json.id]).toEqual([200, 1, made.json.id])
    expect((await app.events('GET', path)).status).toBe(400)
  })
})

test('CategoryArchive lists the children of a parent, which must be a category', async () => {
  const name = (word: string, parent?: number) =>
    app.events('POST', '/categories', {
      as: 'editor',
      body: { name: unique(word), ...(parent ? { parent } : {}) },
    })
  const { json: parent } = await name('Parent')
  const { json: child } = await name('Child', parent.id)
  const list = (wanted: Query) =>
    app.events('GET', '/categories', { query: { hide_empty: false, ...wanted } })
  expect(ids((await list({ parent: parent.id })).json.categories)).toEqual([child.id])
  expect(child.urls.up).toMatch(new RegExp(`/categories/${parent.id}$`))
  for (const wrong of ['', 'foo', 999_999]) expect((await list({ parent: wrong })).status).toBe(400)
  for (const wrong of ['', 'foo', 999_999]) {
    const body = { name: unique('Orphan'), parent: wrong }
    expect((await app.events('POST', '/categories', { as: 'editor', body })).status).toBe(400)
  }
})

test('SwaggerDocumentation has five members, the root as server, and the event routes', async () => {
  const { json } = await app.events('GET', '/doc')
  expect(Object.keys(json).toSorted()).toEqual([
    'components',
    'info',
    'openapi',
    'paths',
    'servers',
  ])
  expect(json.servers[0].url).toBe('http://tickets.test/svc/events/v1')
  expect(json.paths['/events']).toHaveProperty('get')
  expect(json.paths['/events/{id}']).toHaveProperty('get')
  for (const name of [
    'ImageSize',
    'CostDetails',
    'Term',
    'Image',
    'DateDetails',
    'Event',
    'Venue',
    'Organizer',
  ]) {
    expect(json.components.schemas).toHaveProperty(name)
  }
})
