import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { startApp } from '../support/start-app.ts'
import { ticketDesk } from '../support/ticket-desk.ts'

const long = process.env['LONG'] !== undefined
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 1))
const app = await startApp()
const desk = ticketDesk(app)
const staff = { as: 'administrator' } as const

/** Zones with a change of clocks, and nights on which they change. */
const nights = [
  ['Europe/Oslo', '2031-03-30'],
  ['Europe/Oslo', '2031-10-26'],
  ['America/New_York', '2031-03-09'],
  ['America/New_York', '2031-11-02'],
  ['Australia/Lord_Howe', '2031-10-05'],
  ['UTC', '2031-06-01'],
] as const

const hour = fc.integer({ min: -30, max: 30 })
const plans = fc.record({
  night: fc.constantFrom(...nights),
  from: hour,
  to: hour,
  daysApart: fc.integer({ min: -400, max: 400 }),
  length: fc.integer({ min: 0, max: 72 }),
  opens: fc.integer({ min: -2000, max: -1 }),
  closes: fc.integer({ min: -100, max: 0 }),
  doors: fc.integer({ min: -24, max: 0 }),
})

const text = (time: Temporal.PlainDateTime) =>
  time.toString({ smallestUnit: 'second' }).replace('T', ' ')

/** The time as clocks show it: a skipped one moves forward. */
const shown = (time: Temporal.PlainDateTime, zone: string) =>
  time.toZonedDateTime(zone).toPlainDateTime()

/** The wall's distance between two times, as a naive reader counts it. */
const apart = (from: string, to: string) =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 1000

test(`a copy keeps every distance from its start on the clock of the wall, also over changes of the clocks (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async plan => {
      const [zone, day] = plan.night
      const midnight = Temporal.PlainDateTime.from(`${day}T00:00`)
      const start = shown(midnight.add({ hours: plan.from }), zone)
      const at = (hours: number) => text(start.add({ hours }))
      const body = {
        title: 'A night',
        timezone: zone,
        start_date: text(start),
        end_date: at(plan.length),
        doors_at: at(plan.doors),
      }
      const { json: event } = await app.events('POST', '/events', { ...staff, body })
      const window = { opens: at(plan.opens), closes: at(plan.closes) }
      await desk.add(event.id, {
        start_date: window.opens.slice(0, 10),
        start_time: window.opens.slice(11),
        end_date: window.closes.slice(0, 10),
        end_time: window.closes.slice(11),
      })
      const wish = shown(midnight.add({ days: plan.daysApart }).add({ hours: plan.to }), zone)
      const { status, json } = await app.admin('POST', `/events/${event.id}/copies`, {
        ...staff,
        body: { start_date: text(wish) },
      })
      expect(status).toBe(201)
      const read = async (id: number) => {
        const { json: row } = await app.events('GET', `/events/${id}`, staff)
        const query = { include_post: id }
        const { json: list } = await app.tickets('GET', '/tickets', { ...staff, query })
        const [ticket] = list.tickets
        return {
          start: row.start_date,
          end: row.end_date,
          doors: row.doors_at,
          opens: ticket.available_from,
          closes: ticket.available_until,
        }
      }
      const before = await read(event.id)
      const after = await read(json.id)
      expect(after.start).toBe(text(wish))
      for (const name of ['end', 'doors', 'opens', 'closes'] as const) {
        const wall = wish.add({ seconds: apart(before.start, before[name]) })
        expect({ [name]: after[name] }).toEqual({ [name]: text(shown(wall, zone)) })
      }
    }),
    { seed, numRuns: long ? 500 : 12, endOnFailure: true },
  )
}, 600_000)
