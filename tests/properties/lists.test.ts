import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantMoney, plantOrders } from '../support/plant-orders.ts'
import { plantEvent } from '../support/plant-event.ts'
import { bytesOf, plain, rowsIn } from '../support/read-export.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 1))
const app = await startApp()
const { authorization } = await app.person('administrator')
const root = '/svc/admin/v1'
const events = [await plantEvent(app), await plantEvent(app), await plantEvent(app)]
const count = long ? 3000 : 120
await plantOrders(app, { count, events, seed })
await plantMoney(app)

const some = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const words = (values: readonly string[]) => some(values).map(chosen => chosen.join(','))
const day = fc.constantFrom('2026-11-21', '2026-11-20', '2026-11-21T11:00:00Z', 'yesterday')

/** Random addresses of each list, as people and programs make them. */
const addresses = {
  orders: fc.record(
    {
      search: fc.constantFrom(
        'smith',
        'müller',
        'example.org',
        'obrien',
        'pi_',
        'anna -garcia',
        '"anna smith"',
        'a',
        'zzz',
        '12',
      ),
      'filter.event': words(events.map(String)),
      'filter.status': words(['paid', 'open', 'failed', 'cancelled', 'refunded']),
      'filter.method': words(['card', 'wallet', 'free', 'staff']),
      'filter.total.gte': fc.constantFrom('0', '12.50', '40'),
      'filter.total.lte': fc.constantFrom('30', '60'),
      'filter.refunded': fc.constantFrom('true', 'false'),
      'filter.created.gte': day,
      'filter.created.lte': day,
      sort: fc.constantFrom('-created', 'created', 'number', '-total', 'total'),
      columns: words(['number', 'who', 'email', 'total', 'created', 'events', 'reference']),
    },
    { requiredKeys: [] },
  ),
  attendees: fc.record(
    {
      search: fc.constantFrom('smith', 'ivan', 'иван', 'p1', 'example', '=cmd', 'nobody'),
      'filter.event': words(events.map(String)),
      'filter.status': words(['valid', 'open', 'ended']),
      'filter.named': fc.constantFrom('true', 'false'),
      'filter.checked_in': fc.constantFrom('true', 'false'),
      'filter.entered.gte': day,
      sort: fc.constantFrom('-created', 'name', '-name', 'number'),
      columns: words(['number', 'name', 'email', 'ticket', 'price', 'code']),
    },
    { requiredKeys: [] },
  ),
  events: fc.record(
    {
      search: fc.constantFrom('planted', 'nothing'),
      'filter.event': words(events.map(String)),
      'filter.status': words(['publish', 'draft']),
      'filter.starts.gte': day,
      sort: fc.constantFrom('-starts', 'starts', 'number', '-number'),
      columns: words(['number', 'title', 'starts', 'sold']),
    },
    { requiredKeys: [] },
  ),
  payments: fc.record(
    {
      search: fc.constantFrom('smith', 'müller', 'example.org', 'pi_', 'zzz', '12'),
      'filter.event': words(events.map(String)),
      'filter.method': words(['card', 'wallet', 'cash']),
      'filter.amount.gte': fc.constantFrom('12.50', '40'),
      'filter.at.lte': day,
      sort: fc.constantFrom('-at', 'at', 'number', '-amount', 'amount'),
      columns: words(['number', 'at', 'order', 'who', 'amount', 'refunded', 'reference']),
    },
    { requiredKeys: [] },
  ),
  books: fc.record(
    {
      search: fc.constantFrom('smith', 'garcia', 'zzz', '12'),
      'filter.event': words(events.map(String)),
      'filter.kind': words(['sale', 'payment', 'refund']),
      'filter.amount.lte': fc.constantFrom('30', '-10'),
      'filter.at.gte': day,
      sort: fc.constantFrom('-at', 'at', 'number', '-amount', 'amount'),
      columns: words(['number', 'at', 'order', 'kind', 'amount', 'net', 'cause', 'event']),
    },
    { requiredKeys: [] },
  ),
}

const address = fc.oneof(
  ...(['orders', 'attendees', 'events', 'payments', 'books'] as const).map(list =>
    (addresses[list] as fc.Arbitrary<object>).map(query => ({ list, query })),
  ),
)

const queryOf = (query: object) => new URLSearchParams(query as Record<string, string>).toString()

/** All rows by pages, with what is done between two of them. */
async function walk(
  list: string,
  query: string,
  { limit, between }: { limit: number; between?: () => Promise<unknown> },
) {
  const rows: Record<string, string | number | null>[] = []
  let next: string | null = ''
  while (next !== null) {
    const cursor: string = next === '' ? '' : `&cursor=${next}`
    const { status, json } = await app.admin('GET', `/${list}?${query}&limit=${limit}${cursor}`, {
      as: 'administrator',
    })
    expect([query, status, status === 200 ? '' : json]).toEqual([query, 200, ''])
    expect(json.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...json.rows)
    next = json.next
    await between?.()
  }
  return rows
}

test(`z3: pages, files and the count of a list are the same rows (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(address, fc.integer({ min: 1, max: 200 }), async ({ list, query }, limit) => {
      const text = queryOf(query)
      const rows = (
        await walk(list, text, { limit: Math.min(200, Math.max(limit, count / 10)) })
      ).map(plain)
      const counted = await app.admin('GET', `/${list}?${text}&count=exact&limit=1`, {
        as: 'administrator',
      })
      expect([text, counted.json.count]).toEqual([text, rows.length])
      for (const format of ['csv', 'ndjson', 'xlsx'] as const) {
        const { status, content } = await bytesOf(
          app,
          `${root}/${list}.${format}?${text}`,
          authorization,
        )
        expect([text, status]).toEqual([text, 200])
        expect({ text, format, rows: rowsIn(format, content) }).toEqual({ text, format, rows })
      }
    }),
    { seed, numRuns: long ? 500 : 40, endOnFailure: true },
  )
}, 900_000)

test(`z3: a page walk shows no row twice and misses none that was there, while rows are inserted (SEED=${seed})`, async () => {
  const before = new Set(
    (await walk('orders', 'columns=number', { limit: 200 })).map(({ number }) => number),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('-created', 'created', '-total', 'number'),
      fc.integer({ min: 10, max: 90 }),
      async (sort, limit) => {
        let planted = 0
        const between = async () => {
          planted += 1
          const newest = planted % 2 === 0 ? '2026-11-21T11:30:00Z' : '2026-12-01T00:00:00Z'
          await plantOrders(app, { count: 2, events, seed: seed + planted, newest })
        }
        const numbers = (
          await walk('orders', `columns=number&sort=${sort}&filter.total.gte=0`, {
            limit: Math.min(200, limit * (long ? 10 : 1)),
            between,
          })
        ).map(({ number }) => number)
        expect(new Set(numbers).size).toBe(numbers.length)
        const missed = [...before].filter(number => !numbers.includes(number))
        expect(missed).toEqual([])
        await sql`delete from attendees where order_id <> all(${[...before]}::bigint[])`.execute(
          app.db,
        )
        await sql`delete from order_lines where order_id <> all(${[...before]}::bigint[])`.execute(
          app.db,
        )
        await sql`delete from orders where id <> all(${[...before]}::bigint[])`.execute(app.db)
      },
    ),
    { seed, numRuns: long ? 20 : 4, endOnFailure: true },
  )
}, 900_000)
