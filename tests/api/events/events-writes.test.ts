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

const members = `id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url
  title description excerpt slug image all_day start_date start_date_details end_date end_date_details utc_start_date
  utc_start_date_details utc_end_date utc_end_date_details timezone timezone_abbr cost cost_details website show_map
  show_map_link hide_from_listings sticky featured categories tags venue organizer custom_fields json_ld ticketed
  happening happening_reason`

describe('one event', () => {
  test('has the 42 members of the contract, and two of our own, when it is read alone', async () => {
    const { id } = await make()
    const { json } = await app.events('GET', `/events/${id}`)
    expect(Object.keys(json).sort()).toEqual(members.split(/\s+/).sort())
  })

  test('is returned whole, with its dates in both zones and its texts rendered', async () => {
    const { userId } = await app.person('administrator')
    const made = await make({
      title: 'Tom & "Jerry"',
      description: 'One\n\nTwo<script>alert(1)</script>',
      excerpt: 'Short',
      cost: '20$',
      website: 'https://example.org/?a=1&b=2',
      sticky: true,
    })
    const root = 'http://tickets.test'
    expect(made).toMatchObject({
      global_id: `tickets.test?id=${made.id}`,
      author: String(userId),
      status: 'publish',
      date: '2026-11-21 07:00:00',
      date_utc: '2026-11-21 12:00:00',
      url: `${root}/event/tom-jerry/`,
      rest_url: `${root}/svc/events/v1/events/${made.id}`,
      title: 'Tom &#038; &#8220;Jerry&#8221;',
      description: '<p>One</p>\n<p>Two</p>',
      excerpt: '<p>Short</p>',
      slug: 'tom-jerry',
      image: false,
      start_date: '2027-01-15 19:00:00',
      start_date_details: {
        year: '2027',
        month: '01',
        day: '15',
        hour: '19',
        minutes: '00',
        seconds: '00',
      },
      utc_start_date: '2027-01-16 00:00:00',
      utc_end_date: '2027-01-16 02:00:00',
      timezone: 'America/New_York',
      timezone_abbr: 'EST',
      cost: '20$',
      cost_details: {
        currency_symbol: '$',
        currency_code: '',
        currency_position: 'postfix',
        values: ['20'],
      },
      website: 'https://example.org/?a=1&amp;b=2',
      show_map: false,
      show_map_link: false,
      sticky: true,
      featured: false,
      venue: [],
      organizer: [],
      custom_fields: [],
      ticketed: false,
    })
    expect(made).not.toHaveProperty('json_ld')
  })

  test('shows the nonce for adding tickets to its editors only', async () => {
    const { id, nonces } = await make()
    expect(nonces).toEqual({ add: expect.any(String) })
    const read = async (as: As) => (await app.events('GET', `/events/${id}`, { as })).json
    expect(await read('editor')).toHaveProperty('nonces.add')
    for (const as of ['author', 'subscriber', 'anonymous'] as const) {
      expect(await read(as)).not.toHaveProperty('nonces')
    }
  })

  test('is refused with the right code in each case', async () => {
    const draft = await make({ status: 'draft' })
    const gone = await make()
    const venue = await app.events('POST', '/venues', { as: 'editor', body: { venue: 'Not one' } })
    await app.events('DELETE', `/events/${gone.id}`, { as: 'editor' })
    const codeOf = async (path: string, as: As = 'anonymous') => {
      const got = await app.events('GET', path, { as })
      return [got.status, got.json.code]
    }
    expect(await codeOf('/events/0')).toEqual([404, 'rest-event-not-found'])
    expect(await codeOf('/events/99999999999999999999')).toEqual([404, 'rest-event-not-found'])
    expect(await codeOf(`/events/${venue.json.id}`)).toEqual([400, 'rest-invalid-event-id'])
    expect(await codeOf(`/events/${draft.id}`)).toEqual([403, 'event-not-accessible'])
    expect(await codeOf(`/events/${draft.id}`, 'author')).toEqual([403, 'event-not-accessible'])
    expect(await codeOf(`/events/${gone.id}`, 'administrator')).toEqual([
      403,
      'event-no-longer-available',
    ])
    expect(await codeOf('/events/by-slug/nowhere')).toEqual([400, 'rest_invalid_param'])
    expect(await codeOf('/events/by-slug/')).toEqual([404, 'rest_no_route'])
    expect(await codeOf('/events/abc')).toEqual([404, 'rest_no_route'])
  })
})

