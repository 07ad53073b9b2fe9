// Database: in the short run a server alone, where there is one.
import { afterEach, describe, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { aFilledCart, order, readOrder, stockOf, tell } from '../support/buying.ts'
import { sellIn } from '../support/currencies.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, cardMessages, wallet } = await startPaidApp()
for (const [slug, amount] of [
  ['half', 50],
  ['nearly', 99],
] as const) {
  const body = { slug, display_name: slug, status: 'active', amount, sub_type: 'percent' }
  await app.tickets('POST', '/coupons', { as: 'administrator', body })
}
afterEach(() => sellIn(app, 'USD'))

async function begun(draft: Parameters<typeof aFilledCart>[1] = {}) {
  const filled = await aFilledCart(app, draft)
  const { json } = await order(app, 'cardprocessor', filled.cart_hash)
  return { ...filled, id: json.order_id as number, intent: json.payment_intent_id as string, json }
}
type Begun = Awaited<ReturnType<typeof begun>>

const again = ({ cart_hash }: Begun) => order(app, 'cardprocessor', cart_hash)
const apply = (coupon: string, { cart_hash }: Pick<Begun, 'cart_hash'>) =>
  app.tickets('POST', '/coupons/apply', { body: { coupon, cart_hash } })
const told = ({ cart_hash, intent, json: { client_secret } }: Begun) =>
  tell(app, `cardprocessor/order/${intent}`, { cart_hash, client_secret })
const reprice = ({ ticketId }: Begun, price_minor: number, currency = 'USD') =>
  app.db.updateTable('tickets').set({ price_minor, currency }).where('id', '=', ticketId).execute()

describe('an open payment', () => {
  test('in another currency is replaced by one in the site’s currency', async () => {
    const first = await begun({ priceMinor: 3000 })
    sellIn(app, 'JPY')
    await reprice(first, 4500, 'JPY')
    const { status, json } = await again(first)
    expect([status, json.total, json.currency]).toEqual([200, '4500', 'JPY'])
    expect(card.intent(json.payment_intent_id)).toMatchObject({ amount: 4500, currency: 'jpy' })
    expect(card.intent(first.intent).status).toBe('canceled')
    expect(await readOrder(app, first.id)).toMatchObject({
      status: 'not-completed',
      total: '30.00',
      currency: 'USD',
    })
    card.pay(json.payment_intent_id)
    const done = await told({ ...first, intent: json.payment_intent_id, json })
    expect([done.status, done.json.total, done.json.currency]).toEqual([200, '4500', 'JPY'])
    expect(await stockOf(app, first.ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await auditOrders(app.db)).toEqual([])
  })

  test.each([
    ['at once', false],
    ['with a coupon', true],
  ])('at an account connected before is replaced, %s', async (_, coupon) => {
    const first = await begun()
    const foreign = { gateway_order_id: `pi_elsewhere_${first.id}` }
    await app.db.updateTable('orders').set(foreign).where('id', '=', first.id).execute()
    const changed = coupon ? await apply('half', first) : { status: 200 }
    const { status, json } = await again(first)
    const total = coupon ? '15.00' : '30.00'
    expect([changed.status, status, json.total]).toEqual([200, 200, total])
    expect(json.order_id).not.toBe(first.id)
    expect((await readOrder(app, first.id)).status).toBe('not-completed')
    expect(await stockOf(app, first.ticketId)).toEqual({ held: 1, sold: 0 })
  })
})

describe('a payment that the provider is processing', () => {
  const changes: Record<string, (first: Begun) => Promise<unknown>> = {
    'a higher price': first => reprice(first, 4000),
    'a coupon': first => apply('half', first),
    'another quantity': ({ cart_hash, ticketId }) => {
      const tickets = [{ ticket_id: ticketId, quantity: 2 }]
      return app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, tickets } })
    },
  }

  test.each(Object.keys(changes))('stays what it is after %s, and completes', async what => {
    const first = await begun()
    card.pay(first.intent, 'pm_delayed')
    expect((await told(first)).json.status).toBe('pending')
    await changes[what]?.(first)
    const { status, json } = await again(first)
    expect([status, json.order_id, json.payment_intent_id]).toEqual([200, first.id, first.intent])
    expect([json.total, json.redirect_url]).toEqual(['30.00', json.return_url])
    card.finish(first.intent)
    await card.webhooks.deliver(cardMessages)
    const seen = await readOrder(app, first.id)
    expect(seen).toMatchObject({ status: 'completed', paid: '30.00', refunded: '0.00' })
    expect(seen.attendees).toHaveLength(1)
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('accepts no coupon any more, and the refusal says so', async () => {
    const first = await begun()
    card.pay(first.intent, 'pm_delayed')
    const { status, json } = await apply('half', first)
    expect([status, json.code]).toEqual([400, 'tickets_apply_coupon_error'])
    expect(json.message).toContain('is being processed')
  })
})

describe('an amount that the provider never accepts', () => {
  test('is refused with a sentence; the order ends, and its holds end with the cart’s time', async () => {
    const filled = await aFilledCart(app, { priceMinor: 49 })
    const { status, json } = await order(app, 'cardprocessor', filled.cart_hash)
    expect([status, json.code]).toEqual([
      400,
      'tec-tc-gateway-stripe-failed-creating-payment-intent',
    ])
    expect(json.message).toContain('less than the least that can be paid by card')
    const orders = app.db.selectFrom('orders').select('status').orderBy('id', 'desc')
    expect(await orders.executeTakeFirst()).toEqual({ status: 'not-completed' })
    const { cart_hash, ticketId } = filled
    const tickets = [{ ticket_id: ticketId, quantity: 2 }]
    await app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, tickets } })
    const more = await order(app, 'cardprocessor', cart_hash)
    expect([more.status, more.json.total]).toEqual([200, '0.98'])
  })

  test('ends the open payment of another amount', async () => {
    const first = await begun()
    const { status, json } = await apply('nearly', first)
    expect([status, json.code]).toEqual([400, 'tickets_apply_coupon_error'])
    expect(json.message).toContain('less than the least that can be paid by card')
    expect(card.intent(first.intent).status).toBe('canceled')
    expect((await readOrder(app, first.id)).status).toBe('not-completed')
  })
})

