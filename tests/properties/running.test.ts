// What lists, days, months and feeds show of events that last from an hour to years, against a model that looks at each event.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toInstant, toLocal } from '../../src/core/time.ts'
import { startApp, testStart } from '../support/start-app.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.log(`running events: seed ${seed}`)

type Model = { title: string; zone: string; start: string; end: string; hall: number; term: number }

const zones = ['UTC', 'America/Los_Angeles', 'Europe/Oslo', 'Pacific/Kiritimati', 'UTC-11']
const siteZone = 'UTC'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longestDays = 62

/** Lengths in hours, many of them at the edge between what is found by its start and what is found by its end. */
const lasts = fc.oneof(
  fc.integer({ min: 0, max: 30 }),
  fc.integer({ min: 31, max: 24 * 400 }),
  fc.constantFrom(24 * longestDays - 1, 24 * longestDays, 24 * longestDays + 1),
  fc.integer({ min: 24 * 400, max: 24 * 8000 }),
)
/** Hours from now to the end, or to the start of an event that has not begun. */
const fromNow = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -24 * 90, max: 24 * 90 }),
  fc.integer({ min: -24 * 400, max: 24 * 900 }),
)
const drafts = fc.record({
  zone: fc.constantFrom(...zones),
  hours: lasts,
  at: fromNow,
  isByEnd: fc.boolean(),
  hall: fc.integer({ min: 0, max: 1 }),
  term: fc.integer({ min: 0, max: 1 }),
})

const app = await startApp({ SITE_TIMEZONE: siteZone })
const as = 'administrator' as const
const halls = await Promise.all(
  ['North', 'South'].map(async venue => {
    const { json } = await app.events('POST', '/venues', { as, body: { venue } })
    return json as { id: number; slug: string }
  }),
)
const terms = ['jazz', 'opera']
const models: Model[] = []
for (const [at, draft] of fc.sample(drafts, { seed, numRuns: 150 }).entries()) {
  const { zone, hours, hall, term } = draft
  const anchor = testStart.getTime() + draft.at * hourMs
  const from = draft.isByEnd ? anchor - hours * hourMs : anchor
  const body = {
    title: `E${at}`,
    timezone: zone,
    start_date: toLocal(new Date(from), zone),
    end_date: toLocal(new Date(from + hours * hourMs), zone),
    venue: halls[hall]?.id,
    categories: terms[term],
  }
  const { status, json } = await app.events('POST', '/events', { as, body })
  if (status !== 201) throw new Error(`${body.title} was not created: ${json.message}`)
  const { title, start_date: start, end_date: end } = json
  models.push({ title, zone, start, end, hall, term })
}

const startsAt = ({ start, zone }: Model) => toInstant(start, zone).getTime()
const endsAt = ({ end, zone }: Model) => toInstant(end, zone).getTime()
const shift = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Whether an event runs on a day by the clock of its own zone; hours until five belong to the night before. */
function runsOn({ start, end }: Model, first: string, last: string): boolean {
  const begins = start.slice(0, 10)
  const night = end.slice(11) <= '05:00:00' && end.slice(0, 10) > begins
  const ends = night ? shift(end.slice(0, 10), -1) : end.slice(0, 10)
  return begins <= last && ends >= first
}

const now = testStart.getTime()
const today = toLocal(testStart, siteZone).slice(0, 10)
/** Lists look ahead to the begin of the day that is 731 days after today at the site (contract.md 5.4). */
const horizon = toInstant(`${shift(today, 731)} 00:00:00`, siteZone).getTime()
const isComing = (event: Model) => endsAt(event) > now && startsAt(event) < horizon
const byStart = (wanted: (event: Model) => boolean) =>
  models
    .map((event, at) => ({ event, at }))
    .filter(({ event }) => wanted(event))
    .sort((a, b) => startsAt(a.event) - startsAt(b.event) || a.at - b.at)
    .map(({ event }) => event.title)

async function titlesOf(path: string): Promise<string[]> {
  const { text, status } = await app.call('GET', path)
  if (status === 404) return []
  expect([path, status]).toEqual([path, 200])
  return [...text.matchAll(/<a class="cover"[^>]*>(?:<s[^>]*>)?(E\d+)</g)].map(
    ([, title = '']) => title,
  )
}

