import { expect, test } from 'vitest'
import { aFilledCart, order, tell } from '../support/buying.ts'
import { deliver, newest } from '../support/mailbox.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, cardMessages } = await startPaidApp()

test('the buyer of disputed tickets, which are mailed again, is not thanked for not coming', async () => {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  const { payment_intent_id: intent, client_secret, order_id: orderId } = json
  card.pay(intent)
  await tell(app, `cardprocessor/order/${intent}`, { client_secret, cart_hash })
  card.webhooks.drop()
  card.dispute(intent)
  await card.webhooks.deliver(cardMessages)
  await app.tickets('POST', `/orders/${orderId}/resend`, { as: 'administrator', body: {} })
  await deliver(app)
  const { text } = (await newest(app, 'order.confirmed')).mail
  expect(text).not.toContain('you are not coming')
  expect(text).toContain('This ticket does not admit anybody at the moment.')
})
