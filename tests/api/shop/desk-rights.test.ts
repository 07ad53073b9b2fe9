import { expect, test } from 'vitest'
import { aTill, readTill, sell } from '../../support/box-office.ts'
import { stockOf } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

/** Two events with a ticket at 10.00 each, and a cashier who sells at both. */
async function twoEvents() {
  const here = await ticketOnSale(app, { priceMinor: 1000 })
  const there = await ticketOnSale(app, { priceMinor: 1000 })
  const cashier = await personWith(
    app,
    { set: 'box_office', eventId: here.eventId },
    { set: 'box_office', eventId: there.eventId },
  )
  const take = (event: number) =>
    app.db
      .deleteFrom('grants')
      .where('user_id', '=', cashier.userId)
      .where('event_id', '=', event)
      .execute()
  return { here, there, cashier, take }
}

test('an order of one event is not paid into the till of another', async () => {
  const { here, there, cashier } = await twoEvents()
  const till = await aTill(app, cashier, { event: here.eventId })
  const { json: order } = await app.admin('POST', '/desk/orders', {
    as: cashier,
    body: {
      event: there.eventId,
      lines: [{ ticket: there.id, quantity: 1 }],
      expected_total: '10.00',
      pay_by: '2026-12-24',
      name: 'The school',
    },
  })
  const pay = (into: number) =>
    app.admin('POST', `/desk/orders/${order.order}/payments`, {
      as: cashier,
      body: { method: 'cash', till: into },
    })
  const refused = await pay(till)
  expect([refused.status, refused.json.code]).toEqual([409, 'till-not-open'])
  expect(await readTill(app, till)).toMatchObject({ sales: 0, expected: '150.00' })
  const paid = await pay(await aTill(app, cashier, { event: there.eventId }))
  expect(paid.json).toMatchObject({ status: 'completed' })
})

test('a till is of an event that there is, or of all', async () => {
  const body = { name: 'Main desk', float: '0', event: 999_999 }
  const { status, json } = await app.admin('POST', '/tills', { as: 'administrator', body })
  expect([status, json.code]).toEqual([404, 'rest-event-not-found'])
})

test('whoever sells at an event no more voids nothing of it and moves no cash, and still closes the till', async () => {
  const { here, cashier, take } = await twoEvents()
  const till = await aTill(app, cashier, { event: here.eventId })
  const sale = { event: here.eventId, ticket: here.id, till, total: '10.00' }
  const { json: sold } = await sell(app, sale, { as: cashier })
  await take(here.eventId)
  const post = (path: string, body: object) =>
    app.admin('POST', `/tills/${till}/${path}`, { as: cashier, body })
  const voided = await post('voids', { order: sold.order, reason: 'Wrong evening' })
  const moved = await post('moves', { kind: 'paid_out', amount: '50', reason: 'Change' })
  expect([voided.status, moved.status]).toEqual([403, 403])
  expect(moved.json.message).toContain('count it, and close it')
  expect(await stockOf(app, here.id)).toEqual({ held: 0, sold: 1 })
  expect(await readTill(app, till)).toMatchObject({ sales: 1, expected: '160.00' })
  expect((await post('close', { counted: '160.00' })).json).toMatchObject({ difference: '0.00' })
})

test('a till of all events voids no sale of an event at which its owner sells no more', async () => {
  const { here, there } = await twoEvents()
  const everywhere = await personWith(app, { set: 'box_office', eventId: null })
  const till = await aTill(app, everywhere)
  const sale = { event: here.eventId, ticket: here.id, till, total: '10.00' }
  const { json: sold } = await sell(app, sale, { as: everywhere })
  await app.db
    .updateTable('grants')
    .set({ event_id: there.eventId })
    .where('user_id', '=', everywhere.userId)
    .execute()
  const voided = await app.admin('POST', `/tills/${till}/voids`, {
    as: everywhere,
    body: { order: sold.order, reason: 'Wrong evening' },
  })
  expect([voided.status, voided.json.code]).toEqual([404, 'order-not-found'])
  expect(await stockOf(app, here.id)).toEqual({ held: 0, sold: 1 })
})

test('a sale with which somebody came in is voided by no till: it is given back at its order', async () => {
  const { here, cashier } = await twoEvents()
  const till = await aTill(app, cashier, { event: here.eventId })
  const sale = { event: here.eventId, ticket: here.id, till, total: '10.00' }
  const { json: sold } = await sell(app, sale, { as: cashier })
  const order = await app.tickets('GET', `/orders/${sold.order}`, { as: 'administrator' })
  const [{ id, security_code: code }] = order.json.attendees
  const ticket = `http://tickets.test/?event_qr_code=1&ticket_id=${id}&event_id=${here.eventId}&security_code=${code}&path=svc`
  const came = await app.tickets('POST', '/check-ins', { as: cashier, body: { ticket } })
  expect(came.status).toBe(201)
  const voided = await app.admin('POST', `/tills/${till}/voids`, {
    as: cashier,
    body: { order: sold.order, reason: 'Wrong evening' },
  })
  expect([voided.status, voided.json.code]).toEqual([409, 'order-move-not-allowed'])
  expect(voided.json.message).toContain('Somebody came in')
  expect(await readTill(app, till)).toMatchObject({ expected: '160.00' })
})

test('a payment is promised for a day that is not over', async () => {
  const { here, cashier } = await twoEvents()
  const order = (pay_by: string) =>
    app.admin('POST', '/desk/orders', {
      as: cashier,
      body: {
        event: here.eventId,
        lines: [{ ticket: here.id, quantity: 1 }],
        expected_total: '10.00',
        name: 'The school',
        pay_by,
      },
    })
  const today = app.clock.now().toISOString().slice(0, 10)
  const past = await order('2026-01-31')
  expect(past.status).toBe(400)
  expect(past.json.data.params.pay_by).toContain(today)
  expect((await order(today)).status).toBe(201)
})
