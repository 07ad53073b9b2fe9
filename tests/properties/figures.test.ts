import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantEvent } from '../support/plant-event.ts'
import { plantMoney, plantOrders } from '../support/plant-orders.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const histories = Number(process.env['STORIES'] ?? (long ? 200 : 6))
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 3))
const as = 'administrator' as const
const zone = 'Europe/Oslo'

const app = await startApp({ SITE_TIMEZONE: zone })
const events = [await plantEvent(app), await plantEvent(app)]

/** Days on which clocks go forward, or back, and the days around them; and when each begins, in UTC. */
const days = {
  '2026-03-28': '2026-03-27T23:00:00Z',
  '2026-03-29': '2026-03-28T23:00:00Z',
  '2026-03-30': '2026-03-29T22:00:00Z',
  '2026-10-24': '2026-10-23T22:00:00Z',
  '2026-10-25': '2026-10-24T22:00:00Z',
  '2026-10-26': '2026-10-25T23:00:00Z',
} as const
const ends: Record<keyof typeof days, string> = {
  '2026-03-28': '2026-03-28T23:00:00Z',
  '2026-03-29': '2026-03-29T22:00:00Z',
  '2026-03-30': '2026-03-30T22:00:00Z',
  '2026-10-24': '2026-10-24T22:00:00Z',
  '2026-10-25': '2026-10-25T23:00:00Z',
  '2026-10-26': '2026-10-26T23:00:00Z',
}

const someDay = fc.constantFrom(...(Object.keys(days) as (keyof typeof days)[]))

/** Orders of a few days, a third of them in euros, with their payments and books; minutes lie at the borders of days. */
async function plantHistory(history: number, newest: string) {
  await plantOrders(app, { count: 40, events, seed: history, newest })
  await sql`update orders set currency = 'EUR' where id % 3 = 0`.execute(app.db)
  await sql`update orders set updated_at = created_at where updated_at <> created_at`.execute(
    app.db,
  )
  await plantMoney(app)
}

async function emptyAll() {
  await app.database.pool.query(
    'truncate book_entries, booked_orders, payments, attendees, order_lines, order_texts, orders cascade',
  )
}

type Sums = Record<string, number>

/** Rows of the list, added up by currency and kind as a person would with a calculator. */
async function sumsOfRows(query: string): Promise<Sums> {
  const sums: Sums = {}
  let next: string | null = ''
  while (next !== null) {
    const cursor: string = next === '' ? '' : `&cursor=${next}`
    const { json, status } = await app.admin('GET', `/books?${query}&limit=200${cursor}`, { as })
    expect([query, status]).toEqual([query, 200])
    for (const { currency, kind, amount } of json.rows) {
      const name = `${currency} ${kind}`
      sums[name] = (sums[name] ?? 0) + Math.round(Number(amount) * 100)
    }
    next = json.next
  }
  return sums
}

const members = { sale: 'sales', payment: 'payments', refund: 'refunds' }

async function sumsOfFigures(query: Record<string, string>): Promise<Sums> {
  const { json, status } = await app.admin('GET', '/books/summary', { as, query })
  expect(status).toBe(200)
  const sums: Sums = {}
  for (const group of json.groups) {
    for (const [kind, member] of Object.entries(members)) {
      const cents = Math.round(Number(group[member]) * 100)
      if (cents !== 0) sums[`${group.currency} ${kind}`] = cents
    }
  }
  return sums
}

test(`C7: figures of a day and an event are the sums of the rows that the same address lists, also where clocks change, currency by currency (SEED=${seed})`, async () => {
  const tally = { figures: 0, currencies: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(
      someDay,
      fc.nat(1440),
      fc.constantFrom(undefined, ...events),
      async (day, minutes, event) => {
        await emptyAll()
        const newest = new Date(Date.parse(ends[day]) + minutes * 20_000).toISOString()
        await plantHistory(minutes + 1, newest)
        for (const own of Object.keys(days) as (keyof typeof days)[]) {
          const narrowed = event === undefined ? '' : `&filter.event=${event}`
          const rows = await sumsOfRows(`filter.at=${own}${narrowed}`)
          const figures = await sumsOfFigures({
            from: days[own],
            until: ends[own],
            ...(event !== undefined && { event: String(event) }),
          })
          expect({ own, figures }).toEqual({ own, figures: rows })
          for (const name of Object.keys(figures)) tally.currencies.add(name.slice(0, 3))
          tally.figures += Object.keys(figures).length
        }
      },
    ),
    { seed, numRuns: histories, endOnFailure: true },
  )
  expect(tally.figures).toBeGreaterThan(histories)
  expect([...tally.currencies].toSorted()).toEqual(['EUR', 'USD'])
}, 1_800_000)
