import { expect, test } from 'vitest'
import { staffClient } from '../../support/client-in-process.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test('a reduced price with a last day is in force wherever the ticket is read', async () => {
  const staff = await staffClient(app)
  const event = await staff.createEvent({
    title: 'Reduced',
    start_date: '2037-10-01 20:00:00',
    end_date: '2037-10-01 22:00:00',
    status: 'publish',
  })
  const days = { start_date: '2020-01-01', end_date: '2037-06-30' }
  const made = await staff.createTicket({
    post_id: event.id,
    provider: 'tc',
    name: 'Seat',
    price: '20',
    ticket: { mode: 'own', capacity: 3, sale_price: { checked: true, price: '15', ...days } },
  })
  const { tickets } = await staff.listTickets({ include_post: [event.id] })
  const read = await staff.getTicket({ id: made.id })
  for (const ticket of [made, read, ...tickets]) {
    expect(ticket).toMatchObject({
      on_sale: true,
      sale_price_data: { sale_price: '15.00', ...days },
    })
  }
})
