import { expect, test } from 'vitest'
import { buy, purchaser } from '../../support/buying.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
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
