// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })
const next = { start_date: '2027-01-01 19:00', end_date: '2027-01-01 21:00' }

type As = NonNullable<Parameters<typeof app.events>[2]>['as']
type Query = NonNullable<Parameters<typeof app.events>[2]>['query']

async function make(body: Record<string, unknown> = {}, as: As = 'administrator') {
  const sent = { title: 'Event', ...next, ...body }
  const got = await app.events('POST', '/events', { as: as ?? 'anonymous', body: sent })
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}
const list = (query: Query = {}, as: As = 'anonymous') =>
  app.events('GET', '/events', { as: as ?? 'anonymous', query: query ?? {} })
const idsOf = (got: { json: { events: { id: number }[] } }) => got.json.events.map(({ id }) => id)

beforeEach(async () => {
  app.clock.set(testStart)
  await app.db.deleteFrom('events').execute()
})

test('events of one title that are created at once each get an address of their own', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => make({ title: 'Same night' })))
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(12)
})

describe('visibility', () => {
  const secret = 'Xyzzysecret'
  const kept = [
    ['a draft', { status: 'draft' }],
    ['a pending event', { status: 'pending' }],
    ['a private event', { status: 'private' }],
    ['an event that waits for its date', { date: '2026-12-24 10:00' }],
    ['an event hidden from listings', { hide_from_listings: true }],
    ['an event in the trash', { status: 'trash' }],
  ] as const

  test.each(kept)(
    'an event that is %s is in no list, search, total or link for others',
    async (_, body) => {
      const { id } = await make({
        ...body,
        title: secret,
        venue: { venue: 'Secret hall' },
        categories: ['Hidden'],
      })
      for (const as of ['anonymous', 'subscriber', 'contributor'] as const) {
        for (const query of [
          {},
          { search: secret },
          { include: String(id) },
          { categories: 'hidden' },
          { ends_after: '2000-01-01' },
          ...(as === 'contributor'
            ? [{ status: 'draft,pending,private,future,publish,trash' }]
            : []),
        ]) {
          const got = await list({ per_page: 50, ...query }, as)
          expect([got.status, got.json.total, got.json.events]).toEqual([200, 0, []])
          expect(got.headers['x-tec-total']).toBe('0')
          expect(got.json).not.toHaveProperty('next_rest_url')
        }
      }
      const terms = await app.events('GET', '/categories', {
        query: { slug: 'hidden', hide_empty: false },
      })
      expect(terms.json.categories[0].count).toBe(0)
    },
  )

  test.each([
    ['a search', { search: secret }],
    ['its category', { categories: 'concealed' }],
    ['its tag', { tags: 'concealedtag' }],
    ['being featured', { featured: true }],
    ['not being featured', { featured: false }],
    ['having no tickets', { ticketed: false }],
    ['its venue', 'venue'],
    ['its organizer', 'organizer'],
    ['where it is', { geoloc_lat: 10, geoloc_lng: 10 }],
    ['having a place', { geoloc: true }],
  ] as const)('a protected event is not found by %s', async (_, query) => {
    const made = await make({
      title: secret,
      description: secret,
      event_password: 'sesame',
      featured: query !== undefined && typeof query === 'object' && 'featured' in query,
      categories: ['concealed'],
      tags: ['concealedtag'],
      venue: { venue: 'Cave', geo_lat: 10, geo_lng: 10 },
      organizer: [{ organizer: 'Ali' }],
    })
    const asked: Query =
      query === 'venue'
        ? { venue: made.venue.id }
        : query === 'organizer'
          ? { organizer: made.organizer[0].id }
          : query
    for (const as of ['anonymous', 'subscriber', 'contributor'] as const) {
      expect((await list(asked, as)).json.total).toBe(0)
    }
    const others = query !== undefined && typeof query === 'object' && 'featured' in query
    if (!others) expect(idsOf(await list(asked, 'editor'))).toEqual([made.id])
  })

  test('a protected event is listed with its date and title and shows nothing else', async () => {
    const made = await make({
      title: 'Open secret',
      description: secret,
      excerpt: secret,
      website: `https://${secret}.example`,
      cost: '77',
      event_password: 'sesame',
      featured: true,
      categories: [`${secret} category`],
      tags: [`${secret} tag`],
      venue: { venue: `${secret} hall`, state: secret },
      organizer: [{ organizer: `${secret} people` }],
    })
    const got = await list()
    expect(idsOf(got)).toEqual([made.id])
    expect(got.text.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(got.json.events[0]).toMatchObject({
      title: 'Open secret',
      start_date: '2027-01-01 19:00:00',
      description: '',
      excerpt: '',
      website: '',
      cost: '',
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      image: false,
      all_day: null,
      featured: null,
      ticketed: null,
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
    })
    expect(got.json.events[0]).not.toHaveProperty('json_ld')
    const opened = await list({ password: 'sesame' })
    expect(opened.json.events[0]).toMatchObject({ venue: { venue: `${secret} hall` } })
    expect(opened.text).not.toContain('sesame')
    expect((await list({ password: 'wrong' })).json.events[0].venue).toEqual([])
    expect((await list({}, 'administrator')).json.events[0].venue).toEqual([])
    expect((await list({ context: 'edit' }, 'editor')).json.events[0].venue.state).toBe(secret)
    expect((await list({ context: 'edit' }, 'contributor')).json.events[0].venue).toEqual([])
  })

  test('a protected event is read with its password, or by its editors', async () => {
    const { id } = await make({ event_password: 'sesame' })
    const read = async (query: Record<string, string>, as: As = 'anonymous') => {
      const got = await app.events('GET', `/events/${id}`, { as: as ?? 'anonymous', query })
      return got.status === 200 ? 'json_ld' in got.json : got.json.code
    }
    expect(await read({})).toBe('event-password-protected')
    expect(await read({}, 'administrator')).toBe('event-password-protected')
    expect(await read({ password: 'wrong' })).toBe('event-password-protected')
    expect(await read({ password: 'sesame' })).toBe(false)
    expect(await read({ context: 'edit' })).toBe('event-password-protected')
    expect(await read({ context: 'edit' }, 'editor')).toBe(false)
    await app.events('PATCH', `/events/${id}`, { as: 'editor', body: { password: 'other' } })
    expect(await read({ password: 'sesame' })).toBe(false)
    await app.events('PATCH', `/events/${id}`, { as: 'editor', body: { event_password: '' } })
    expect(await read({})).toBe(true)
  })
})

describe('publication', () => {
  test('an event is readable by id, by slug and in lists from the second it is due', async () => {
    const reads = {
      id: async ({ id }: { id: number }) => (await app.events('GET', `/events/${id}`)).status,
      slug: async ({ slug }: { slug: string }) =>
        (await app.events('GET', `/events/by-slug/${slug}`)).status,
      list: async ({ id }: { id: number }) => (idsOf(await list()).includes(id) ? 200 : 403),
    }
    for (const [name, read] of Object.entries(reads)) {
      app.clock.set(testStart)
      const made = await make({ title: `Due ${name}`, date_utc: '2026-11-21 12:00:02' })
      expect(made.status).toBe('future')
      expect(await read(made)).toBe(403)
      app.clock.advance(1)
      expect(await read(made)).toBe(403)
      app.clock.advance(1)
      expect(await Promise.all([read(made), read(made)])).toEqual([200, 200])
    }
  })

  test('a term counts a scheduled event from its publication on', async () => {
    const made = await make({ date_utc: '2026-11-21 12:00:02', categories: ['waiting'] })
    app.clock.advance(2)
    const got = await app.events('GET', `/events/${made.id}`)
    expect(got.json.categories[0].count).toBe(1)
  })
})

describe('simultaneous writes', () => {
  test('two changes of one end date each are both kept', async () => {
    const { id } = await make()
    const change = (body: object) => app.events('PATCH', `/events/${id}`, { as: 'editor', body })
    await Promise.all([
      change({ start_date: '2027-01-01 18:00' }),
      change({ end_date: '2027-01-01 23:00' }),
    ])
    const { json } = await app.events('GET', `/events/${id}`)
    expect([json.start_date, json.end_date]).toEqual(['2027-01-01 18:00:00', '2027-01-01 23:00:00'])
  })

  test('events with the same title get different slugs, however long the title', async () => {
    for (const title of ['Same', 'x'.repeat(400)]) {
      const made = await Promise.all(Array.from({ length: 5 }, () => make({ title })))
      const slugs = made.map(({ slug }) => slug as string)
      expect(new Set(slugs).size).toBe(5)
      expect(slugs.every(slug => slug.length <= 200)).toBe(true)
    }
  })
})

test('the pages of a list are disjoint and complete, whatever the dates and the page size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      async (days, perPage) => {
        await app.db.deleteFrom('events').execute()
        const made: { id: number; day: number }[] = []
        for (const day of days) {
          const start_date = `2027-02-0${day + 1} 10:00`
          made.push({ id: (await make({ start_date, end_date: start_date })).id, day })
        }
        const inOrder = made.toSorted((a, b) => a.day - b.day || a.id - b.id).map(({ id }) => id)
        const seen: number[] = []
        let url: string | undefined = `/svc/events/v1/events?per_page=${perPage}`
        while (url) {
          const got = await app.call('GET', url)
          expect(got.json.total).toBe(days.length)
          seen.push(...idsOf(got))
          url = got.json.next_rest_url?.replace('http://tickets.test', '')
        }
        expect(seen).toEqual(inOrder)
      },
    ),
    { numRuns: 8 },
  )
})
