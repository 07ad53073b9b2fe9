import { expect, test } from 'vitest'
import { aFilledCart, order, readOrder, stockOf, tell } from '../support/buying.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()

test('without keys a card order is started, paid and shown, marked as simulated', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app, { quantity: 2 })
  const started = await order(app, 'cardprocessor', cart_hash)
  expect(started.json).toMatchObject({ success: true, sandbox: true })
  expect(started.status).toBe(200)
  const { payment_intent_id, client_secret, order_id } = started.json
  const paid = await tell(app, `cardprocessor/order/${payment_intent_id}`, {
    client_secret,
    cart_hash,
  })
  expect([paid.status, paid.json]).toMatchObject([200, { status: 'completed', sandbox: true }])
  expect(paid.json.attendees).toHaveLength(2)
  expect(await readOrder(app, order_id)).toMatchObject({ paid: '60.00', status: 'completed' })
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
})

test('a wallet payment is captured and then read again, as its client does', async () => {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'wallet', cart_hash)
  expect(json).toMatchObject({ success: true, sandbox: true })
  const captured = await tell(app, `wallet/order/${json.id}`, { payer_id: 'X', cart_hash })
  expect([captured.status, captured.json]).toMatchObject([
    200,
    { success: true, order_id: json.id },
  ])
  const again = await tell(app, `wallet/order/${json.id}`, { recheck: true, cart_hash })
  expect(again.json).toMatchObject({ status: 'completed', order_id: json.order_id })
})

test.each(['decline', 'action'] as const)(
  'a wallet payment that met %s can be tried again',
  async outcome => {
    const { cart_hash } = await aFilledCart(app)
    const { json } = await order(app, 'wallet', cart_hash)
    const body = { payer_id: 'X', cart_hash }
    const met = await tell(app, `wallet/order/${json.id}`, { ...body, sandbox_outcome: outcome })
    expect([met.status, met.json.code]).toEqual([402, 'tec-tc-gateway-paypal-failed-capture'])
    const again = await tell(app, `wallet/order/${json.id}`, body)
    expect([again.status, again.json.status]).toEqual([200, 'completed'])
  },
)

test('the sandbox declines and asks for action when it is told to', async () => {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  const path = `cardprocessor/order/${json.payment_intent_id}`
  const body = { client_secret: json.client_secret, cart_hash }
  const declined = await tell(app, path, { ...body, sandbox_outcome: 'decline' })
  expect([declined.status, declined.json.code]).toEqual([
    402,
    'tec-tc-gateway-stripe-failed-payment',
  ])
  const asked = await tell(app, path, { ...body, sandbox_outcome: 'action' })
  expect(asked.status).toBe(402)
  expect((await readOrder(app, json.order_id)).status).toBe('action-req')
  expect((await tell(app, path, body)).json.status).toBe('completed')
})
