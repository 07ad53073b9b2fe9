import { expect, test } from 'vitest'
import { fillCart, order } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })

const as = 'administrator'

const changes = async (recipient: string) =>
  (await outbox(app, { recipient })).flatMap(({ id, kind }) =>
    kind === 'event.changed' ? [id] : [],
  )

test.each([
  ['deleted', (id: number) => app.events('DELETE', `/venues/${id}`, { as })],
  [
    'moved to the trash',
    (id: number) => app.events('POST', `/venues/${id}`, { as, body: { status: 'trash' } }),
  ],
])('guests are told when the venue of their event is %s', async (how, remove) => {
  const venue = await app.events('POST', '/venues', { as, body: { venue: `Hall ${how}` } })
  const eventId = await eventOnSale(app)
  await app.events('POST', `/events/${eventId}`, { as, body: { venue: venue.json.id } })
  const { id } = await ticketOnSale(app, { priceMinor: 0, eventId })
  const recipient = `${how.replaceAll(' ', '.')}@example.org`
  const purchaser = { name: 'Ann Example', email: recipient }
  await order(app, 'free', await fillCart(app, id), { body: { purchaser } })
  await deliver(app)
  app.clock.advance(3600)
  await deliver(app)
  const before = await changes(recipient)
  expect((await remove(venue.json.id)).status).toBe(200)
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
  const [told, ...others] = (await changes(recipient)).filter(id => !before.includes(id))
  expect(others).toEqual([])
  const { text } = await readMail(app, told ?? 0)
  expect(text).toContain('Where · Now: No venue')
  expect(text).not.toContain('Hall')
})
