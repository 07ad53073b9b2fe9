// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import type { TestCard } from '../support/fake-card-books.ts'
import {
  aFilledCart,
  fillCart,
  letHoldsExpire,
  letMinutesPass,
  order,
  readOrder,
  stockOf,
  tell,
} from '../support/buying.ts'
import type { TicketDraft } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, cardMessages } = await startPaidApp()

async function started(draft: TicketDraft & { quantity?: number } = {}) {
  const cart = await aFilledCart(app, draft)
  return { ...cart, ...(await begin(cart.cart_hash)) }
}
async function begin(cart_hash: string) {
  const { status, json } = await order(app, 'cardprocessor', cart_hash)
  expect([status, json.success]).toEqual([200, true])
  const { payment_intent_id: intent, client_secret, order_id: id } = json
  return { intent, client_secret, id, json }
}
type Begun = { intent: string; client_secret: string; cart_hash: string }
const update = ({ intent, client_secret, cart_hash }: Begun) =>
  tell(app, `cardprocessor/order/${intent}`, { client_secret, cart_hash })
const ledgerOf = (intent: string) => card.ledger().find(({ reference }) => reference === intent)
const attendeesOf = async (id: number) => (await readOrder(app, id)).attendees.length

describe('paying by card', () => {
  test('starts an order, and after payment and the provider’s message completes it', async () => {
    const begun = await started({ quantity: 2 })
    expect(begun.json).toMatchObject({ publishable_key: 'pk_test_fake' })
    expect(begun.json.sandbox).toBeUndefined()
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 2, sold: 0 })
    card.pay(begun.intent)
    const { status, json } = await update(begun)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      success: true,
      status: 'completed',
      order_id: begun.id,
      gateway_order_id: begun.intent,
    })
    expect(json.attendees).toHaveLength(2)
    expect(json.redirect_url).toContain(`tc-order-id=${begun.id}`)
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 2 })
    expect(ledgerOf(begun.intent)).toMatchObject({ charged: 6000, charges: 1, refunded: 0 })
    expect(await update(begun)).toMatchObject({ status: 200, json: { status: 'completed' } })
    expect(await attendeesOf(begun.id)).toBe(2)
  })

  test('with a wrong or missing secret is 400 and changes nothing', async () => {
    const begun = await started()
    card.pay(begun.intent)
    for (const client_secret of ['wrong', undefined]) {
      const body = { cart_hash: begun.cart_hash, client_secret }
      const got = await tell(app, `cardprocessor/order/${begun.intent}`, body)
      expect([got.status, got.json.code]).toEqual([
        400,
        'tec-tc-gateway-stripe-failed-payment-intent-secret',
      ])
    }
    expect((await readOrder(app, begun.id)).status).toBe('created')
  })

  test('with a declined card is 402 with the reason, and another card completes the order', async () => {
    const begun = await started()
    card.pay(begun.intent, 'pm_card_chargeDeclinedInsufficientFunds')
    const declined = await update(begun)
    expect([declined.status, declined.json.code]).toEqual([
      402,
      'tec-tc-gateway-stripe-failed-payment',
    ])
    expect(declined.json.message).toBe('Your card has insufficient funds.')
    expect(await readOrder(app, begun.id)).toMatchObject({
      status: 'created',
      failed_reason: 'Your card has insufficient funds.',
    })
    card.pay(begun.intent)
    expect((await update(begun)).json.status).toBe('completed')
    expect(await readOrder(app, begun.id)).toMatchObject({ failed_reason: null })
  })

  test('with 3-D Secure waits as action-req and completes when the check passes', async () => {
    const begun = await started()
    card.pay(begun.intent, 'pm_card_threeDSecure2Required')
    expect((await update(begun)).status).toBe(402)
    expect((await readOrder(app, begun.id)).status).toBe('action-req')
    card.authenticate(begun.intent)
    expect((await update(begun)).json.status).toBe('completed')
  })

  test('by a method that takes days is pending and then complete', async () => {
    const begun = await started()
    card.pay(begun.intent, 'pm_delayed')
    expect((await update(begun)).json.status).toBe('pending')
    card.finish(begun.intent)
    await card.webhooks.deliver(cardMessages)
    expect((await update(begun)).json.status).toBe('completed')
    expect(await attendeesOf(begun.id)).toBe(1)
  })

  test('again with the same order answers with the same payment', async () => {
    const begun = await started()
    const again = await begin(begun.cart_hash)
    expect([again.id, again.intent]).toEqual([begun.id, begun.intent])
    card.pay(begun.intent)
    const paid = await begin(begun.cart_hash).catch(() => undefined)
    expect(paid?.json.redirect_url).toContain(`tc-order-id=${begun.id}`)
    expect((await readOrder(app, begun.id)).status).toBe('completed')
  })

  test('again after the cart changed changes the amount of the same payment', async () => {
    const begun = await started()
    const tickets = [{ ticket_id: begun.ticketId, quantity: 3 }]
    await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets, cart_hash: begun.cart_hash },
    })
    const again = await begin(begun.cart_hash)
    expect(again.intent).toBe(begun.intent)
    expect(card.intent(begun.intent).amount).toBe(9000)
    card.pay(begun.intent)
    expect((await update(begun)).json.attendees).toHaveLength(3)
  })

  test('with another amount than the order’s is refunded, and the order says so', async () => {
    const begun = await started()
    await sql`
      update orders set total_minor = 4000, subtotal_minor = 4000 where id = ${begun.id}
    `.execute(app.db)
    card.pay(begun.intent)
    const got = await update(begun)
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec-tc-gateway-stripe-payment-intent-order-mismatch',
    ])
    expect(ledgerOf(begun.intent)).toMatchObject({ charged: 3000, refunded: 3000 })
    expect(await readOrder(app, begun.id)).toMatchObject({
      status: 'refunded',
      paid: '30.00',
      refunded: '30.00',
      attendees: [],
    })
  })
})

