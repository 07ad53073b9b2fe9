import { expect, test } from 'vitest'
import { startApp } from '../support/start-app.ts'
import { staffClient } from '../support/client-in-process.ts'
const app = await startApp()
test('x', async () => {
  const staff = await staffClient(app)
  const event = await staff.createEvent({ title: 'T', start_date: '2027-10-01 20:00:00', end_date: '2027-10-01 22:00:00', status: 'publish' })
  const t = await staff.createTicket({ post_id: event.id, provider: 'tc', name: 'A', price: '20', ticket: { mode: 'own', capacity: 3, sale_price: { checked: true, price: '15.00', start_date: '2026-01-01', end_date: '2027-06-30' } } })
  console.log(JSON.stringify(t.sale_price_data))
  console.log(JSON.stringify((await staff.getTicket({ id: t.id })).sale_price_data))
  console.log(JSON.stringify((await staff.listTickets({ include_post: [event.id] })).tickets[0]?.sale_price_data))
  expect(1).toBe(1)
})
