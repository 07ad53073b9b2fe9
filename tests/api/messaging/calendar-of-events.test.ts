// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listedEvents } from '../../../src/catalogue/events/listed-events.ts'
import { createBasis } from '../../../src/platform/http/kept/answer-basis.ts'
import { hasReader, readCalendar } from '../../support/readers.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

async function made(kind: string, body: object) {
  const { status, json } = await app.events('POST', `/${kind}`, { as, body })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json
}
const change = async (kind: string, id: number, body: object) => {
  const { status, json } = await app.events('POST', `/${kind}/${id}`, { as, body })
  expect([status, json.code]).toEqual([status < 300 ? status : 200, undefined])
  return json
}

let titles = 0
async function anEvent(more: object = {}) {
  titles += 1
  return made('events', {
    title: `Evening ${titles}`,
    description: '<p>With <b>music</b> &amp; wine</p>',
    start_date: '2027-03-05 19:00:00',
    end_date: '2027-03-05 22:00:00',
    timezone: 'Europe/Oslo',
    ...more,
  })
}
/** Events at 19:01 on so many days in a row, all published before every other event. */
const insertDaily = (days: number) =>
  sql`insert into events (status, title, slug, timezone, start_local, end_local, starts_at,
      ends_at, published_at)
    select 'publish', 'Daily ' || n, 'daily-' || n, 'UTC', at, at + interval '1 hour',
      at at time zone 'UTC', at at time zone 'UTC' + interval '1 hour', '2026-01-01T00:00:00Z'
    from (select n, timestamp '2026-12-31 19:01:00' + n * interval '1 day' as at
          from generate_series(1, ${days}::int) n) day`.execute(app.db)
const deleteDaily = () => sql`delete from events where slug like 'daily-%'`.execute(app.db)

const text = async (path: string) => {
  const got = await app.call('GET', path)
  expect([path, got.status]).toEqual([path, 200])
  return got.text
}
/** A line of the event's entry, unfolded. */
const lineOf = (calendar: string, eventId: number, name: string) => {
  const entry = calendar
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .find(one => one.includes(`UID:event-${eventId}-`))
  return entry
    ?.split('\r\n')
    .find(line => line.startsWith(name))
    ?.replace(/^[^:]*:/, '')
}