describe('bad parameters of creating and changing an event', () => {
  test.each([
    ...['title', 'start_date', 'end_date', 'slug'].map(name => ({ [name]: '' })),
    { title: '   ' },
    { title: 12 },
    { start_date: 'foo' },
    { start_date: 1_800_000_000 },
    { end_date: '31/12/2026' },
    { end_date: '+9000 years' },
    { author: 99999 },
    { author: '' },
    { date: 'foo' },
    { date_utc: 'foo' },
    { status: 'any' },
    { status: '' },
    { timezone: 'UTCfoo' },
    { timezone: 'Mars/Olympus' },
    { all_day: 'yes' },
    { website: 'foo' },
    { website: 'javascript:alert(1)' },
    { website: 5 },
    { cost: { a: 1 } },
    { cost: true },
    { image: 'foo bar' },
    { image: '999999' },
    { image: 12 },
    { venue: 999999 },
    { venue: { city: 'Nameless' } },
    { organizer: [999999] },
    { organizer: 'nobody' },
    { categories: [['deep']] },
    { tags: [{ name: 'x' }] },
    { post_parent: 999999 },
    { featured: 2 },
    { title: 'a\0b' },
    { title: 'x'.repeat(1001) },
    { event_password: 5 },
  ])('are 400 and named: %j', async wrong => {
    const names = Object.keys(wrong)
    const made = await make()
    for (const got of [
      await post(wrong),
      await patch(made.id, wrong),
      await post(wrong, 'anonymous'),
    ]) {
      expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
      expect(Object.keys(got.json.data.params)).toEqual(names)
    }
  })

  test('are named when required and missing, and null counts as missing', async () => {
    const got = await app.events('POST', '/events', { as: 'editor', body: { end_date: null } })
    expect([got.status, got.json.code, got.json.data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      ['title', 'start_date', 'end_date'],
    ])
  })

  test('include computed members, which cannot be set', async () => {
    const sent = {
      id: 1,
      url: 'x',
      rest_url: 'x',
      utc_start_date: 'x',
      timezone_abbr: 'x',
      cost_details: 'x',
    }
    const made = await make(sent)
    for (const [name, value] of Object.entries(sent)) expect(made[name]).not.toEqual(value)
  })
})

describe('dates of an event', () => {
  test.each([
    ['a zone of its own', { timezone: 'Asia/Tokyo' }, '19:00:00', '2027-01-15 10:00:00'],
    ['an offset as zone', { timezone: 'UTC+5.5' }, '19:00:00', '2027-01-15 13:30:00'],
    ['the zone of the site for an empty one', { timezone: '' }, '19:00:00', '2027-01-16 00:00:00'],
    [
      'an offset in the input, which is honoured',
      { start_date: '2027-01-15T10:00:00Z', timezone: 'Asia/Tokyo' },
      '19:00:00',
      '2027-01-15 10:00:00',
    ],
  ])('are understood: %s', async (_, sent, wall, utc) => {
    const made = await make({ end_date: '2027-02-01', ...sent })
    expect([made.start_date, made.utc_start_date]).toEqual([`2027-01-15 ${wall}`, utc])
  })

  test('may be written in words', async () => {
    const made = await make({ start_date: 'tomorrow 9am', end_date: '+2 weeks' })
    expect([made.start_date, made.end_date]).toEqual(['2026-11-22 09:00:00', '2026-12-05 07:00:00'])
  })

  test('with an end before the start get the start as end, in UTC too', async () => {
    const made = await make({ end_date: '2027-01-01' })
    expect([made.end_date, made.utc_end_date]).toEqual([
      '2027-01-15 19:00:00',
      '2027-01-16 00:00:00',
    ])
  })

  test('of whole days run from the first second to the last', async () => {
    const made = await make({ all_day: true, end_date: '2027-01-16 03:00' })
    expect([made.all_day, made.start_date, made.end_date]).toEqual([
      true,
      '2027-01-15 00:00:00',
      '2027-01-16 23:59:59',
    ])
  })

  test('change one by one: one end, the zone or all_day alone leaves the rest', async () => {
    const { id } = await make()
    expect(await change(id, { end_date: '2027-01-15 23:00' })).toMatchObject({
      start_date: '2027-01-15 19:00:00',
      end_date: '2027-01-15 23:00:00',
    })
    expect(await change(id, { timezone: 'Europe/Paris' })).toMatchObject({
      start_date: '2027-01-15 19:00:00',
      utc_start_date: '2027-01-15 18:00:00',
      timezone_abbr: 'CET',
    })
    expect(await change(id, { all_day: true })).toMatchObject({
      start_date: '2027-01-15 00:00:00',
      utc_start_date: '2027-01-14 23:00:00',
      end_date: '2027-01-15 23:59:59',
    })
  })

  test('in the second of two equal local hours survive changes of other members', async () => {
    const made = await make({
      start_date: '2027-11-07T01:30:00-05:00',
      end_date: '2027-11-07 05:00',
    })
    expect([made.start_date, made.utc_start_date]).toEqual([
      '2027-11-07 01:30:00',
      '2027-11-07 06:30:00',
    ])
    expect((await change(made.id, { end_date: '2027-11-07 06:00' })).utc_start_date).toBe(
      '2027-11-07 06:30:00',
    )
    const { start_date, timezone } = made
    const back = await change(made.id, { start_date, timezone, end_date: start_date })
    expect(back).toMatchObject({ start_date, utc_start_date: '2027-11-07 06:30:00' })
  })
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
