// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on venues, organizers, categories, tags, the API document
 * and errors, except where contract.md differs. Describe blocks have that suite's names. Promises of
 * tests/api are not repeated here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { picture, startPictureServer } from '../support/picture-server.ts'
import { type TestRequest, startApp, testStart } from '../support/start-app.ts'

const app = await startApp({ EVENTS_PER_PAGE: '5' }, { mayReach: ip => ip === '127.0.0.1' })
const remote = await startPictureServer({ '/one.png': { content: await picture(20, 20) } })
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

const linkedKinds = [
  ['Venue', 'venue', 'venues', (id: number) => ({ venue: id })],
  ['Organizer', 'organizer', 'organizers', (id: number) => ({ organizer: [id] })],
] as const

describe.each(linkedKinds)('%s', (_, kind, plural, link) => {
  const create = (body: Body = {}, as: As = 'administrator') =>
    app.events('POST', `/${plural}`, { as, body: { [kind]: unique(kind), ...body } })
  const made = async (body: Body = {}) => {
    const got = await create(body)
    expect([got.status, got.json.code]).toEqual([201, undefined])
    return got.json
  }
  const change = (id: number, body: Body, as: As = 'administrator') =>
    app.events('PUT', `/${plural}/${id}`, { as, body })
  const list = (query: Query = {}, as: As = 'anonymous') =>
    app.events('GET', `/${plural}`, { as, query })
  const idsOf = async (query: Query, as: As = 'anonymous') => {
    const got = await list({ per_page: 50, ...query }, as)
    expect(got.status).toBe(200)
    expect(got.json.total).toBe(got.json[plural].length)
    return ids(got.json[plural]).toSorted((a, b) => a - b)
  }
  const clear = async () => {
    await app.db.deleteFrom('events').execute()
    await app.db.deleteFrom(plural).execute()
  }

  describe('Archive', () => {
    test('has pages, sizes and neighbours like the list of events', async () => {
      await clear()
      for (let count = 0; count < 7; count += 1) await made()
      const first = await list()
      expect([first.json[plural].length, first.json.total, first.json.total_pages]).toEqual([
        5, 7, 2,
      ])
      expect([first.headers['x-tec-total'], first.headers['x-tec-totalpages']]).toEqual(['7', '2'])
      expect(first.json).not.toHaveProperty('previous_rest_url')
      expect(first.json.next_rest_url).toContain('page=2')
      const second = await list({ page: 2 })
      expect(second.json.previous_rest_url).not.toMatch(/[?&]page=/)
      expect(second.json).not.toHaveProperty('next_rest_url')
      const beyond = await list({ page: 3 })
      expect([beyond.status, beyond.json.code]).toEqual([404, `${kind}-archive-page-not-found`])
      for (const wrong of ['foo', '-1', '0', 'foo bar']) {
        expect((await list({ page: wrong })).status).toBe(400)
        expect((await list({ per_page: wrong })).status).toBe(400)
      }
    })

    test('shows drafts to editors, and other statuses to those who may see them', async () => {
      await clear()
      const [open, draft] = [await made(), await made({ status: 'draft' })]
      expect(await idsOf({})).toEqual([open.id])
      expect(await idsOf({}, 'editor')).toEqual([open.id, draft.id])
      expect(await idsOf({ status: 'publish, draft' }, 'editor')).toEqual([open.id, draft.id])
      expect((await list({ status: 'foo' }, 'editor')).status).toBe(400)
      expect((await list({ status: 'publish, draft' })).status).toBe(400)
      expect(await idsOf({ status: 'publish' })).toEqual([open.id])
    })
  })

  test('ByEmpty finds records with and without events, and drafts do not count', async () => {
    await clear()
    expect((await list({ has_events: true })).json).toMatchObject({
      [plural]: [],
      total: 0,
      total_pages: 0,
    })
    const [used, drafted, pending, unused] = [
      await made(),
      await made(),
      await made(),
      await made(),
    ]
    await event(link(used.id))
    await event({ ...link(drafted.id), status: 'draft' })
    await event({ ...link(pending.id), status: 'pending' })
    expect(await idsOf({ has_events: true })).toEqual([used.id])
    expect(await idsOf({ has_events: false })).toEqual(ids([drafted, pending, unused]))
    expect(await idsOf({ has_events: 'true' }, 'editor')).toEqual([used.id])
  })

  test('ByEvent finds the records of one event, a draft’s for editors only', async () => {
    await clear()
    const [open, draft, other] = [await made(), await made(), await made()]
    const ofOpen = await event(link(open.id))
    const ofDraft = await event(link(draft.id))
    await change(draft.id, { status: 'draft' })
    const plain = await event()
    expect(await idsOf({ event: ofOpen.id })).toEqual([open.id])
    expect(await idsOf({ event: plain.id })).toEqual([])
    expect(await idsOf({ event: ofDraft.id })).toEqual([])
    expect(await idsOf({ event: ofDraft.id }, 'editor')).toEqual([draft.id])
    for (const wrong of [999_999, other.id, 'foo']) {
      expect((await list({ event: wrong })).status).toBe(400)
    }
  })

  test('ByUpcoming finds records of future events, as far as the caller sees them', async () => {
    await clear()
    const none = await list({ only_with_upcoming: true })
    expect([none.status, none.json.total]).toEqual([200, 0])
    const [ahead, over, drafted, secret] = [await made(), await made(), await made(), await made()]
    await event(link(ahead.id))
    await event(link(over.id), '2026-01-01')
    await event({ ...link(drafted.id), status: 'draft' })
    await event({ ...link(secret.id), status: 'private' })
    expect(await idsOf({ only_with_upcoming: true })).toEqual([ahead.id])
    expect(await idsOf({ only_with_upcoming: true }, 'editor')).toEqual(
      ids([ahead, drafted, secret]),
    )
    expect(await idsOf({ only_with_upcoming: false })).toEqual(ids([ahead, over, drafted, secret]))
  })

  describe('Insertion', () => {
    test('takes author and dates of publication, as text or in seconds', async () => {
      const { userId } = await app.makePerson('author')
      const record = await made({ author: userId, date: '2026-01-02 03:04:05' })
      expect(record).toMatchObject({
        author: String(userId),
        date: '2026-01-02 03:04:05',
        date_utc: '2026-01-02 03:04:05',
      })
      const form = { [kind]: unique('In seconds'), date: '1767323045' }
      const seconds = await app.events('POST', `/${plural}`, { as: 'administrator', form })
      expect([seconds.status, seconds.json.date]).toEqual([201, '2026-01-02 03:04:05'])
      expect((await made({ status: 'draft' })).status).toBe('draft')
    })

    test('refuses invalid data with 400, even without signing in', async () => {
      for (const wrong of [
        { [kind]: '' },
        { author: 999_999 },
        { author: '' },
        { date: 'foo' },
        { date_utc: 'foo' },
        { status: 'foo' },
      ]) {
        for (const as of ['administrator', 'anonymous'] as const) {
          const got = await create(wrong, as)
          expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
        }
      }
      expect((await create({}, 'anonymous')).status).toBe(401)
    })

    test('takes an image by id or address', async () => {
      const byAddress = await made({ image: `${remote.url}/one.png` })
      expect(byAddress.image.width).toBe(20)
      expect((await made({ image: String(byAddress.image.id) })).image).toEqual(byAddress.image)
    })

    test('of the same data returns the existing record: in full, in part, in other letters', async () => {
      const sent = {
        [kind]: unique('Repeated'),
        description: 'Told',
        phone: '555-1111',
        website: 'https://same.example',
      }
      const first = await made(sent)
      const { description: _, ...undescribed } = sent
      for (const again of [
        sent,
        undescribed,
        { ...sent, [kind]: sent[kind]?.toUpperCase() },
        { [kind]: sent[kind], phone: '555-1111' },
      ]) {
        expect((await made(again)).id).toBe(first.id)
      }
    })
  })

  describe('Update', () => {
    test('changes what is sent, clears what is sent empty, and keeps the rest', async () => {
      const { id } = await made({ description: 'Told', phone: '1', website: 'https://a.example' })
      const changed = (await change(id, { [kind]: 'Called otherwise', phone: '2' })).json
      expect(changed).toMatchObject({
        [kind]: 'Called otherwise',
        phone: '2',
        website: 'https://a.example',
        description: '<p>Told</p>',
      })
      const cleared = (await change(id, { phone: '', website: '' })).json
      expect(cleared).not.toHaveProperty('phone')
      expect(cleared).not.toHaveProperty('website')
      for (const wrong of [
        { [kind]: '' },
        { date: 'foo' },
        { author: 999_999 },
        { status: 'foo' },
        { image: 'foo' },
      ]) {
        expect((await change(id, wrong)).status).toBe(400)
      }
      expect((await change(id, {}, 'anonymous')).status).toBe(401)
      const pictured = (await change(id, { image: `${remote.url}/one.png` })).json
      expect((await change(id, { image: String(pictured.image.id) })).json.image).toEqual(
        pictured.image,
      )
    })

    test('may give the name of another record', async () => {
      const [one, two] = [await made(), await made()]
      const renamed = (await change(two.id, { [kind]: one[kind] })).json
      expect([renamed.id, renamed[kind]]).toEqual([two.id, one[kind]])
    })
  })

  test('Single and SingleSlug return all members, and the right code for what cannot be read', async () => {
    const record = await made({ image: `${remote.url}/one.png`, phone: '1' })
    const { json } = await app.events('GET', `/${plural}/${record.id}`)
    const expected = `id author status date date_utc modified modified_utc url ${kind} slug image phone json_ld global_id global_id_lineage`
    expect(Object.keys(json)).toEqual(expect.arrayContaining(expected.split(' ')))
    expect((await app.events('GET', `/${plural}/by-slug/${record.slug}`)).json).toEqual(json)
    for (const path of ['foo', 'foo-bar']) {
      expect((await app.events('GET', `/${plural}/${path}`)).json.code).toBe('rest_no_route')
    }
    expect((await app.events('GET', `/${plural}/999999`)).json.code).toBe('rest_invalid_param')
    expect((await app.events('GET', `/${plural}/by-slug/nothing`)).json.code).toBe(
      'rest_invalid_param',
    )
    const draft = await made({ status: 'draft' })
    const refused = await app.events('GET', `/${plural}/${draft.id}`)
    expect([refused.status, refused.json.code]).toEqual([403, `${kind}-not-accessible`])
    expect((await app.events('GET', `/${plural}/${draft.id}`, { as: 'editor' })).status).toBe(200)
  })

  test('Deletion is refused for unknown records and anonymous callers, works once, and unlinks events', async () => {
    const record = await made()
    const used = await event(link(record.id))
    const trash = (id: number, as: As = 'administrator') =>
      app.events('DELETE', `/${plural}/${id}`, { as, query: { force: true } })
    for (const as of ['administrator', 'anonymous'] as const) {
      expect((await trash(999_999, as)).status).toBe(400)
    }
    expect((await trash(record.id, 'anonymous')).status).toBe(401)
    const gone = await trash(record.id)
    expect([gone.status, gone.json.id, gone.json.status]).toEqual([200, record.id, 'trash'])
    expect((await trash(record.id)).json.code).toBe(`${kind}-is-in-trash`)
    expect((await app.events('GET', `/events/${used.id}`)).json[kind]).toEqual([])
  })
})

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