describe('the calendar of events', () => {
  test('has the published events, with zone, place and page', async () => {
    const venue = await made('venues', { venue: 'Opera', address: 'Square 1', city: 'Oslo' })
    const event = await anEvent({ venue: venue.id })
    const draft = await anEvent({ status: 'draft' })
    const hidden = await anEvent({ hide_from_listings: true })
    const got = await app.call('GET', '/events.ics')
    expect(got.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(lineOf(got.text, event.id, 'DTSTART')).toBe('20270305T190000')
    expect(lineOf(got.text, event.id, 'LOCATION')).toBe('Opera\\, Square 1\\, Oslo')
    expect(lineOf(got.text, event.id, 'DESCRIPTION')).toBe('With music & wine')
    expect(lineOf(got.text, event.id, 'URL')).toBe(event.url)
    expect([lineOf(got.text, draft.id, 'UID'), lineOf(got.text, hidden.id, 'UID')]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('accepts the filters of the list and refuses invalid ones', async () => {
    const tagged = await anEvent({ tags: ['brass'] })
    const other = await anEvent()
    const calendar = await text('/events.ics?tags=brass')
    expect([
      lineOf(calendar, tagged.id, 'UID') !== undefined,
      lineOf(calendar, other.id, 'UID'),
    ]).toEqual([true, undefined])
    const bad = await app.call('GET', '/events.ics?start_date=never&venue=x')
    expect([bad.status, Object.keys(bad.json.data.params)]).toEqual([
      400,
      expect.arrayContaining(['venue']),
    ])
  })

  test('exists for each category, tag, venue, organizer and event, and for nothing else', async () => {
    const organizer = await made('organizers', { organizer: 'Brass Band' })
    const venue = await made('venues', { venue: 'Cellar' })
    const event = await anEvent({
      categories: ['Concerts'],
      tags: ['loud'],
      venue: venue.id,
      organizer: [organizer.id],
    })
    for (const page of [
      'events/category/concerts',
      'events/tag/loud',
      'venue/cellar',
      'organizer/brass-band',
      `event/${event.slug}`,
    ]) {
      for (const form of ['ics', 'rss', 'atom']) {
        expect(await text(`/${page}.${form}`)).toContain(`event-${event.id}-`)
      }
    }
    for (const page of ['events/tag/none', 'venue/none', 'event/none']) {
      const { status, json } = await app.call('GET', `/${page}.ics`)
      expect([status, json.code]).toEqual([404, 'rest_no_route'])
      const headers = { accept: 'text/html,*/*;q=0.8' }
      const inBrowser = await app.call('GET', `/${page}.ics`, { headers })
      expect([inBrowser.status, inBrowser.text.includes('There is no such page')]).toEqual([
        404,
        true,
      ])
    }
  })

  test('is found at the addresses of the existing system', async () => {
    for (const [url, target] of [
      ['/events/?ical=1&tags=brass', '/events.ics?tags=brass'],
      ['/venue/cellar/?outlook-ical=1', '/venue/cellar.ics'],
      ['/events/feed/', '/events.rss'],
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await app.call(method, url ?? '')
        expect([method, status, headers['location']]).toEqual([method, 302, target])
      }
    }
  })

  test('numbers changes of time, place and state only, and never changes an entry’s UID', async () => {
    const [hall, barn] = [
      await made('venues', { venue: 'Hall' }),
      await made('venues', { venue: 'Barn' }),
    ]
    const event = await anEvent({ venue: hall.id })
    const seen = async () => {
      const calendar = await text('/events.ics')
      return [lineOf(calendar, event.id, 'SEQUENCE'), lineOf(calendar, event.id, 'UID')]
    }
    const [, uid] = await seen()
    let expected = 0
    for (const [kind, id, body, isNews] of [
      ['events', event.id, { title: 'Another title' }, false],
      ['events', event.id, { start_date: '2027-03-05 20:00:00' }, true],
      ['events', event.id, { start_date: '2027-03-05 20:00:00' }, false],
      ['events', event.id, { timezone: 'Europe/Helsinki' }, true],
      ['events', event.id, { venue: barn.id }, true],
      ['venues', barn.id, { address: 'Lane 2' }, true],
      ['venues', barn.id, { phone: '12345678' }, false],
      ['venues', hall.id, { address: 'Lane 3' }, false],
      ['events', event.id, { happening: 'cancelled' }, true],
      ['events', event.id, { happening: 'scheduled' }, true],
    ] as const) {
      await change(kind, id, body)
      expected += isNews ? 1 : 0
      expect([body, ...(await seen())]).toEqual([body, String(expected), uid])
    }
  })

  test('moves the date of change of an event with every change of its place', async () => {
    const hall = await made('venues', { venue: 'Old hall' })
    const event = await anEvent({ venue: hall.id })
    const seen = async () => {
      const atom = await text(`/event/${event.slug}.atom`)
      const calendar = await text('/events.ics')
      return {
        sequence: Number(lineOf(calendar, event.id, 'SEQUENCE')),
        stamp: lineOf(calendar, event.id, 'DTSTAMP'),
        modified: lineOf(calendar, event.id, 'LAST-MODIFIED'),
        updated: /<updated>(.*?)<\/updated>/.exec(atom)?.[1]?.replace(/[-:]|\.\d+/g, ''),
      }
    }
    let { sequence, modified } = await seen()
    for (const [body, isNumbered, isMoved] of [
      [{ venue: 'New hall' }, true, true],
      [{ address: 'Lane 2' }, true, true],
      [{ phone: '12345678' }, false, false],
      [{ status: 'draft' }, false, true],
      [{ status: 'publish' }, false, true],
      [{ status: 'trash' }, true, true],
    ] as const) {
      app.clock.advance(60)
      await change('venues', hall.id, body)
      sequence += isNumbered ? 1 : 0
      if (isMoved)
        modified = app.clock
          .now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, '')
      const expected = { sequence, stamp: modified, modified, updated: modified }
      expect({ body, ...(await seen()) }).toEqual({ body, ...expected })
    }
  })

  test('shows a cancelled event as cancelled for sixty days', async () => {
    const event = await anEvent({ happening: 'cancelled' })
    const calendar = await text('/events.ics')
    expect(lineOf(calendar, event.id, 'STATUS')).toBe('CANCELLED')
    expect(lineOf(calendar, event.id, 'SUMMARY')).toMatch(/^Cancelled: /)
    const start = app.clock.now()
    app.clock.set(new Date('2027-05-02T12:00:00Z'))
    expect(lineOf(await text('/events.ics'), event.id, 'STATUS')).toBe('CANCELLED')
    app.clock.set(new Date('2027-05-08T12:00:00Z'))
    expect(lineOf(await text('/events.ics'), event.id, 'STATUS')).toBeUndefined()
    app.clock.set(start)
  })

  test('says its own words in the language of the request, again and again', async () => {
    const event = await anEvent({ happening: 'postponed' })
    const expected = [
      ['en', 'Events', 'Postponed: '],
      ['de', 'Veranstaltungen', 'Verschoben: '],
      ['nb', 'Arrangementer', 'Utsatt: '],
      ['fr', 'Événements', 'Reporté\u00a0: '],
      ['es', 'Eventos', 'Aplazado: '],
    ] as const
    // Each is made, then kept, then sent without the framework.
    for (const _ of [1, 2, 3]) {
      for (const [language, name, state] of expected) {
        const headers = { 'accept-language': language }
        const got = await app.call('GET', '/events.ics', { headers })
        const calendar = got.text.replaceAll('\r\n ', '')
        expect(got.headers['content-language']).toBe(language)
        expect(got.headers['vary']).toContain('Accept-Language')
        expect(calendar).toContain(`X-WR-CALNAME:${name}\r\n`)
        expect(lineOf(got.text, event.id, 'SUMMARY')).toMatch(new RegExp(`^${state}`))
        expect(await text(`/events.rss?lang=${language}`)).toContain(`<title>${name}</title>`)
      }
    }
  })

  test('has the title that the page shows, also one with < and &', async () => {
    const event = await anEvent({ title: 'x<y and y>z, ?a=1&copy=2', tags: ['wine&copy'] })
    const calendar = await text('/events.ics')
    expect(lineOf(calendar, event.id, 'SUMMARY')).toBe('x<y and y>z\\, ?a=1&copy=2')
    const shown = 'x&lt;y and y&gt;z, ?a=1&amp;copy=2'
    expect(await text('/events.rss')).toContain(`<title>${shown}, `)
    expect(await text(`/event/${event.slug}.atom`)).toContain(`>${shown}`)
    expect(await text('/events/tag/wine-copy.rss')).toContain('<title>wine&amp;copy</title>')
  })

  test('shows of a protected event its existence and time, and nothing else', async () => {
    const { id } = await made('categories', { name: 'Secret suppers' })
    const event = await anEvent({ event_password: 'open sesame', categories: [id] })
    for (const form of ['ics', 'rss', 'atom']) {
      const feed = await text(`/event/${event.slug}.${form}`)
      expect([form, feed.includes(event.title), feed.includes('suppers')]).toEqual([
        form,
        true,
        false,
      ])
    }
    const calendar = await text('/events.ics')
    expect(lineOf(calendar, event.id, 'DTSTART')).toBe('20270305T190000')
    expect(lineOf(calendar, event.id, 'DESCRIPTION')).toBeUndefined()
  })

  test('has the same bytes until something changes, and 304 for those who have them', async () => {
    const first = await app.call('GET', '/events.ics')
    app.clock.advance(600)
    const second = await app.call('GET', '/events.ics')
    expect(second.text).toBe(first.text)
    const headers = { 'if-none-match': String(first.headers['etag']) }
    expect((await app.call('GET', '/events.ics', { headers })).status).toBe(304)
    await anEvent()
    expect((await app.call('GET', '/events.ics', { headers })).status).toBe(200)
  })

  test('has each of a thousand events once, by start, and none that was withdrawn meanwhile', async () => {
    await insertDaily(1001)
    const withdrawn = await anEvent({ title: 'Withdrawn' })
    const starts = [...(await text('/events.ics')).matchAll(/^DTSTART[^:]*:(.*)$/gm)].map(
      at => at[1],
    )
    const daily = starts.filter(at => at?.endsWith('T190100Z'))
    expect(daily).toHaveLength(1001)
    expect(new Set(daily).size).toBe(1001)
    expect(daily).toEqual(daily.toSorted((a = '', b = '') => a.localeCompare(b)))
    const listed = await listedEvents(app.deps, {
      query: {},
      usual: { start_date: '2026-01-01', end_date: '2040-01-01' },
      most: 5000,
      lists: app.deps.db,
      basis: createBasis([]),
    })
    await change('events', withdrawn.id, { status: 'private' })
    const titles = []
    for await (const part of listed.parts()) titles.push(...part.map(({ title }) => title))
    expect(titles.filter(title => title.startsWith('Daily'))).toHaveLength(1001)
    expect(titles).not.toContain('Withdrawn')
    expect((await listed.newest(5000)).map(({ title }) => title)).not.toContain('Withdrawn')
    await deleteDaily()
  })

  test.runIf(hasReader('khal'))(
    'imports into a calendar program with each event once',
    async () => {
      const event = await anEvent({ title: 'For khal' })
      const calendar = await text(`/event/${event.slug}.ics`)
      expect(readCalendar(calendar)).toContain('2027-03-05 18:00')
      expect(readCalendar(calendar).match(/For khal/g)).toHaveLength(1)
    },
  )
})
