import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aPaidOrder } from '../support/paid-order.ts'
import { bookNow, booksDiffer } from '../support/books-check.ts'
import { openTestDatabase } from '../support/database.ts'
import { startFakeCard } from '../support/fake-card.ts'
import { mortalProcess } from '../support/mortal-process.ts'
import { movableClock } from '../support/movable-clock.ts'
import { eventOnSale } from '../support/on-sale.ts'
import { cardSettings } from '../support/paid-app.ts'
import { plan, readRun, start, workRuns } from '../support/running.ts'
import { openApp, testStart } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const [orders, kills] = long ? [Number(process.env['ORDERS'] ?? 300), 50] : [5, 3]
/** The short run always draws the same, the long run anew. */
const seed = Number(process.env['SEED'] ?? (long ? Math.floor(Math.random() * 1_000_000) : 1))

const database = await openTestDatabase()
const life = mortalProcess(database)
const clock = movableClock(testStart)
const card = await startFakeCard({ clock })
const app = await openApp(
  life.database,
  { ...cardSettings(card), REFUNDS_A_SECOND: '0' },
  { patience: { timeoutMs: 20_000, attempts: 2, firstWaitMs: 1 } },
)
afterAll(async () => {
  await app.close()
  await card.close()
  await database.close()
})

const draw = (most: number, number: number, salt: number) =>
  fc.sample(fc.nat({ max: most }), { numRuns: 1, seed: seed * 7919 + number * 31 + salt })[0] ?? 0

type Sold = { id: number; intent: string; before: number }

/** Orders of one to three places; a third of them had something given back before, and some are disputed. */
async function sell(count: number, eventId: number): Promise<Sold[]> {
  const sold: Sold[] = []
  for (let n = 0; n < count; n += 1) {
    const quantity = 1 + draw(2, n, 1)
    const { id, intent } = await aPaidOrder({ app, card }, { eventId, quantity, capacity: null })
    if (draw(2, n, 2) === 0) {
      const body = { amount: '1.37' }
      const { status } = await app.tickets('POST', `/orders/${id}/refunds`, {
        as: 'administrator',
        body,
      })
      expect(status).toBe(201)
    }
    sold.push({ id, intent, before: refundedAt(intent) })
  }
  // An order that is made loses what the provider had to say before it.
  for (const [n, { intent }] of sold.entries()) if (draw(11, n, 3) === 0) card.dispute(intent)
  await card.webhooks.deliver(async ({ rawBody: body, headers }) => {
    const { status } = await app.tickets('POST', '/commerce/cardprocessor/webhook', {
      body,
      headers,
    })
    return status
  })
  return sold
}

const refundedAt = (intent: string) =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded ?? 0

/** The rows of a run's plan, by order, as they were planned. */
async function plannedOf(planId: number): Promise<Map<number, { action: string; minor: number }>> {
  const { rows } = await sql<{ id: number; action: string; minor: number }>`
    select subject_id as id, action, amount_minor as minor from plan_rows where plan_id = ${planId}
  `.execute(app.db)
  return new Map(rows.map(({ id, action, minor }) => [id, { action, minor }]))
}

/** Works like a person who continues what rests and does again what failed, until the run is over. */
async function finish(runId: number) {
  for (let round = 0; round < 500; round += 1) {
    await workRuns(app, { moves: 20 })
    const run = await readRun(app, runId)
    const hasFailed = run.outcomes.some(({ state }: any) => state === 'failed')
    if (run.state === 'done' && !hasFailed) return run
    const move = run.state === 'done' ? 'retry' : run.state === 'paused' ? 'continue' : undefined
    if (move) await app.admin('POST', `/runs/${runId}/${move}`, { as: 'administrator' })
    app.clock.advance(21)
  }
  const { state, outcomes } = await readRun(app, runId)
  throw new Error(`The run does not end (SEED=${seed}): ${state}, ${JSON.stringify(outcomes)}`)
}

