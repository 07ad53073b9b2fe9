import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allLists } from '../../src/organising/lists/all-lists.ts'
import type { Filter } from '../../src/organising/lists/declaration.ts'
import { countStatements, sentBy } from '../support/count-statements.ts'
import { onPostgres } from '../support/database.ts'
import { plantEvent } from '../support/plant-event.ts'
import { plantMoney, plantOrders } from '../support/plant-orders.ts'
import { scansOf } from '../support/plan-reads.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 1))
const many = long ? 100_000 : 400
/** The most rows that a page reads one by one (contract.md 29.4). */
const readMost = 50_000

const app = await startApp()
const events = [await plantEvent(app), await plantEvent(app), await plantEvent(app)]
const plant = async (count: number, newest: string) => {
  await plantOrders(app, { count, events, seed, newest })
  await plantMoney(app)
  await sql`analyze`.execute(app.db)
}
const texts: Record<string, readonly string[]> = {
  currency: ['USD', 'EUR'],
  email: ['p7.smith@example.org', 'nobody@example.org'],
  coupon: ['spring'],
  reference: ['pi_1'],
}

/** Values that a filter takes, each of which is a filter alone. */
function valuesOf(name: string, filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'words':
      return long ? [...filter.words, filter.words.slice(0, 2).join(',')] : filter.words.slice(0, 1)
    case 'ids':
      return name === 'event' ? [String(events[0]), events.join(',')] : ['1']
    case 'amount':
      return long ? ['12.50', '=40'] : ['12.50']
    case 'moment':
      return long ? ['2026-11-21', '2026-11-01'] : ['2026-11-21']
    case 'flag':
      return long ? ['true', 'false'] : ['false']
    default:
      return texts[name] ?? ['none']
  }
}

const parametersOf = (name: string, filter: Filter) =>
  valuesOf(name, filter).map(value => {
    const isBound = filter.kind === 'amount' || filter.kind === 'moment'
    if (!isBound || value.startsWith('=')) return `filter.${name}=${value.replace('=', '')}`
    return `filter.${name}.gte=${value}`
  })

const searches = long
  ? ['smi', 'example.org', '"anna smith"', 'zzz', 'grossmann', '1234', 'smith -anna']
  : ['smi']

/** The usual order, each filter alone, and searches: what indexes serve. */
const served = allLists.flatMap(({ shape }) =>
  [
    '',
    ...Object.entries(shape.filters).flatMap(([name, filter]) => parametersOf(name, filter)),
    ...searches.map(search => `search=${encodeURIComponent(search)}`),
  ].map(query => ({ list: shape.name, query })),
)

const path = ({ list, query }: { list: string; query: string }) => `/${list}?limit=20&${query}`
const read = (address: { list: string; query: string }) =>
  app.admin('GET', path(address), { as: 'administrator' })

/** How many statements a page takes; undefined where it has no row, which is one statement less. */
async function statementsOf(address: { list: string; query: string }) {
  let rows = 0
  const count = await countStatements(app, async () => {
    rows = (await read(address)).json.rows?.length ?? 0
  })
  return rows === 0 ? undefined : count
}

test(`a page of a list takes as many statements at 100 rows as at ${many}`, async () => {
  await plant(100, '2026-11-21T12:00:00Z')
  // The first request of a list says up to when it is whole, and writes that down.
  for (const { shape } of allLists) await read({ list: shape.name, query: '' })
  const before = new Map<string, number>()
  for (const address of served) {
    const count = await statementsOf(address)
    if (count !== undefined) before.set(path(address), count)
  }
  await plant(many - 100, '2026-11-21T10:00:00Z')
  await read({ list: 'books', query: '' })
  const others: string[] = []
  for (const address of served.filter(one => before.has(path(one)))) {
    const count = await statementsOf(address)
    const former = before.get(path(address))
    if (count !== former) others.push(`${path(address)}: ${former} before, ${count} now`)
  }
  expect(others).toEqual([])
  expect(before.size).toBeGreaterThan(served.length / 2)
}, 900_000)

describe.runIf(long)(`of ${many} orders (LONG)`, () => {
  const tooWide = async (address: { list: string; query: string }) => {
    const answers: Awaited<ReturnType<typeof read>>[] = []
    const statements = await sentBy(app, async () => void answers.push(await read(address)))
    const scans = await scansOf(app, statements)
    // An order over two events has two texts; looked up one by one they belong to one row of the list.
    const mostOf = (loops: number) => (loops > 1000 ? 2 : 1) * (readMost + 1)
    const wide = scans.filter(({ rows, loops }) => rows > mostOf(loops) || loops > readMost + 1)
    return { answer: answers[0], wide }
  }

  test('the usual order, each filter alone and a search of three letters read no whole table', async () => {
    const found: unknown[] = []
    for (const address of served) {
      const { answer, wide } = await tooWide(address)
      if (answer?.status !== 200 || wide.length > 0) {
        found.push([path(address), answer?.status, wide])
      }
    }
    expect(found).toEqual([])
  }, 900_000)

  test(`any other combination reads at most ${readMost} rows in each scan, or names a filter that would narrow it (SEED=${seed})`, async () => {
    const address = fc.constantFrom(...allLists).chain(({ shape }) => {
      const filters = Object.entries(shape.filters).flatMap(([name, filter]) =>
        parametersOf(name, filter),
      )
      const sorts = Object.keys(shape.sorts).flatMap(sort => [sort, `-${sort}`])
      return fc
        .record({
          filters: fc.uniqueArray(fc.constantFrom(...filters), {
            maxLength: 3,
            selector: parameter => parameter.split('=')[0],
          }),
          sort: fc.constantFrom(...sorts),
          search: fc.constantFrom('', 'a', 'smi', 'example', 'an -smith', '"q"'),
        })
        .map(({ filters: chosen, sort, search }) => ({
          list: shape.name,
          query: [
            ...chosen,
            `sort=${sort}`,
            ...(search === '' ? [] : [`search=${encodeURIComponent(search)}`]),
          ].join('&'),
        }))
    })
    const tally = { read: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(address, async one => {
        const { answer, wide } = await tooWide(one)
        expect([path(one), wide]).toEqual([path(one), []])
        if (answer?.status === 200) tally.read += 1
        else {
          tally.refused += 1
          expect([path(one), answer?.status, answer?.json.code]).toEqual([
            path(one),
            400,
            'rest_list_too_wide',
          ])
          expect(answer?.json.data.filters.length).toBeGreaterThan(0)
        }
      }),
      // The embedded database plans the same statements; it is asked fewer, because it reads more slowly.
      { seed, numRuns: onPostgres ? 400 : 100, endOnFailure: true },
    )
    console.log(`lists from seed ${seed}: ${JSON.stringify(tally)}`)
    expect(tally.read).toBeGreaterThan(0)
    expect(tally.refused).toBeGreaterThan(0)
  }, 1_800_000)

  test('the check sees a whole table that is read', async () => {
    const text = `select count(*) from orders where locale = 'xx'`
    const [scan] = await scansOf(app, [{ text, values: [] }])
    expect(scan).toMatchObject({ table: 'orders', rows: expect.any(Number) })
    expect(scan?.rows).toBeGreaterThan(readMost + 1)
  })
})
