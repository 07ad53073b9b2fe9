import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })
const next = { start_date: '2027-01-15 19:00', end_date: '2027-01-15 21:00' }

type As = NonNullable<NonNullable<Parameters<typeof app.events>[2]>['as']>

const post = (body: Record<string, unknown>, as: As = 'administrator') =>
  app.events('POST', '/events', { as, body: { title: 'Event', ...next, ...body } })
async function make(body: Record<string, unknown> = {}, as: As = 'administrator') {
  const got = await post(body, as)
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}
const patch = (id: number, body: Record<string, unknown>, as: As = 'administrator') =>
  app.events('PATCH', `/events/${id}`, { as, body })
async function change(id: number, body: Record<string, unknown>, as: As = 'administrator') {
  const got = await patch(id, body, as)
  expect([got.status, got.json.code]).toEqual([200, undefined])
  return got.json
}

beforeEach(() => {
  app.clock.set(testStart)
})

describe('an update of an event', () => {
  const full = {
    title: 'Full',
    description: 'Text',
    excerpt: 'Excerpt',
    slug: 'full-event',
    timezone: 'Europe/Berlin',
    cost: ['0$', '20$', '30$'],
    website: 'https://example.org/',
    show_map: true,
    show_map_link: true,
    hide_from_listings: true,
    sticky: true,
    featured: true,
    categories: ['Music'],
    tags: 'vip',
    venue: { venue: 'Hall of updates' },
    organizer: [{ organizer: 'First' }, { organizer: 'Second' }],
  }

  test.each(['POST', 'PUT', 'PATCH'])(
    'by %s leaves unchanged what it does not name',
    async method => {
      const made = await make(full)
      app.clock.advance(60)
      const got = await app.events(method, `/events/${made.id}`, { as: 'editor', body: {} })
      const { modified: _a, modified_utc: _b, nonces: _c, attendance: _d, ...before } = made
      expect(got.status).toBe(200)
      expect(got.json).toMatchObject(before)
      expect(got.json.modified_utc).toBe('2026-11-21 12:01:00')
    },
  )

  test('with the members that were read changes nothing, however often it is sent', async () => {
    const made = await make({
      ...full,
      title: 'Tom & Jerry <live>',
      description: '<p>Q &amp; A &lt;3</p>',
      excerpt: 'More & more',
      website: 'https://example.org/?a=1&b=2&copy=3',
      categories: ['Arts & Crafts', "Kids' day"],
      tags: ['R&B', '5 < 6'],
    })
    const names = (terms: { name: string }[]) => terms.map(({ name }) => name)
    let read = made
    for (let round = 0; round < 3; round += 1) {
      const { title, description, excerpt, slug, website, cost, date, date_utc, status } = read
      const { timezone, start_date, end_date } = read
      const texts = { title, description, excerpt, slug, website, cost, date, date_utc, status }
      const sent = { ...texts, timezone, start_date, end_date }
      read = await change(made.id, {
        ...sent,
        categories: names(read.categories),
        tags: names(read.tags),
      })
    }
    const { modified: _a, modified_utc: _b, nonces: _c, attendance: _d, ...before } = made
    expect(read).toMatchObject(before)
    expect(read.website).toBe('https://example.org/?a=1&amp;b=2&amp;copy=3')
  })

  test('keeps its date of publication when it is sent back as it was read, whatever its zone', async () => {
    const made = await make({ timezone: 'America/Los_Angeles' })
    const { date, date_utc, timezone, status } = made
    app.clock.advance(60)
    for (const sent of [{ date, date_utc, timezone, status }, { date, timezone }, { date_utc }]) {
      expect(await change(made.id, sent)).toMatchObject({ date, date_utc, status: 'publish' })
    }
    const later = { date: '2027-01-02 03:04:05', date_utc, timezone }
    expect(await change(made.id, later)).toMatchObject({
      status: 'future',
      date_utc: '2027-01-02 11:04:05',
    })
    const utc = { date: later.date, date_utc: '2026-01-02 03:04:05', timezone }
    expect(await change(made.id, { ...utc, date: '2026-01-01 22:04:05' })).toMatchObject({
      date_utc: '2026-01-02 06:04:05',
    })
  })

  test('keeps its title when it is sent back as it was read', async () => {
    const { id, title } = await make({ title: `"Tom's" -- live...` })
    expect((await change(id, { title })).title).toBe(title)
  })

  test.each([
    ['events', { title: 'Draft', ...next }, { timezone: 'Asia/Tokyo' }],
    ['venues', { venue: 'Draft' }, {}],
    ['organizers', { organizer: 'Draft' }, {}],
  ])(
    'keeps the date and the zeros of a draft among %s that are sent back',
    async (kind, fields, zone) => {
      const send = (method: string, path: string, body: Record<string, unknown>) =>
        app.events(method, path, { as: 'administrator', body })
      const { json: made } = await send('POST', `/${kind}`, { ...fields, status: 'draft' })
      const { date, date_utc } = made
      const back = await send('PUT', `/${kind}/${made.id}`, { date, date_utc, ...zone })
      expect(date_utc).toBe('0000-00-00 00:00:00')
      expect([back.status, back.json.date, back.json.date_utc]).toEqual([200, date, date_utc])
    },
  )

  test('clears members that are sent empty', async () => {
    const { id } = await make(full)
    const cleared = await change(id, {
      venue: '',
      organizer: [],
      categories: '',
      tags: [],
      website: '',
      cost: '',
    })
    expect(cleared).toMatchObject({
      organizer: [],
      categories: [],
      tags: [],
      website: '',
      cost: '',
    })
    expect(cleared.venue).toEqual([])
  })

  test('reads forms and the query string as well as JSON; the id in the path wins over one in the body', async () => {
    const { id } = await make()
    const other = await make({ title: 'Other' })
    const form = {
      title: 'From a form',
      'categories[]': 'forms',
      featured: 'true',
      id: String(other.id),
    }
    const got = await app.events('POST', `/events/${id}`, {
      as: 'editor',
      form,
      query: { sticky: 1 },
    })
    expect(got.json).toMatchObject({ id, title: 'From a form', featured: true, sticky: true })
    expect(got.json.categories.map((term: { name: string }) => term.name)).toEqual(['forms'])
  })

  test('by slug can change the slug, and checks the rights on the record', async () => {
    const made = await make({ title: 'Renamed by slug' })
    const path = `/events/by-slug/${made.slug}`
    const refused = await app.events('PUT', path, { as: 'contributor', body: { title: 'Mine' } })
    expect(refused.status).toBe(403)
    const got = await app.events('PUT', path, { as: 'editor', body: { slug: 'Another Name' } })
    expect(got.json).toMatchObject({ id: made.id, slug: 'another-name' })
    const gone = await app.events('PUT', path, { as: 'editor', body: {} })
    expect([gone.status, gone.json.code]).toEqual([404, 'rest-event-not-found'])
  })

  test('of an unknown event is 404 for staff and 401 for anonymous callers', async () => {
    expect((await patch(987_654, {})).json.code).toBe('rest-event-not-found')
    expect((await patch(987_654, {}, 'anonymous')).status).toBe(401)
    const body = { organizer: 5 }
    expect((await app.events('PUT', '/events/by-slug/nope', { as: 'editor', body })).status).toBe(
      404,
    )
  })
})

