import { expect, test } from 'vitest'
import { stockOf } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test('an attendee whose answer was lost takes one place when the request comes again under its key', async () => {
  const { id: ticketId } = await ticketOnSale(app)
  const body = { ticket_id: ticketId, full_name: 'Ada', email: 'ada@example.org', check_in: true }
  const headers = { 'idempotency-key': 'a-guest' }
  const send = () => app.tickets('POST', '/attendees', { as: 'administrator', headers, body })
  const first = await send()
  // As if the process had ended before it stored the answer.
  await app.db
    .updateTable('idempotency_keys')
    .set({ state: 'running', answer: null, locked_until: new Date(0) })
    .execute()
  const again = await send()
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.json).toEqual(first.json)
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 1 })
})
