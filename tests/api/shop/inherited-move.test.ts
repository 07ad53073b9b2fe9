import { expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { staffClient } from '../../support/client-in-process.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test('a move through the inherited update leaves who did it, from which ticket to which, in the audit and in the history of the order', async () => {
  const stalls = await ticketOnSale(app, { priceMinor: 3000, capacity: 5, name: 'Stalls' })
  const circle = await ticketOnSale(app, {
    eventId: stalls.eventId,
    priceMinor: 2000,
    capacity: 5,
    name: 'Circle',
  })
  const { orderId, attendees } = await buy(app, stalls.id, { way: 'cardprocessor' })
  const id = attendees[0]?.id ?? 0
  const staff = await staffClient(app)
  const { user } = await staff.getMe()
  await staff.updateAttendee({ id, ticket_id: circle.id })

  const { entries } = await staff.listAuditEntries({ record: 'attendee', record_id: id })
  expect(entries[0]).toMatchObject({
    action: 'changed',
    actor: { id: user.id },
    before: { ticket_id: stalls.id },
    after: { ticket_id: circle.id },
  })
  const { items } = await staff.listOrderTimeline({ id: orderId })
  const line = items.find(({ kind }) => kind === 'change')
  expect(line).toMatchObject({
    attendee: id,
    by: user.login,
    changed: expect.arrayContaining(['ticket_id']),
  })
})
