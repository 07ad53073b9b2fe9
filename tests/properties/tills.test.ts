import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { aTill, readTill } from '../support/box-office.ts'
import { bookNow, booksDiffer } from '../support/books-check.ts'
import { openTestDatabase } from '../support/database.ts'
import { personWith } from '../support/granting.ts'
import { mortalProcess } from '../support/mortal-process.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { openApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
/** The short run always draws the same, the long run anew. */
const days = long ? Number(process.env['DAYS'] ?? 1000) : 12
const kills = long ? 30 : 4
const seed = Number(process.env['SEED'] ?? (long ? Math.floor(Math.random() * 1_000_000) : 7))

const database = await openTestDatabase()
const life = mortalProcess(database)
const app = await openApp(life.database)
afterAll(async () => {
  await app.close()
  await database.close()
})

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      places: fc.integer({ min: 1, max: 3 }),
      ticket: fc.nat(2),
      method: fc.constantFrom('cash', 'cash', 'terminal'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      kind: fc.constantFrom('paid_in', 'paid_out', 'drop', 'correction'),
      cents: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('comp' as const), ticket: fc.nat(2) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const prices = ['0.00', '12.34', '32.00']
let keys = 0

type Stage = {
  event: number
  tickets: readonly number[]
  cashier: Awaited<ReturnType<typeof personWith>>
  till: number
  sold: number[]
}

async function setTheStage(): Promise<Stage> {
  const event = await eventOnSale(app)
  const tickets: number[] = []
  for (const price of prices) {
    const priceMinor = Math.round(Number(price) * 100)
    tickets.push((await ticketOnSale(app, { eventId: event, priceMinor, capacity: 8 })).id)
  }
  const cashier = await personWith(app, { set: 'box_office', eventId: event })
  return { event, tickets, cashier, till: await aTill(app, cashier, { event }), sold: [] }
}

/** The request of a step; a repetition under its key is the same request. */
function requestOf(stage: Stage, one: Step): { path: string; body: object } | undefined {
  const { event, till, tickets, sold } = stage
  if (one.do === 'sell') {
    const total = (Math.round(Number(prices[one.ticket]) * 100) * one.places) / 100
    const lines = [{ ticket: tickets[one.ticket], quantity: one.places }]
    const body = { event, till, lines, method: one.method, expected_total: total.toFixed(2) }
    return { path: '/desk/sales', body }
  }
  if (one.do === 'comp') {
    const lines = [{ ticket: tickets[one.ticket], quantity: 1 }]
    return { path: '/desk/comps', body: { event, lines, reason: 'press' } }
  }
  if (one.do === 'move') {
    const sign = one.kind === 'correction' && one.cents % 2 === 1 ? '-' : ''
    const amount = `${sign}${(one.cents / 100).toFixed(2)}`
    return { path: `/tills/${till}/moves`, body: { kind: one.kind, amount, reason: 'So' } }
  }
  const order = sold[one.which % Math.max(1, sold.length)]
  return order === undefined
    ? undefined
    : { path: `/tills/${till}/voids`, body: { order, reason: 'Wrong' } }
}

/** Sends the step, up to three times under one key, the first times to a process that may die on the way. */
async function act(stage: Stage, one: Step, deaths: readonly number[]): Promise<void> {
  const request = requestOf(stage, one)
  if (!request) return
  keys += 1
  const headers = { 'idempotency-key': `step-${seed}-${keys}` }
  const send = () =>
    app.admin('POST', request.path, { as: stage.cashier, headers, body: request.body })
  for (const deeds of deaths) {
    life.dieAt(deeds)
    await send().catch(() => undefined)
    life.revive()
    // The key of a request that was cut off is free again after its time.
    await sql`
      update idempotency_keys set locked_until = clock_timestamp() - interval '1 second'
      where state = 'running'
    `.execute(app.db)
  }
  const { status, json } = await send()
  expect([201, 409]).toContain(status)
  const again = await send()
  expect(again.status).toBe(status)
  if (one.do === 'sell' && status === 201) {
    expect(again.json.order).toBe(json.order)
    stage.sold.push(json.order)
  }
}

/** What holds of every till, whatever happened: its cash adds up, its moves have no gap, and each sale is in it once. */
async function demandRight(stages: readonly Stage[]) {
  await bookNow(app.db)
  expect(await booksDiffer(app.db)).toEqual([])
  expect(await auditStock(app.db)).toEqual([])
  for (const { till } of stages) {
    const { moves, expected, number } = await readTill(app, till)
    expect(moves.map(({ n }: { n: number }) => n)).toEqual(
      moves.map((_: unknown, at: number) => at + 1),
    )
    const cash = moves
      .filter(({ method }: { method: string }) => method === 'cash')
      .reduce(
        (sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100),
        0,
      )
    expect(Math.round(Number(expected) * 100)).toBe(cash)
    expect(number).toBeGreaterThan(0)
  }
  const { rows } = await sql<{ tills: number; books: number; twice: number }>`
    select
      (select coalesce(sum(amount_minor), 0)::bigint from till_moves
        where kind in ('sale', 'refund') and method = 'cash') as tills,
      (select coalesce(sum(amount_minor), 0)::bigint from book_entries
        where kind in ('payment', 'refund') and method = 'cash') as books,
      (select count(*)::int from (select order_id from till_moves where order_id is not null
        group by order_id, kind having count(*) > 1) t) as twice
  `.execute(app.db)
  expect(rows).toEqual([{ tills: rows[0]?.books, books: rows[0]?.books, twice: 0 }])
}

async function closeAll(stages: readonly Stage[]) {
  for (const { till, cashier } of stages) {
    const body = { counted: '100', note: 'As counted' }
    const { json } = await app.admin('POST', `/tills/${till}/close`, { as: cashier, body })
    expect(json).toMatchObject({ counted: '100.00', open: false })
  }
}

test(`after ${days} days at the desk every till adds up to its moves, all tills to the cash in the books, and numbers have no gap (SEED=${seed})`, async () => {
  const stories = fc.sample(fc.array(step, { minLength: 3, maxLength: 10 }), {
    numRuns: days,
    seed,
  })
  const stages: Stage[] = []
  for (const story of stories) {
    const stage = await setTheStage()
    stages.push(stage)
    for (const one of story) await act(stage, one, [])
  }
  await closeAll(stages)
  await demandRight(stages)
  const { rows } = await sql<{ number: number }>`
    select number from tills where number is not null order by number
  `.execute(app.db)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
})

test(`a sale that is cut off ${kills} times and sent again is one order, one payment and one move (SEED=${seed})`, async () => {
  const stage = await setTheStage()
  const fates = fc.sample(fc.integer({ min: 1, max: 40 }), { numRuns: kills * 2, seed })
  for (let n = 0; n < kills; n += 1) {
    const one: Step =
      n % 4 === 3 ? { do: 'void', which: n } : { do: 'sell', places: 1, ticket: 1, method: 'cash' }
    await act(stage, one, fates.slice(n * 2, n * 2 + 2))
  }
  await closeAll([stage])
  await demandRight([stage])
})