describe('refusals of card orders', () => {
  test('protect an order from other carts, and from callers without one', async () => {
    const begun = await started()
    const { cart_hash } = await aFilledCart(app)
    for (const body of [{ cart_hash }, {}]) {
      const path = `/commerce/cardprocessor/order/${begun.intent}`
      const full = { ...body, client_secret: begun.client_secret }
      expect((await app.tickets('POST', path, { body: full })).status).toBe(401)
      expect((await app.tickets('DELETE', path, { body })).status).toBe(401)
      const as = 'subscriber' as const
      expect((await app.tickets('POST', path, { body: full, as })).status).toBe(403)
    }
    expect((await readOrder(app, begun.id)).status).toBe('created')
  })

  test('answer an unknown payment with 401 to buyers and 404 to staff', async () => {
    const { cart_hash } = await aFilledCart(app)
    const path = '/commerce/cardprocessor/order/pi_unknown'
    expect((await app.tickets('POST', path, { body: { cart_hash } })).status).toBe(401)
    const got = await app.tickets('POST', path, { body: {}, as: 'administrator' })
    expect([got.status, got.json.code]).toEqual([404, 'tec-tc-gateway-stripe-order-not-found'])
  })

  test('answer a payment of another cart with 400, and accept the cart’s own', async () => {
    const [begun, other] = [await started(), await started()]
    const named = (id: string) =>
      order(app, 'cardprocessor', begun.cart_hash, { body: { payment_intent: { id, key: 'x' } } })
    const foreign = await named(other.intent)
    expect([foreign.status, foreign.json.code]).toEqual([
      400,
      'tec-tc-gateway-stripe-failed-payment-intent-id',
    ])
    expect((await named(begun.intent)).json.payment_intent_id).toBe(begun.intent)
  })

  test('answer a payment that the processor no longer knows with 400', async () => {
    const begun = await started()
    const lost = { gateway_order_id: 'pi_lost' }
    await app.db.updateTable('orders').set(lost).where('id', '=', begun.id).execute()
    const got = await update({ ...begun, intent: 'pi_lost' })
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec-tc-gateway-stripe-failed-getting-payment-intent',
    ])
  })

  test('require no purchaser from a signed-in buyer', async () => {
    const { cart_hash } = await aFilledCart(app)
    const got = await app.tickets('POST', '/commerce/cardprocessor/order', {
      as: 'subscriber',
      body: { cart_hash },
    })
    const { purchaser } = await readOrder(app, got.json.order_id)
    expect(purchaser.email).toMatch(/^subscriber-/)
  })

  test('answer an empty, a missing and a spent cart with 400', async () => {
    const none = await order(app, 'cardprocessor', '')
    expect([none.status, none.json.code]).toEqual([400, 'tec-tc-empty-cart'])
    const begun = await started()
    card.pay(begun.intent)
    await update(begun)
    const spent = await order(app, 'cardprocessor', begun.cart_hash)
    expect([spent.status, spent.json.code]).toEqual([400, 'tec-tc-empty-cart'])
  })

  test('answer a cart that costs nothing with 400', async () => {
    const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
    const got = await order(app, 'cardprocessor', cart_hash)
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec-tc-gateway-stripe-failed-creating-payment-intent',
    ])
  })

  test.each([
    [undefined, 'purchaser'],
    [{ email: 'a@b.org' }, 'name'],
    [{ name: 'Ada', email: 'nowhere' }, 'email'],
  ])('answer the purchaser %j with 400, naming %s', async (purchaser, missing) => {
    const { cart_hash } = await aFilledCart(app)
    const got = await app.tickets('POST', '/commerce/cardprocessor/order', {
      body: { cart_hash, purchaser },
    })
    expect([got.status, got.json.code]).toEqual([400, 'invalid-purchaser-info'])
    expect(got.json.data.params).toHaveProperty(missing)
  })

  test('name the places that were sold after the hold expired', async () => {
    const { cart_hash, ticketId } = await aFilledCart(app, { capacity: 3, quantity: 2 })
    await letHoldsExpire(app, ticketId)
    await fillCart(app, ticketId, 2)
    const got = await order(app, 'cardprocessor', cart_hash)
    expect([got.status, got.json.code]).toEqual([400, 'tec-tc-insufficient-stock'])
    expect(got.json.data.validation_errors).toEqual([
      { ticket_id: ticketId, ticket_name: 'Seat', requested: 2, available: 1, insufficient: true },
    ])
  })
})

describe('an idempotency key', () => {
  test('repeats the whole answer, and is 422 with another body', async () => {
    const { cart_hash } = await aFilledCart(app)
    const headers = { 'idempotency-key': 'order-once' }
    const first = await order(app, 'cardprocessor', cart_hash, { headers })
    const second = await order(app, 'cardprocessor', cart_hash, { headers })
    expect(second.json).toEqual(first.json)
    expect(second.headers['idempotent-replayed']).toBe('true')
    const body = { purchaser: { name: 'Eve', email: 'eve@example.org' } }
    const other = await order(app, 'cardprocessor', cart_hash, { headers, body })
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

test.each<[TestCard, string]>([
  ['pm_card_visa', 'completed'],
  ['pm_delayed', 'completed'],
])('polling alone settles a payment by %s', async (means, status) => {
  const begun = await started()
  card.pay(begun.intent, means)
  if (means === 'pm_delayed') card.finish(begun.intent)
  card.webhooks.drop()
  await letMinutesPass(app, 3)
  expect((await reconcile(app.deps)).settled).toContain(begun.id)
  expect((await readOrder(app, begun.id)).status).toBe(status)
})