describe('moving an event to the trash', () => {
  test('works once and frees its slug, which restoring gives back', async () => {
    const made = await make({ title: 'Trashed once' })
    const trash = () =>
      app.events('DELETE', `/events/${made.id}`, { as: 'editor', body: { force: true } })
    const first = await trash()
    expect([first.status, first.json.status, first.json.slug]).toEqual([
      200,
      'trash',
      'trashed-once__trashed',
    ])
    const second = await trash()
    expect([second.status, second.json.code]).toEqual([410, 'event-is-in-trash'])
    const bySlug = await app.events('DELETE', '/events/by-slug/trashed-once', { as: 'editor' })
    expect([bySlug.status, bySlug.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(await change(made.id, {})).toMatchObject({ status: 'publish', slug: 'trashed-once' })
  })

  test('is refused for unknown events and for callers without the right', async () => {
    const statusOf = async (as: As) => (await app.events('DELETE', '/events/987654', { as })).status
    expect([await statusOf('administrator'), await statusOf('anonymous')]).toEqual([404, 401])
  })
})

describe('rights on events', () => {
  const roles = [
    'anonymous',
    'subscriber',
    'contributor',
    'author',
    'editor',
    'administrator',
  ] as const

  test('let contributors and above create', async () => {
    const statuses = await Promise.all(roles.map(async as => (await post({}, as)).status))
    expect(statuses).toEqual([401, 403, 201, 201, 201, 201])
  })

  test.each([
    ['publish', [401, 403, 403, 403, 200, 200]],
    ['future', [401, 403, 403, 403, 200, 200]],
    ['private', [401, 403, 403, 403, 200, 200]],
    ['draft', [401, 403, 403, 403, 200, 200]],
    ['pending', [401, 403, 403, 403, 200, 200]],
  ])('let only editors change and trash %s events of others', async (status, expected) => {
    const { id } = await make({ status, ...(status === 'future' ? { date: '2027-01-01' } : {}) })
    const statuses: number[] = []
    for (const as of roles) statuses.push((await patch(id, {}, as)).status)
    expect(statuses).toEqual(expected)
    const deletions: number[] = []
    for (const as of roles.slice(0, 5)) {
      deletions.push((await app.events('DELETE', `/events/${id}`, { as })).status)
    }
    expect(deletions).toEqual(expected.slice(0, 5))
  })

  test('let contributors work on their own drafts, not on their published events', async () => {
    const { id } = await make({}, 'contributor')
    expect((await change(id, { title: 'Mine' }, 'contributor')).status).toBe('draft')
    await change(id, { status: 'publish' })
    expect((await patch(id, { title: 'Still mine' }, 'contributor')).status).toBe(403)
    expect((await app.events('DELETE', `/events/${id}`, { as: 'contributor' })).status).toBe(403)
  })

  test('make an event pending, without a slug, when its author may not publish', async () => {
    const statusOf = async (as: As, status?: string) =>
      (await make(status ? { status } : {}, as)).status
    expect(await statusOf('contributor')).toBe('draft')
    expect(await statusOf('contributor', 'publish')).toBe('pending')
    expect(await statusOf('contributor', 'future')).toBe('pending')
    expect(await statusOf('contributor', 'private')).toBe('pending')
    expect(await statusOf('author')).toBe('publish')
    expect(await statusOf('author', 'draft')).toBe('draft')
    const own = await make({}, 'contributor')
    expect((await change(own.id, { status: 'private' }, 'contributor')).status).toBe('pending')
    const pending = await make({ status: 'publish', slug: 'wanted' }, 'contributor')
    expect(pending).toMatchObject({ slug: '', date_utc: '0000-00-00 00:00:00' })
    expect((await change(pending.id, { status: 'publish' })).slug).toMatch(/^event(-\d+)?$/)
  })

  test('are required to name another author or to create terms', async () => {
    const { userId } = await app.person('administrator')
    expect((await post({ author: userId }, 'author')).status).toBe(403)
    expect((await make({ author: userId }, 'editor')).author).toBe(String(userId))
    expect((await post({ categories: 'minted' }, 'contributor')).status).toBe(403)
    expect((await post({ tags: 'minted' }, 'author')).status).toBe(403)
    expect((await make({ categories: 'minted' }, 'author')).categories).toHaveLength(1)
    expect((await make({ categories: 'minted,99999' }, 'contributor')).categories).toHaveLength(1)
  })
})