test.each([
  [['cardprocessor', 'wallet', 'cardprocessor', 'cardprocessor']],
  [['wallet', 'cardprocessor', 'wallet', 'cardprocessor', 'wallet', 'cardprocessor']],
] as const)('a cart paid by %j at once has one order, with one provider', async ways => {
  for (let round = 0; round < 3; round += 1) {
    const { cart_hash } = await begun()
    const answers = await Promise.all(ways.map(way => order(app, way, cart_hash)))
    expect(answers.map(({ status }) => status)).toEqual(ways.map(() => 200))
    const orders = await app.db
      .selectFrom('orders')
      .select(['gateway', 'gateway_order_id as reference'])
      .where('status', '=', 'created')
      .execute()
    for (const { gateway, reference } of orders) {
      const known = (gateway === 'card' ? card : wallet).ledger()
      expect(known.map(line => line.reference)).toContain(reference)
    }
  }
})

test('a lost dispute gives back the places and the use of the coupon', async () => {
  const body = { slug: 'once', display_name: 'Once', status: 'active', amount: 5, usage_limit: 1 }
  await app.tickets('POST', '/coupons', { as: 'administrator', body })
  const filled = await aFilledCart(app)
  await apply('once', filled)
  const { json } = await order(app, 'cardprocessor', filled.cart_hash)
  card.pay(json.payment_intent_id)
  await card.webhooks.deliver(cardMessages)
  const another = await aFilledCart(app)
  expect((await apply('once', another)).status).toBe(400)
  card.closeDispute(card.dispute(json.payment_intent_id), 'lost')
  card.webhooks.repeatAll()
  await card.webhooks.deliver(cardMessages)
  expect((await readOrder(app, json.order_id)).status).toBe('reversed')
  expect((await apply('once', another)).status).toBe(200)
})

test.each(['cardprocessor', 'free'] as const)(
  'a ticket in another currency than the site’s is refused as such by %s',
  async way => {
    const filled = await aFilledCart(app)
    sellIn(app, 'EUR')
    const { status, json } = await order(app, way, filled.cart_hash)
    expect([status, json.code]).toEqual([400, 'tec-tc-insufficient-stock'])
    expect(json.message).toContain('"Seat" is priced in USD, but this site sells in EUR')
  },
)
