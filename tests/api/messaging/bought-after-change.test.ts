import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, fillCart, order } from '../../support/buying.ts'
import { deliver, newest, outbox } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })
const as = 'administrator' as const

/** Orders a cart in the name of one guest. */
async function orderFor(guest: string, cart: string) {
  const body = { purchaser: { name: guest, email: `${guest}@example.org` } }
  expect((await order(app, 'free', cart, { body })).status).toBe(200)
}

const change = (id: number, start: string) =>
  app.events('PATCH', `/events/${id}`, { as, body: { start_date: `2031-06-01 ${start}` } })

/** The guests who were told of a change of this event. */
async function toldOf(eventId: number) {
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
  const mails = await outbox(app, { kind: 'event.changed' })
  return mails
    .filter(({ event_id: id }) => id === eventId)
    .map(({ recipient }) => recipient.split('@')[0])
}

test('a guest whose cart was begun after the last change is not told of it; one who orders an older cart is', async () => {
  const { id, eventId } = await ticketOnSale(app)
  const before = await fillCart(app, id)
  await orderFor('ann', await fillCart(app, id))
  await change(eventId, '20:00:00')
  await orderFor('bo', before)
  await orderFor('cy', await fillCart(app, id))
  expect(await toldOf(eventId)).toEqual(['ann', 'bo'])
})

test('a guest who bought while the event had a wrong time is told the right one, and nobody else is', async () => {
  const { id, eventId } = await ticketOnSale(app)
  await orderFor('ann', await fillCart(app, id))
  await change(eventId, '20:00:00')
  await orderFor('bo', await fillCart(app, id))
  await change(eventId, '19:00:00')
  await orderFor('cy', await fillCart(app, id))
  expect(await toldOf(eventId)).toEqual(['bo'])
  const { text } = (await newest(app, 'event.changed')).mail
  expect(text).toContain('When · Before: Sunday, 1 June 2031, 8:00 pm')
  expect(text).toContain('When · Now: Sunday, 1 June 2031, 7:00 pm')
})

test('a guest who bought while the event had a wrong time is told the right one, also when the release before noted the first change', async () => {
  const { id, eventId } = await ticketOnSale(app)
  await orderFor('ann', await fillCart(app, id))
  await change(eventId, '20:00:00')
  await deliver(app)
  await sql`
    update event_notices set since = clock_timestamp(),
      first_change_at = null, changed_at = null, meanwhile = null
    where event_id = ${eventId}
  `.execute(app.deps.db)
  await orderFor('bo', await fillCart(app, id))
  await change(eventId, '19:00:00')
  expect(await toldOf(eventId)).toEqual(['bo'])
})

test('a guest who was given a ticket while the event had a wrong time is told the right one, and not one who was given it later', async () => {
  const { id, eventId } = await ticketOnSale(app)
  const { attendees } = await buy(app, id, { quantity: 3 })
  const pass = async (number: number, name: string) => {
    const body = { full_name: name, email: `${name}@example.org` }
    await app.tickets('POST', `/attendees/${attendees[number]?.id}`, { as, body })
    // Only here the service has another clock than its database, by which changes are noted.
    await sql`
      update holder_changes set at = clock_timestamp() where attendee_id = ${attendees[number]?.id}
    `.execute(app.deps.db)
  }
  await pass(0, 'ann')
  await change(eventId, '20:00:00')
  await pass(1, 'bo')
  await change(eventId, '19:00:00')
  await pass(2, 'cy')
  expect(await toldOf(eventId)).toEqual(['bo'])
})

test('a guest who bought between two changes is told', async () => {
  const { id, eventId } = await ticketOnSale(app)
  await change(eventId, '20:00:00')
  await orderFor('ann', await fillCart(app, id))
  await deliver(app)
  await change(eventId, '21:00:00')
  await orderFor('bo', await fillCart(app, id))
  expect(await toldOf(eventId)).toEqual(['ann'])
})
