import { expect, test } from 'vitest'
import { order } from '../../support/buying.ts'
import { deliver, newest } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off' })

test('a mail about an order shows the codes of those who come, however many declined', async () => {
  const eventId = await eventOnSale(app)
  const coming = await ticketOnSale(app, { provider: 'rsvp', eventId })
  const declined = await ticketOnSale(app, { provider: 'rsvp', eventId })
  const tickets = [
    { ticket_id: coming.id, quantity: 3, going: true },
    { ticket_id: declined.id, quantity: 18, going: false },
  ]
  const cart = await app.tickets('POST', '/cart', { body: { provider: 'rsvp', tickets } })
  await order(app, 'free', cart.json.cart_hash)
  await deliver(app)
  const { mail } = await newest(app, 'order.confirmed')
  const pictures = mail.attachments.filter(({ mimeType }) => mimeType === 'image/png')
  expect(pictures).toHaveLength(3)
  expect(mail.html?.match(/src="cid:/g)).toHaveLength(3)
})
