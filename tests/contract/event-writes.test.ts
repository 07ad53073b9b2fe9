// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on creating, changing and deleting events, except where
 * contract.md differs. Describe blocks have that suite's names. Promises of tests/api are not repeated here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestRequest, startApp, testStart } from '../support/start-app.ts'

const app = await startApp(
  { SITE_TIMEZONE: 'America/New_York' },
  { mayReach: ip => ip === '127.0.0.1' },
)
type As = NonNullable<TestRequest['as']>
type Body = Record<string, unknown>

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const post = (body: Body, as: As = 'administrator') =>
  app.events('POST', '/events', { as, body: { title: 'Event', ...dates, ...body } })
const update = (id: number, body: Body, as: As = 'administrator') =>
  app.events('POST', `/events/${id}`, { as, body })
async function made(body: Body = {}, as: As = 'administrator') {
  const got = await post(body, as)
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}

/** The same parameters in a new event and in a change. */
const writes: [string, (body: Body, as?: As) => Promise<{ status: number; json: any }>][] = [
  ['EventInsertion', post],
  ['EventUpdate', async (body, as = 'administrator') => update((await made({}, as)).id, body, as)],
]

beforeEach(() => app.clock.set(testStart))

describe('Authorization of writes', () => {
  test('lets contributors delete their own draft, but none of their published events', async () => {
    const draft = await made({}, 'contributor')
    expect(
      (await app.events('PUT', `/events/${draft.id}`, { as: 'contributor', body: {} })).status,
    ).toBe(200)
    const trashed = await app.events('DELETE', `/events/${draft.id}`, {
      as: 'contributor',
      body: { force: true },
    })
    expect([trashed.status, trashed.json.status]).toEqual([200, 'trash'])
  })

  test.each(['venue', 'organizer'] as const)('keeps contributors from others’ %s', async kind => {
    const body = { [kind]: `Of an administrator: ${kind}` }
    const { json } = await app.events('POST', `/${kind}s`, { as: 'administrator', body })
    for (const method of ['PUT', 'DELETE']) {
      const got = await app.events(method, `/${kind}s/${json.id}`, {
        as: 'contributor',
        body: { force: true },
      })
      expect([got.status, got.json.code]).toEqual([403, 'rest_forbidden'])
    }
  })

  test('lets anonymous callers write nothing, published or draft', async () => {
    for (const status of ['publish', 'draft']) {
      const { id } = await made({ status })
      expect((await update(id, { title: 'Taken over' }, 'anonymous')).status).toBe(401)
      expect((await app.events('DELETE', `/events/${id}`)).status).toBe(401)
    }
  })
})

