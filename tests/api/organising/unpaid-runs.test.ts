import { expect, test } from 'vitest'
import { stockOf } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { outcomes, plan, readRun, start, workRuns } from '../../support/running.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

/** An event with two tickets at 10.00 each. */
async function twoTickets() {
  const { id: stalls, eventId: event } = await ticketOnSale(app, { priceMinor: 1000 })
  const { id: balcony } = await ticketOnSale(app, { priceMinor: 1000, eventId: event })
  return { event, stalls, balcony }
}

/** An order on account of one place of each of these tickets; returns its id. */
async function onAccount(event: number, tickets: readonly number[]): Promise<number> {
  const body = {
    event,
    lines: tickets.map(ticket => ({ ticket, quantity: 1 })),
    expected_total: `${tickets.length * 10}.00`,
    pay_by: '2026-12-24',
    name: 'The school',
  }
  const { status, json } = await app.admin('POST', '/desk/orders', { as, body })
  expect(status).toBe(201)
  return json.order
}

const statusOf = async (order: number) =>
  (await app.tickets('GET', `/orders/${order}`, { as })).json.status

async function run(wish: object) {
  const made = await plan(app, { kind: 'refunds', whom: 'unpaid', ...wish })
  const { json } = await start(app, made.id)
  await workRuns(app)
  return outcomes(await readRun(app, json.id))
}

test('of unpaid orders those of the named tickets are given up, and one that has others stays', async () => {
  const { event, stalls, balcony } = await twoTickets()
  const mine = await onAccount(event, [stalls])
  const both = await onAccount(event, [stalls, balcony])
  const other = await onAccount(event, [balcony])
  expect(await run({ event, tickets: [stalls] })).toEqual([
    'done 1 unpaid',
    'skipped 1 other_ticket',
  ])
  expect([await statusOf(mine), await statusOf(both), await statusOf(other)]).toEqual([
    'voided',
    'pending',
    'pending',
  ])
})

/** A batch of three on account with somebody inside by one of its tickets; returns its id. */
async function aBatchInside(event: number, ticket: number) {
  const { json: batch } = await app.admin('POST', '/desk/batches', {
    as,
    body: { event, ticket, n: 3, place: 'Shop', pay_by: '2026-12-24', expected_total: '30.00' },
  })
  const place = await app.db
    .selectFrom('attendees')
    .select('id')
    .where('order_id', '=', batch.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const letIn = () => app.tickets('PUT', `/attendees/${place.id}`, { as, body: { check_in: true } })
  return { id: batch.id as number, letIn }
}

test('a batch on account that somebody came in with is owed, and is not given up unless that is said', async () => {
  const { event, stalls } = await twoTickets()
  const batch = await aBatchInside(event, stalls)
  expect((await batch.letIn()).status).toBe(201)
  const { summary } = await plan(app, { kind: 'refunds', event, whom: 'unpaid' })
  expect(summary.sums).toMatchObject([{ action: 'skip', reason: 'came_in', rows: 1 }])
  expect(await stockOf(app, stalls)).toEqual({ held: 0, sold: 3 })
  expect(await run({ event, checked_in: 'include' })).toEqual(['done 1 unpaid'])
  expect(await statusOf(batch.id)).toBe('voided')
})

test('a batch that somebody came in with after the plan is left out of the run', async () => {
  const { event, stalls } = await twoTickets()
  const batch = await aBatchInside(event, stalls)
  const made = await plan(app, { kind: 'refunds', event, whom: 'unpaid' })
  const { json } = await start(app, made.id)
  await batch.letIn()
  await workRuns(app)
  expect(outcomes(await readRun(app, json.id))).toEqual(['skipped 1 came_in'])
  expect(await statusOf(batch.id)).toBe('pending')
})

test('a word to the buyers is refused where no mail would have it', async () => {
  const { event } = await twoTickets()
  const body = { kind: 'refunds', event, whom: 'unpaid', message: 'We are sorry.' }
  const { status, json } = await app.admin('POST', '/plans', { as, body })
  expect([status, Object.keys(json.data.params)]).toEqual([400, ['message']])
})
