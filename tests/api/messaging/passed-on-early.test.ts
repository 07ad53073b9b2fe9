import { expect, test } from 'vitest'
import { buy, purchaser, refund } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })
const as = 'administrator' as const

/** Followers rest while tickets are sold, so a ticket may be passed on before anybody reads that its order is complete. */
test('whoever is given a ticket before the mails of its order are queued gets it once', async () => {
  const { id } = await ticketOnSale(app)
  const { orderId, attendees } = await buy(app, id, { quantity: 2 })
  const body = { full_name: 'Bo New', email: 'bo@example.org' }
  await app.tickets('POST', `/attendees/${attendees[1]?.id}`, { as, body })
  await deliver(app)
  const sent = (await outbox(app, { order: orderId })).map(({ kind, recipient }) => [
    kind,
    recipient,
  ])
  expect(sent).toEqual([
    ['order.confirmed', purchaser.email],
    ['ticket.transferred', 'bo@example.org'],
    ['ticket.transferred', purchaser.email],
  ])
})

test('whoever passed a ticket on is told, by name, also when the ticket goes on or is given back before the mails leave', async () => {
  const { id } = await ticketOnSale(app)
  const { orderId, attendees } = await buy(app, id)
  await deliver(app)
  const pass = (full_name: string, email: string) =>
    app.tickets('POST', `/attendees/${attendees[0]?.id}`, { as, body: { full_name, email } })
  await pass('Bo', 'bo@example.org')
  await pass('Cy', 'cy@example.org')
  await refund(app, orderId)
  await deliver(app)
  const mails = await outbox(app, { order: orderId, kind: 'ticket.transferred' })
  const told = mails.filter(({ recipient }) => recipient === purchaser.email)
  expect(told.map(({ state }) => state)).toEqual(['captured'])
  const { text } = await readMail(app, told[0]?.id ?? 0)
  expect(text).toContain(`Hello ${purchaser.name}`)
})
