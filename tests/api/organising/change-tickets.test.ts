import { expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { personWith } from '../../support/granting.ts'
import { outcomes, plan, readRun, start, workRuns } from '../../support/running.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_CURRENCY: 'EUR' })

async function anEvent() {
  const eventId = await eventOnSale(app)
  const sells = (name: string, priceMinor: number) =>
    ticketOnSale(app, { eventId, name, priceMinor, currency: 'EUR', capacity: 5 })
  const [standard, student] = [await sells('Standard', 2000), await sells('Student', 1000)]
  return { eventId, standard: standard.id, student: student.id }
}

const pricesOf = async (...ids: readonly number[]) => {
  const rows = await app.db
    .selectFrom('tickets')
    .select(['id', 'price_minor'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ price_minor: price }) => price)
}

test('a plan says what each ticket becomes and changes none; its run changes each', async () => {
  const { eventId, standard, student } = await anEvent()
  const made = await plan(app, { kind: 'tickets', event: eventId, price_percent: '10' })
  const { json } = await app.admin('GET', `/plans/${made.id}/rows`, { as: 'administrator' })
  expect(json.rows).toMatchObject([
    {
      subject: standard,
      name: 'Standard',
      changes: [{ member: 'price', from: '20.00', to: '22.00' }],
    },
    { subject: student, changes: [{ member: 'price', from: '10.00', to: '11.00' }] },
  ])
  expect(await pricesOf(standard, student)).toEqual([2000, 1000])
  const started = await start(app, made.id)
  await workRuns(app)
  const run = await readRun(app, started.json.id)
  expect([run.state, run.control, outcomes(run)]).toEqual(['done', [], ['done 2']])
  expect(await pricesOf(standard, student)).toEqual([2200, 1100])
})

test('a plan is stale when one of its tickets was changed', async () => {
  const { eventId, standard, student } = await anEvent()
  const made = await plan(app, { kind: 'tickets', event: eventId, price: '15' })
  await app.db.updateTable('tickets').set({ price_minor: 1700 }).where('id', '=', student).execute()
  expect((await start(app, made.id)).json.code).toBe('plan-is-stale')
  expect(await pricesOf(standard, student)).toEqual([2000, 1700])
})

test('a ticket that is changed while the run goes on is left out, and one with more sold places fails', async () => {
  const { eventId, standard, student } = await anEvent()
  await buy(app, standard, { quantity: 3, way: 'cardprocessor' })
  const made = await plan(app, { kind: 'tickets', event: eventId, capacity: 2, price_by: '1' })
  const { json } = await start(app, made.id)
  await app.db.updateTable('tickets').set({ price_minor: 1700 }).where('id', '=', student).execute()
  await workRuns(app)
  expect(outcomes(await readRun(app, json.id))).toEqual([
    'failed 1 below_sold',
    'skipped 1 ticket_changed',
  ])
  expect(await pricesOf(standard, student)).toEqual([2000, 1700])
})

test('somebody with one event changes its tickets and no others', async () => {
  const { eventId, standard } = await anEvent()
  const other = await anEvent()
  const person = await personWith(app, { set: 'manager', eventId })
  const asked = (body: object) =>
    app.admin('POST', '/plans', { as: person, body: { kind: 'tickets', price: '5', ...body } })
  expect((await asked({ event: other.eventId })).status).toBe(400)
  expect((await asked({ tickets: [standard] })).status).toBe(400)
  expect((await asked({ event: eventId, tickets: [other.standard] })).status).toBe(400)
  const mine = await asked({ event: eventId, tickets: [standard] })
  expect([mine.status, mine.json.summary?.to_do]).toEqual([201, 1])
})

test('every member that is wrong is named', async () => {
  const asked = async (body: object) => {
    const { json } = await app.admin('POST', '/plans', {
      as: 'administrator',
      body: { kind: 'tickets', ...body },
    })
    return Object.keys(json.data.params).sort()
  }
  expect(await asked({ reason: 'x' })).toEqual(['event', 'price', 'reason'])
  expect(await asked({ event: 1, price: '1', price_by: '1', price_percent: '-101' })).toEqual([
    'price_by',
    'price_percent',
  ])
})