describe.each(writes)('%s', (_, write) => {
  test.each([
    ['America/New_York', '2026-11-22 14:00:00'],
    ['Europe/Paris', '2026-11-22 08:00:00'],
    ['Asia/Kolkata', '2026-11-22 03:30:00'],
    ['Australia/Sydney', '2026-11-21 22:00:00'],
    ['UTC-3', '2026-11-22 12:00:00'],
  ])('reads words for dates in the zone of the event: %s', async (timezone, utc) => {
    const { json } = await write({
      timezone,
      start_date: 'tomorrow 9am',
      end_date: 'tomorrow 11am',
    })
    expect([json.start_date, json.end_date]).toEqual(['2026-11-22 09:00:00', '2026-11-22 11:00:00'])
    expect(json.utc_start_date).toBe(utc)
  })

  test('takes an event’s own time zone before the site’s, for fixed dates too', async () => {
    for (const [timezone, utc] of [
      ['Asia/Tokyo', '2017-12-31 23:00:00'],
      ['America/Los_Angeles', '2018-01-01 16:00:00'],
      ['UTC+1', '2018-01-01 07:00:00'],
      ['', '2018-01-01 13:00:00'],
    ]) {
      const start_date = '2018-01-01 08:00:00'
      const { json } = await write({ timezone, start_date, end_date: '2018-01-02' })
      expect([json.start_date, json.utc_start_date]).toEqual([start_date, utc])
    }
  })

  test('sets the author and the date of publication, in either zone', async () => {
    const { userId } = await app.makePerson('author')
    const { json } = await write({ author: userId, date: '2026-01-02 03:04:05' })
    expect(json).toMatchObject({
      author: String(userId),
      date: '2026-01-02 03:04:05',
      date_utc: '2026-01-02 08:04:05',
      status: 'publish',
    })
    const utc = await write({ date_utc: '2026-01-02 08:04:05' })
    expect(utc.json).toMatchObject({ date: '2026-01-02 03:04:05', date_utc: '2026-01-02 08:04:05' })
  })

  test('ignores members that the service computes', async () => {
    const sent = {
      global_id: 'x',
      global_id_lineage: ['x'],
      url: 'http://x.example',
      rest_url: 'http://x.example',
      utc_start_date: '2000-01-01 00:00:00',
      utc_end_date: '2000-01-01 00:00:00',
      start_date_details: { year: '2000' },
      utc_start_date_details: { year: '2000' },
      timezone_abbr: 'XXX',
      cost_details: { values: ['1'] },
    }
    const got = await write(sent)
    expect([200, 201]).toContain(got.status)
    for (const [name, value] of Object.entries(sent)) expect(got.json[name]).not.toEqual(value)
  })

  test('keeps the number of whole days, from midnight to a second before midnight', async () => {
    for (const [start_date, end_date, end] of [
      ['2027-03-01 00:00:00', '2027-03-01 23:59:59', '2027-03-01 23:59:59'],
      ['2027-03-01 10:00:00', '2027-03-03 12:00:00', '2027-03-03 23:59:59'],
      ['2027-03-01', '2027-03-01', '2027-03-01 23:59:59'],
    ]) {
      const { json } = await write({ all_day: true, start_date, end_date })
      expect([json.all_day, json.start_date, json.end_date]).toEqual([
        true,
        '2027-03-01 00:00:00',
        end,
      ])
    }
  })

  test.each([
    ['20$', '20$', '$', 'postfix', ['20']],
    [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
    ['$23', '$23', '$', 'prefix', ['23']],
    ['5,50 7,50', '$5.50 – $7.50', '', '', ['5.50', '7.50']],
    ['€6.50 - €8.50', '€6.50 – €8.50', '€', 'prefix', ['6.50', '8.50']],
    [25, '$25', '', '', ['25']],
  ])('shows the cost %j as %s', async (cost, shown, symbol, position, values) => {
    const { json } = await write({ cost })
    expect(json.cost.replaceAll('&#x24;', '$').replaceAll('&#8211;', '–')).toBe(shown)
    expect(json.cost_details).toMatchObject({ currency_position: position, values })
    expect(json.cost_details.currency_symbol).toBe(symbol)
  })

  test('keeps a website, and shows the event’s page without one', async () => {
    const { json } = await write({ website: 'https://example.org/a' })
    expect(json.website).toBe('https://example.org/a')
    const plain = await write({})
    expect(plain.json.website).toBe(plain.json.url)
  })

  test.each(['editor', 'author'] as const)('takes %ss for every flag', async as => {
    const flags = {
      show_map: true,
      show_map_link: true,
      hide_from_listings: true,
      sticky: true,
      featured: true,
    }
    const { json } = await write(flags, as)
    expect(json).toMatchObject(flags)
  })

  test('takes true and false for hiding in either form', async () => {
    for (const [sent, kept] of [
      ['false', false],
      [true, true],
      ['true', true],
    ] as const) {
      expect((await write({ hide_from_listings: sent })).json.hide_from_listings).toBe(kept)
    }
  })

  test.each([
    ['contributor', 'publish', 'pending'],
    ['author', 'publish', 'publish'],
    ['editor', 'publish', 'publish'],
    ['administrator', 'publish', 'publish'],
  ] as const)(
    'gives a %s who asks for the status %s the status %s',
    async (as, status, expected) => {
      expect((await write({ status }, as)).json.status).toBe(expected)
    },
  )

  test.each([
    ['US', { state: 'IL', province: 'Ontario' }, 'IL'],
    ['Canada', { province: 'Ontario' }, 'Ontario'],
    ['South Africa', { province: 'Gauteng' }, 'Gauteng'],
    ['France', { province: 'Bretagne' }, 'Bretagne'],
  ])(
    'keeps the address of a venue sent with the event: %s',
    async (country, part, stateprovince) => {
      const venue = {
        venue: `Hall of ${country}`,
        address: '1 Street',
        city: 'Town',
        country,
        ...part,
        zip: '0123',
        phone: '555',
        website: 'https://hall.example',
        show_map: true,
        show_map_link: 'false',
      }
      const { json } = await write({ venue })
      const { website: _, ...told } = venue
      expect(json.venue).toMatchObject({
        ...told,
        stateprovince,
        show_map: true,
        show_map_link: false,
      })
    },
  )
})

describe('EventUpdate of an existing event', () => {
  test('keeps the dates when only the slug, texts or an organizer are sent', async () => {
    const { id } = await made()
    expect((await update(id, { slug: 'a-new-slug' })).json.slug).toBe('a-new-slug')
    const { status, json } = await update(id, {
      title: 'New title',
      description: 'New text',
      organizer: { organizer: 'New company' },
    })
    expect([status, json.start_date, json.organizer.length]).toEqual([200, dates.start_date, 1])
    expect((await update(id, { organizer: [] })).json.organizer).toEqual([])
    const placed = await update(id, { venue: { venue: 'For a while' } })
    expect(placed.json.venue.venue).toBe('For a while')
    expect((await update(id, { venue: [] })).json.venue).toEqual([])
  })

  test('keeps the publication date of a draft that is scheduled in the same call', async () => {
    const { id } = await made({ status: 'draft' })
    const { json } = await update(id, { status: 'future', date: '2027-01-02 03:04:05' })
    expect([json.status, json.date]).toEqual(['future', '2027-01-02 03:04:05'])
    expect((await update(id, { date: '2026-01-02 03:04:05' })).json.status).toBe('publish')
  })
})

describe('Post_Repository', () => {
  test.each([
    [
      ['30', '4', '25.55'],
      ['4', '25.55', '30'],
    ],
    ['25,55', ['25.55']],
    ['23', ['23']],
    ['between 5 and 7.5', ['5', '7.50']],
  ])('sorts the amounts of %j as numbers', async (cost, values) => {
    expect((await made({ cost })).cost_details.values).toEqual(values)
  })

  test('has empty lists for missing relations, and json_ld on single reads only', async () => {
    const event = await made()
    const { venue, organizer, tags, categories, custom_fields } = event
    expect([venue, organizer, tags, categories, custom_fields]).toEqual([[], [], [], [], []])
    expect(event).not.toHaveProperty('json_ld')
    const listed = await app.events('GET', '/events', { query: { include: event.id } })
    expect(listed.json.events[0]).not.toHaveProperty('json_ld')
    expect((await app.events('GET', `/events/${event.id}`)).json).toHaveProperty('json_ld')
    const trashed = await app.events('DELETE', `/events/${event.id}`, { as: 'editor' })
    expect(trashed.json).not.toHaveProperty('json_ld')
  })
})
