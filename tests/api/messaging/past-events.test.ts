import { expect, test } from 'vitest'
import { fillCart, order } from '../../support/buying.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })

const change = (id: number, body: object) =>
  app.events('POST', `/events/${id}`, { as: 'administrator', body })

/** An event on 1 June 2031, 19:00 to 23:00 UTC, with a guest of this address. */
async function eventWithGuest(email: string) {
  const eventId = await eventOnSale(app)
  const { id } = await ticketOnSale(app, { priceMinor: 0, eventId })
  const purchaser = { name: 'Ann Example', email }
  await order(app, 'free', await fillCart(app, id), { body: { purchaser } })
  return eventId
}

const toldTo = async (recipient: string) =>
  (await outbox(app, { recipient }))
    .map(({ kind }) => kind)
    .filter(kind => kind.startsWith('event.'))

test('guests are not told of a correction after an event, but of a late change, and of one that moves it ahead', async () => {
  const corrected = await eventWithGuest('corrected@example.org')
  const late = await eventWithGuest('late@example.org')
  const ahead = await eventWithGuest('ahead@example.org')
  app.clock.advance((Date.parse('2031-06-01T22:55:00Z') - app.clock.now().getTime()) / 1000)
  await change(late, { happening: 'cancelled' })
  await deliver(app)
  app.clock.advance(3600)
  await change(corrected, { end_date: '2031-06-01 23:30:00' })
  await change(ahead, { start_date: '2031-07-01 19:00:00', end_date: '2031-07-01 22:00:00' })
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
  expect(await toldTo('corrected@example.org')).toEqual([])
  expect(await toldTo('late@example.org')).toEqual(['event.cancelled'])
  expect(await toldTo('ahead@example.org')).toEqual(['event.changed'])
})
