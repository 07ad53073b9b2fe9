import type { Ask } from './example-recorder.ts'
import { ticketOnSale } from './on-sale.ts'
import type { TestApp } from './start-app.ts'

type Asking = (operationId: string, sent?: Ask) => Promise<any>

/** A day at the desk: a till with a sale, a void, a drop and its closing; places given away, and an order that is paid later. */
export async function boxOfficeStory(ask: Asking, app: TestApp) {
  const { id: ticket, eventId: event } = await ticketOnSale(app, {
    priceMinor: 3200,
    name: 'Stalls',
  })
  const lines = [{ ticket, quantity: 2 }]
  const till = await ask('openTill', { body: { name: 'Main desk', event, float: '150.00' } })
  const path = { id: till.id }
  await ask('getDesk', { path: { id: event } })
  const sale = { event, lines, till: till.id, method: 'cash', expected_total: '64.00' }
  const sold = await ask('sellAtDesk', { body: { ...sale, given: '100' } })
  await ask('getDeskSale', { path: { id: sold.order } })
  await ask('moveTillCash', {
    path,
    body: { kind: 'drop', amount: '100', reason: 'To the safe', witness: 'Grace' },
  })
  await ask('voidDeskSale', { path, body: { order: sold.order, reason: 'The wrong evening' } })
  await ask('setCompQuota', { path: { id: event }, body: { places: 20 } })
  await ask('giveComps', {
    body: { event, lines: [{ ticket, quantity: 1 }], reason: 'press', name: 'The Bugle' },
  })
  const later = { event, lines, expected_total: '64.00', pay_by: '2031-05-01', name: 'A school' }
  const order = await ask('orderByInvoice', { body: later })
  await ask('listDeskOrders', { query: { event, code: String(order.order) } })
  await ask('takeDeskPayment', {
    path: { id: order.order },
    body: { method: 'bank', reference: 'Statement 12/3' },
  })
  const batch = await ask('makeDeskBatch', {
    body: {
      event,
      ticket,
      n: 10,
      place: 'The bookshop',
      pay_by: '2031-05-01',
      expected_total: '320.00',
    },
  })
  const ofBatch = { id: batch.id }
  await ask('listDeskBatches', { query: { event } })
  await ask('getDeskBatch', { path: ofBatch })
  await ask('getDeskBatchSheet', { path: ofBatch })
  const code = await firstDoorCode(app, batch.id)
  await ask('returnUnsoldTickets', { path: ofBatch, body: { codes: [code] } })
  await ask('closeTill', {
    path,
    body: { counted: '49.50', counts: { '20.00': 2, '5.00': 1 }, note: 'A coin fell.' },
  })
  await ask('getTill', { path })
  await ask('listTills', { query: { limit: 1 } })
}

/** The letters below the first code of a batch. */
async function firstDoorCode({ database }: TestApp, batch: number): Promise<string> {
  const { rows } = await database.pool.query<{ code: string }>(
    `select d.code from door_codes d join attendees a on a.id = d.attendee_id where a.order_id = ${batch} order by a.id limit 1`,
  )
  return rows[0]?.code ?? ''
}