/** Each order was given what was planned, once, and everything adds up. */
async function demandRight(
  run: any,
  sold: readonly Sold[],
  planned: Awaited<ReturnType<typeof plannedOf>>,
) {
  const wrong = sold.flatMap(({ id, intent, before }) => {
    const row = planned.get(id)
    const wanted = row?.action === 'do' ? row.minor : 0
    const back = refundedAt(intent) - before
    return back === wanted ? [] : [`order ${id}: ${back} went back, not ${wanted} (SEED=${seed})`]
  })
  expect(wrong).toEqual([])
  expect(run.control.map(({ difference, open }: any) => [difference, open])).toEqual([
    ['0.00', '0.00'],
  ])
  await bookNow(app.db)
  expect(await booksDiffer(app.db)).toEqual([])
}

/** Everything that orders, tickets and mails are, without plans. */
async function dump() {
  const tables = [
    'orders',
    'order_lines',
    'refunds',
    'attendees',
    'pools',
    'messages',
    'facts',
    'order_moves',
  ]
  const parts: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(t)::text as line from ${sql.table(table)} t order by 1
    `.execute(app.db)
    parts.push(...rows.map(({ line }) => line))
  }
  return parts.join('\n')
}

test(`a plan of ${orders} orders changes nothing but itself (SEED=${seed})`, async () => {
  const eventId = await eventOnSale(app)
  await sell(Math.min(orders, 20), eventId)
  const before = await dump()
  await plan(app, { kind: 'refunds', event: eventId })
  expect(await dump()).toBe(before)
})

test(`after ${kills} deaths, and a provider that fails a fifth of the time, each of ${orders} orders is refunded once and another event is as it was (SEED=${seed})`, async () => {
  const other = await eventOnSale(app)
  const kept = await sell(2, other)
  const eventId = await eventOnSale(app)
  const sold = await sell(orders, eventId)
  const made = await plan(app, { kind: 'refunds', event: eventId })
  const planned = await plannedOf(made.id)
  const { json } = await start(app, made.id)
  const fates = fc.sample(fc.integer({ min: 1, max: 120 }), { numRuns: kills, seed })
  for (const deeds of fates) {
    card.faults.random({ seed: seed + deeds, chance: 0.2 })
    card.faults.decide(life.requestMeets)
    life.dieAt(deeds)
    await workRuns(app).catch(() => undefined)
    life.revive()
    card.faults.clear()
    app.clock.advance(21)
    const { state } = await readRun(app, json.id)
    if (state === 'paused')
      await app.admin('POST', `/runs/${json.id}/continue`, { as: 'administrator' })
  }
  await demandRight(await finish(json.id), sold, planned)
  expect(kept.map(({ intent, before }) => refundedAt(intent) - before)).toEqual([0, 0])
})

const points = Array.from({ length: long ? 50 : 3 }, (_, at) => (long ? at + 1 : 5 + at * 13))

test.each(points)('a process that dies at its effect %i leaves nothing half done', async point => {
  const eventId = await eventOnSale(app)
  const sold = await sell(2, eventId)
  const made = await plan(app, { kind: 'refunds', event: eventId })
  const planned = await plannedOf(made.id)
  const { json } = await start(app, made.id)
  card.faults.decide(life.requestMeets)
  life.dieAt(point)
  await workRuns(app).catch(() => undefined)
  life.revive()
  card.faults.clear()
  app.clock.advance(21)
  await demandRight(await finish(json.id), sold, planned)
})

test(`a run that is stopped after some items has done exactly those (SEED=${seed})`, async () => {
  const eventId = await eventOnSale(app)
  const sold = await sell(4, eventId)
  const made = await plan(app, { kind: 'refunds', event: eventId })
  const planned = await plannedOf(made.id)
  const first = 1 + draw(1, 0, 9)
  const { json } = await start(app, made.id, { first })
  await workRuns(app)
  await app.admin('POST', `/runs/${json.id}/stop`, { as: 'administrator' })
  await workRuns(app)
  const run = await readRun(app, json.id)
  expect(run.state).toBe('stopped')
  const done = sold
    .filter(({ id }) => planned.get(id)?.action === 'do')
    .map(({ intent, before }) => refundedAt(intent) > before)
  expect(done).toEqual(done.map((_, at) => at < first))
  expect(run.control[0].difference).toBe('0.00')
})
