import { anAttendee } from '../../support/attending.ts'
import { buy, refund } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import type { TestApp } from '../../support/start-app.ts'

const as = 'administrator' as const

/** One event with an attendee of every kind; the names say which. */
export async function theCrowd(app: TestApp) {
  const { db, tickets } = app
  const eventId = await eventOnSale(app)
  const { id: ticketId } = await ticketOnSale(app, { eventId, priceMinor: 3050, name: 'Seat' })
  const { id: rsvpId } = await ticketOnSale(app, { eventId, provider: 'rsvp', name: 'Invitation' })
  const sold = { eventId, ticketId }
  const invited = { eventId, ticketId: rsvpId, ticketName: 'Invitation' }
  const open = await anAttendee(app, {
    ...sold,
    holderName: 'Zoë Open',
    holderEmail: 'zoe@example.org',
    paidMinor: 3050,
    orderId: 700_001,
  })
  const hidden = await anAttendee(app, {
    ...sold,
    holderName: 'Ann Hidden',
    holderEmail: 'ann@example.com',
    optedOut: true,
    paidMinor: 1000,
  })
  const pending = await anAttendee(app, {
    ...sold,
    holderName: 'Per Pending',
    orderStatus: 'pending',
  })
  const yes = await anAttendee(app, {
    ...invited,
    holderName: 'Yes Coming',
    orderStatus: 'yes',
    going: true,
  })
  const no = await anAttendee(app, {
    ...invited,
    holderName: 'No Thanks',
    orderStatus: 'no',
    going: false,
  })
  const bought = await buy(app, ticketId, { way: 'cardprocessor' })
  await refund(app, bought.orderId)
  const [refunded] = bought.attendees
  await tickets('PATCH', `/attendees/${hidden.id}`, { as, body: { check_in: true } })
  for (const [day, { id }] of [open, hidden, pending, yes, no].entries()) {
    await db
      .updateTable('attendees')
      .set({ created_at: new Date(`2026-11-0${day + 1}T10:00:00Z`) })
      .where('id', '=', id)
      .execute()
  }
  const byName = { open, hidden, pending, yes, no, refunded: refunded! }
  const named = Object.fromEntries(Object.entries(byName).map(([name, { id }]) => [name, id]))
  return { eventId, ticketId, rsvpId, ...(named as Record<keyof typeof byName, number>) }
}
