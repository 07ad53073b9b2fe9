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
