// Database: in the short run a server alone, where there is one.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.ts'

const isLong = process.env['LONG'] !== undefined
const rounds = isLong ? 10 : 1

/** Zones on both sides of the equator and of the line of dates, with clock changes by an hour and by half an hour. */
const zones = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'Europe/Oslo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
const months = Array.from(
  { length: 12 },
  (_, index) => `2027-${String(index + 1).padStart(2, '0')}`,
)

type Event = { title: string; zone: string; start: string; end: string }

const two = (value: number) => String(value).padStart(2, '0')

/** An event that begins somewhere in the month, often at its edges, and lasts an hour to four days. */
const eventIn = (month: string, zone: string) =>
  fc
    .record({
      day: fc.oneof(fc.constantFrom(1, 2, 14, 27, 28), fc.integer({ min: 1, max: 28 })),
      hour: fc.integer({ min: 0, max: 23 }),
      lasts: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 96 })),
    })
    .map(({ day, hour, lasts }) => {
      const start = new Date(`${month}-${two(day)}T${two(hour)}:00:00Z`)
      const end = new Date(start.getTime() + lasts * 3_600_000)
      const local = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')
      return { zone, start: local(start), end: local(end) }
    })

/**
 * The days of an event, by walking through its local time by the hour. The hours until five in the morning after the
 * last evening belong to that evening.
 */
function daysOf({ start, end }: Event): Set<string> {
  const days = new Map<string, number>()
  const last = Date.parse(`${end.replace(' ', 'T')}Z`)
  for (let at = Date.parse(`${start.replace(' ', 'T')}Z`); at <= last; at += 3_600_000) {
    const moment = new Date(at).toISOString()
    days.set(moment.slice(0, 10), Number(moment.slice(11, 13)))
  }
  const lastDay = [...days.keys()].at(-1) ?? ''
  if (days.size > 1 && (days.get(lastDay) ?? 24) <= 5) days.delete(lastDay)
  return new Set(days.keys())
}

/** The rows of the calendar: its days with the titles they show, and how many more there are. */
function tableIn(html: string) {
  const rows = html.slice(html.indexOf('<tbody>')).split('<tr>').slice(1)
  return rows.map(row =>
    row
      .split('<td')
      .slice(1)
      .map(cell => ({
        day: /<time datetime="([^"]*)"/.exec(cell)?.[1],
        titles: [...cell.matchAll(/<li><a href="[^"]*">(E\d+)</g)].map(([, title = '']) => title),
        more: Number(/<a class="soft small"[^>]*>\D*(\d+)/.exec(cell)?.[1] ?? 0),
      })),
  )
}

const sites = [
  { begins: 'monday', zone: 'Europe/Oslo', weekday: 1 },
  { begins: 'sunday', zone: 'America/New_York', weekday: 0 },
  { begins: 'saturday', zone: 'Pacific/Kiritimati', weekday: 6 },
] as const

describe.each(sites)(
  'weeks that begin on $begins at a site in $zone',
  ({ begins, zone, weekday }) => {
    let app: TestApp
    const events: Event[] = []

    beforeAll(async () => {
      app = await startApp({ WEEK_BEGINS: begins, SITE_TIMEZONE: zone })
      const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
      console.log(`months: seed ${seed}`)
      const drafts = months.flatMap((month, at) =>
        zones
          // In the short run every other zone each month.
          .filter((_, index) => isLong || (index + at) % 2 === 0)
          .flatMap(own => fc.sample(eventIn(month, own), { seed: seed + at, numRuns: rounds })),
      )
      for (const [at, draft] of drafts.entries()) events.push(await make(`E${at}`, draft))
    })

    async function make(title: string, draft: Omit<Event, 'title'>): Promise<Event> {
      const { zone: timezone, start: start_date, end: end_date } = draft
      const body = { title, timezone, start_date, end_date }
      const { json, status } = await app.events('POST', '/events', { as: 'administrator', body })
      expect([status, json.message]).toEqual([201, undefined])
      // Where the clock skipped the hour, the service moved it.
      return { title, zone: timezone, start: json.start_date, end: json.end_date }
    }

    test.each(months)('show every event of %s on its days, and on no other', async month => {
      const { text, status } = await app.call('GET', `/events/month/${month}/`)
      expect(status).toBe(200)
      const rows = tableIn(text)
      const shown = new Map<string, Set<string>>()
      for (const row of rows) {
        expect(row).toHaveLength(7)
        for (const [at, { day, titles, more }] of row.entries()) {
          if (day === undefined) continue
          expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe((weekday + at) % 7)
          const wanted = events.filter(event => daysOf(event).has(day)).map(({ title }) => title)
          expect([day, titles.length + more]).toEqual([day, wanted.length])
          expect([day, titles.filter(title => !wanted.includes(title))]).toEqual([day, []])
          shown.set(day, new Set(titles))
        }
      }
      const days = new Date(Date.UTC(2027, Number(month.slice(5)), 0)).getUTCDate()
      expect([...shown.keys()]).toEqual(
        Array.from({ length: days }, (_, index) => `${month}-${two(index + 1)}`),
      )
    })
  },
)

test.each([
  { site: 'Pacific/Kiritimati', event: 'Pacific/Pago_Pago', start: '2027-02-28 23:30:00' },
  { site: 'Pacific/Pago_Pago', event: 'Pacific/Kiritimati', start: '2027-02-01 00:30:00' },
])(
  'a site in $site shows the last and the first hours of a day in $event',
  async ({ site, event, start }) => {
    const app = await startApp({ SITE_TIMEZONE: site })
    const day = start.slice(0, 10)
    const body = { title: 'At the edge', timezone: event, start_date: start, end_date: start }
    const made = await app.events('POST', '/events', { as: 'administrator', body })
    expect(made.status).toBe(201)
    for (const page of [`/events/month/${day.slice(0, 7)}/`, `/events/${day}/`]) {
      const { text } = await app.call('GET', page)
      expect([page, text.includes('At the edge')]).toEqual([page, true])
    }
  },
)
