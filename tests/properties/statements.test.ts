import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plantEvent } from '../support/plant-event.ts'
import { plantMoney, plantOrders } from '../support/plant-orders.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const histories = Number(process.env['STORIES'] ?? (long ? 60 : 1))
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 5))
const staff = { as: 'administrator' } as const

/** Zones with other rules: by an hour in the night, by half an hour, at midnight, so that a day begins at one. */
const zones = [
  'Europe/Oslo',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
] as const

const app = await startApp()
const dayMs = 86_400_000
const laterBy = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The day that the calendar on a wall in the zone shows. */
const calendars = new Map(
  zones.map(zone => [
    zone,
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }),
  ]),
)
const dayOn = (zone: (typeof zones)[number], at: number) => calendars.get(zone)?.format(at) ?? ''

/** The moments in 2026 at which a day begins, and the days that have another length than 24 hours. */
function calendarOf(zone: (typeof zones)[number]) {
  const begins = new Map<string, number>()
  for (
    let at = Date.parse('2026-01-01T00:00Z');
    at < Date.parse('2027-01-01T00:00Z');
    at += 1_800_000
  ) {
    const day = dayOn(zone, at)
    if (!begins.has(day)) begins.set(day, at)
  }
  const odd = [...begins.keys()].slice(1, -2).filter(day => {
    const [one, next] = [begins.get(day) ?? 0, begins.get(laterBy(day, 1)) ?? 0]
    return next - one !== dayMs
  })
  return { begins, odd }
}
const years = new Map(zones.map(zone => [zone, calendarOf(zone)]))

type Moment = { day: number; edge: boolean; ms: number }
const moment = fc.record({
  day: fc.integer({ min: -3, max: 4 }),
  edge: fc.boolean(),
  ms: fc.nat(dayMs),
})
const history = fc.record({
  which: fc.nat(7),
  moments: fc.array(moment, { minLength: 30, maxLength: 30 }),
})

type Entry = { id: number; at: Date; kind: string; amount_minor: number }

/** Entries of the books of an event, each moved to its moment around that day. */
async function plantBooks(
  zone: (typeof zones)[number],
  { day, moments }: { day: string; moments: readonly Moment[] },
) {
  const event = await plantEvent(app)
  await app.db.updateTable('events').set({ timezone: zone }).where('id', '=', event).execute()
  await plantOrders(app, { count: 16, events: [event], seed: event, newest: `${day}T12:00:00Z` })
  await plantMoney(app)
  const { rows } = await app.database.pool.query<Entry>(
    'select id, at, kind, amount_minor from book_entries where event_id = $1 order by id',
    [event],
  )
  const { begins } = years.get(zone) ?? calendarOf(zone)
  const entries = rows.map((entry, at): Entry => {
    const { day: days, edge, ms } = moments[at % moments.length] ?? { day: 0, edge: true, ms: 0 }
    const begin = begins.get(laterBy(day, days)) ?? 0
    return { ...entry, at: new Date(edge ? begin - (ms % 2) : begin + ms) }
  })
  await app.database.pool.query('alter table book_entries disable trigger user')
  for (const { id, at } of entries) {
    await app.database.pool.query('update book_entries set at = $2 where id = $1', [id, at])
  }
  await app.database.pool.query('alter table book_entries enable trigger user')
  return { event, entries }
}

const minor = (text: string) => Math.round(Number(text) * 100)

async function statement(event: number, from: string, to: string) {
  const query = { event, from, to }
  const { status, json } = await app.admin('GET', '/reports/open', { ...staff, query })
  expect(status).toBe(200)
  const [whole] = json.totals
  // A day without anything, and nothing open before it, has no row.
  if (!whole) return { before: 0, charged: 0, paid: 0, returned: 0, after: 0 }
  const cells = Object.entries(whole.cells as Record<string, { value: string }>)
  return Object.fromEntries(cells.map(([name, { value }]) => [name, minor(value)]))
}

/** The same by adding up what the calendar on the wall says. */
function recounted(entries: readonly Entry[], isWithin: (at: number) => boolean) {
  const sum = (...kinds: string[]) =>
    entries
      .filter(({ at, kind }) => isWithin(at.getTime()) && kinds.includes(kind))
      .reduce((all, one) => all + one.amount_minor, 0)
  return { charged: sum('sale'), paid: sum('payment'), returned: -sum('refund') || 0 }
}

test(`f3: what is open after a day is open before the next one, asked day by day, in six zones where clocks change (SEED=${seed})`, async () => {
  let days = 0
  await fc.assert(
    fc.asyncProperty(history, async ({ which, moments }) => {
      for (const zone of zones) {
        const { odd } = years.get(zone) ?? calendarOf(zone)
        expect([zone, odd.length]).toEqual([zone, 2])
        const day = odd[which % odd.length] ?? ''
        const { event, entries } = await plantBooks(zone, { day, moments })
        let before = 0
        for (let at = -3; at <= 4; at += 1) {
          const own = laterBy(day, at)
          const said = await statement(event, own, own)
          const { charged, paid, returned } = recounted(entries, ms => dayOn(zone, ms) === own)
          // An entry a millisecond before the first day is open before it.
          if (at === -3) {
            const earlier = recounted(entries, ms => dayOn(zone, ms) < own)
            before = earlier.charged - earlier.paid + earlier.returned
          }
          const after = before + charged - paid + returned
          expect({ zone, own, said }).toEqual({
            zone,
            own,
            said: { before, charged, paid, returned, after },
          })
          before = after
          days += 1
        }
        const whole = await statement(event, laterBy(day, -3), laterBy(day, 4))
        expect([zone, whole['after']]).toEqual([zone, before])
      }
    }),
    { seed, numRuns: histories, endOnFailure: true },
  )
  expect(days).toBe(histories * zones.length * 8)
}, 1_800_000)
