import { expect, test } from 'vitest'
import { fillCart, order } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })

test('guests are called by the name of their own ticket, however alike their addresses are', async () => {
  const eventId = await eventOnSale(app)
  const { id } = await ticketOnSale(app, { priceMinor: 0, eventId })
  const people = ['a_b', 'axb', 'A.B', 'b', 'Ünal+50%'].map((local, at) => ({
    name: `Guest ${at}`,
    email: `${local}@example.net`,
  }))
  for (const purchaser of people) {
    await order(app, 'free', await fillCart(app, id), { body: { purchaser } })
  }
  await deliver(app)
  const body = { start_date: '2031-06-01 20:00:00' }
  await app.events('POST', `/events/${eventId}`, { as: 'administrator', body })
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
  const told = new Map<string, string | undefined>()
  for (const mail of await outbox(app, {})) {
    if (mail.kind !== 'event.changed') continue
    const { text = '' } = await readMail(app, mail.id)
    told.set(mail.recipient, /Guest \d/.exec(text)?.[0])
  }
  expect(told).toEqual(new Map(people.map(({ name, email }) => [email, name])))
})