async function allPages(path: string): Promise<string[]> {
  const titles: string[] = []
  for (let page = 1; ; page += 1) {
    const found = await titlesOf(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
    titles.push(...found)
    if (found.length === 0) return titles
  }
}

const weekend = ['2026-11-21', '2026-11-22'] as const
const lists: [string, (event: Model) => boolean][] = [
  ['/events/', isComing],
  ['/events/?search=e', isComing],
  ['/events/category/jazz/', event => isComing(event) && event.term === 0],
  [`/venue/${halls[1]?.slug}/`, event => isComing(event) && event.hall === 1],
  ['/events/?when=today', event => isComing(event) && runsOn(event, today, today)],
  ['/events/?when=weekend', event => isComing(event) && runsOn(event, ...weekend)],
  ['/events/?date=2026-12-24', event => runsOn(event, '2026-12-24', shift('2026-12-24', 730))],
  [
    '/events/?date=2026-01-01&search=e',
    event => runsOn(event, '2026-01-01', shift('2026-01-01', 730)),
  ],
]

test.each(lists)('%s has every event that belongs to it, by start', async (path, wanted) => {
  expect(await allPages(path)).toEqual(byStart(wanted))
})

test('the first page has the next events that begin, and then the first of those that run', async () => {
  const hasBegun = (event: Model) => startsAt(event) <= now
  const next = byStart(event => isComing(event) && !hasBegun(event)).slice(0, 13)
  const running = byStart(event => isComing(event) && hasBegun(event)).slice(0, 4)
  expect(await titlesOf('/')).toEqual([...next, ...running])
})

describe('the calendar', () => {
  test.each([-400, -62, -1, 0, 1, 5, 40, 200, 900])(
    'has every event of the day %d days from now',
    async days => {
      const day = shift(today, days)
      expect(await allPages(`/events/${day}/`)).toEqual(byStart(event => runsOn(event, day, day)))
    },
  )

  test.each(['2024-02', '2026-09', '2026-11', '2026-12', '2027-03'])(
    'counts the events of each day of %s',
    async month => {
      const { text } = await app.call('GET', `/events/month/${month}/`)
      const cells = text.slice(text.indexOf('<tbody>')).split('<td').slice(1)
      const shown = cells.flatMap(cell => {
        const day = /<time datetime="([^"]*)"/.exec(cell)?.[1]
        if (day === undefined) return []
        const titles = cell.match(/<li><a href="[^"]*">E\d+</g)?.length ?? 0
        return [[day, titles + Number(/<a class="soft small"[^>]*>\D*(\d+)/.exec(cell)?.[1] ?? 0)]]
      })
      expect(shown.length).toBeGreaterThan(27)
      expect(shown).toEqual(
        shown.map(([day]) => [day, byStart(event => runsOn(event, `${day}`, `${day}`)).length]),
      )
    },
  )
})

const inCalendar = async (path: string) =>
  [...(await app.call('GET', path)).text.matchAll(/^SUMMARY:(E\d+)\r$/gm)].map(([, title]) => title)
const sixtyDaysAgo = toInstant(`${shift(today, -60)} 00:00:00`, siteZone).getTime()
const inFeeds = (event: Model) => endsAt(event) > sixtyDaysAgo

test.each([
  ['/events.ics', inFeeds],
  ['/events/category/opera.ics', (event: Model) => inFeeds(event) && event.term === 1],
  [`/venue/${halls[0]?.slug}.ics`, (event: Model) => inFeeds(event) && event.hall === 0],
  ['/events.ics?when=today', (event: Model) => runsOn(event, today, today)],
  ['/events.ics?day=2026-11-30', (event: Model) => runsOn(event, '2026-11-30', '2026-11-30')],
  ['/events.ics?month=2027-01', (event: Model) => runsOn(event, '2027-01-01', '2027-01-31')],
  [
    '/events.ics?start_date=2026-11-21',
    (event: Model) => startsAt(event) >= Date.parse('2026-11-21T00:00:00Z'),
  ],
])('the feed %s has every event that belongs to it', async (path, wanted) => {
  expect(await inCalendar(path)).toEqual(byStart(wanted))
})

test('an exhibition of eight months is on every list in its middle', async () => {
  const own = await startApp({ SITE_TIMEZONE: 'Europe/Oslo' })
  own.clock.set(new Date('2026-11-25T12:00:00Z'))
  const body = {
    title: 'The long summer',
    all_day: true,
    start_date: '2026-08-01',
    end_date: '2027-03-31',
    categories: 'art',
    venue: { venue: 'Museum', city: 'Oslo' },
    organizer: { organizer: 'Friends' },
  }
  const { json } = await own.events('POST', '/events', { as, body })
  const paths = ['/', '/events/', '/events/?when=today', '/events/?search=summer']
  const places = ['/events/category/art/', '/venue/museum/', '/organizer/friends/']
  const days = ['/events/today/', '/events/2026-08-01/', '/events/2027-03-31/']
  const months = ['/events/month/', '/events/month/2026-08/', '/events/month/2027-03/']
  const feeds = ['/events.ics', '/events.rss', '/events.atom', '/events.ics?when=weekend']
  const near = ['/events/?near=Oslo', '/events/2026-11-30/', '/venue/museum.ics']
  for (const path of [...paths, ...places, ...days, ...months, ...feeds, ...near]) {
    expect([path, (await own.call('GET', path)).text.includes(json.title)]).toEqual([path, true])
  }
  for (const path of ['/events/2026-07-31/', '/events/2027-04-01/', '/events/month/2027-04/']) {
    expect([path, (await own.call('GET', path)).text.includes(json.title)]).toEqual([path, false])
  }
})

test('an evening in Los Angeles is under "today" of a site in UTC, as on the page of its day', async () => {
  const own = await startApp({ SITE_TIMEZONE: 'UTC' })
  own.clock.set(new Date('2026-11-25T12:00:00Z'))
  const evening = { start_date: '2026-11-25 19:00', end_date: '2026-11-25 22:00' }
  const body = { title: 'Sunset', timezone: 'America/Los_Angeles', ...evening }
  await own.events('POST', '/events', { as, body })
  for (const path of ['/events/?when=today', '/events/2026-11-25/', '/events.ics?when=today']) {
    expect([path, (await own.call('GET', path)).text.includes('Sunset')]).toEqual([path, true])
  }
  for (const path of ['/events/?date=2026-11-26', '/events/2026-11-26/']) {
    expect([path, (await own.call('GET', path)).text.includes('Sunset')]).toEqual([path, false])
  }
})
