import { expect, test } from 'vitest'
import { aFilledCart, fillCart, order, readOrder, stockOf } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, cardMessages } = await startPaidApp()

test('an order of a free cart makes tickets at once', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app, { priceMinor: 0, quantity: 2 })
  const { status, json, headers } = await order(app, 'free', cart_hash)
  expect([status, json.success]).toEqual([200, true])
  expect(json.attendees).toHaveLength(2)
  expect(json.attendees[0]).toMatchObject({ ticket_id: ticketId, title: 'Ada Lovelace' })
  expect(json.redirect_url).toContain(`tc-order-id=${json.id}`)
  expect(String(headers['set-cookie'])).toContain('Max-Age=0')
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
  expect(await readOrder(app, json.id)).toMatchObject({
    status: 'completed',
    gateway: 'free',
    gateway_order_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    total: '0.00',
  })
})

test('an empty, a paid, a mixed and a spent cart are refused with 400', async () => {
  const paid = await aFilledCart(app)
  const free = await ticketOnSale(app, { eventId: paid.eventId })
  const tickets = [{ ticket_id: free.id, quantity: 1 }]
  const mixed = await aFilledCart(app)
  await app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets, cart_hash: mixed.cart_hash },
  })
  const spent = await aFilledCart(app, { priceMinor: 0 })
  await order(app, 'free', spent.cart_hash)
  for (const cart_hash of ['', paid.cart_hash, mixed.cart_hash, spent.cart_hash]) {
    const got = await order(app, 'free', cart_hash)
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec_tickets_commerce_free_order_invalid_cart',
    ])
  }
})

test('an order without a name and an address is refused', async () => {
  const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
  const got = await order(app, 'free', cart_hash, { body: { purchaser: { name: 'Ada' } } })
  expect([got.status, got.json.code]).toEqual([400, 'invalid-purchaser-info'])
})

test('an order without required attendee names is refused', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app, { priceMinor: 0, names: 'required' })
  const got = await order(app, 'free', cart_hash)
  expect([got.status, got.json.code]).toEqual([400, 'attendee-names-missing'])
  const items = [{ full_name: 'Grace', email: 'grace@example.org' }]
  const meta = [{ ticket_id: ticketId, items }]
  await app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, meta } })
  const named = await order(app, 'free', cart_hash)
  expect(named.json.attendees).toMatchObject([{ title: 'Grace' }])
})

test('a coupon of 100 % makes a paid cart free, and its open payment can no longer be paid', async () => {
  const as = 'administrator' as const
  const coupon = {
    slug: 'whole',
    display_name: 'All of it',
    status: 'active',
    amount: 100,
    sub_type: 'percent',
    usage_limit: 1,
  }
  await app.tickets('POST', '/coupons', { as, body: coupon })
  const { cart_hash, ticketId } = await aFilledCart(app)
  const begun = await order(app, 'cardprocessor', cart_hash)
  const applied = await app.tickets('POST', '/coupons/apply', {
    body: { coupon: 'whole', cart_hash },
  })
  expect(applied.status).toBe(200)
  const free = await order(app, 'free', cart_hash)
  expect([free.status, free.json.attendees?.length]).toEqual([200, 1])
  expect(card.intent(begun.json.payment_intent_id).status).toBe('canceled')
  await card.webhooks.deliver(cardMessages)
  expect((await readOrder(app, begun.json.order_id)).status).toBe('not-completed')
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 1 })
  const later = await aFilledCart(app)
  const spent = await app.tickets('POST', '/coupons/apply', {
    body: { coupon: 'whole', cart_hash: later.cart_hash },
  })
  expect([spent.status, spent.json.code]).toEqual([400, 'tickets_apply_coupon_error'])
})

test('an idempotency key makes one order, and another key cannot repeat it', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app, { priceMinor: 0 })
  const headers = { 'idempotency-key': 'free-once' }
  const [first, second] = [
    await order(app, 'free', cart_hash, { headers }),
    await order(app, 'free', cart_hash, { headers }),
  ]
  expect(second.json).toEqual(first.json)
  expect((await order(app, 'free', cart_hash)).status).toBe(400)
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 1 })
})

test('twenty simultaneous orders for the last five places make five orders', async () => {
  const ticket = await ticketOnSale(app, { capacity: 5 })
  const carts: string[] = []
  for (let count = 0; count < 5; count += 1) carts.push(await fillCart(app, ticket.id))
  const answers = await Promise.all(
    [...carts, ...carts, ...carts, ...carts].map(cart => order(app, 'free', cart)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
  expect(await stockOf(app, ticket.id)).toEqual({ held: 0, sold: 5 })
})
