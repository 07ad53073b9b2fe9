// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { aFilledCart, fillCart, order, stockOf } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const ways = ['cardprocessor', 'wallet', 'free'] as const
const setPrice = (id: number, price_minor: number) =>
  app.db.updateTable('tickets').set({ price_minor }).where('id', '=', id).execute()
const start = (way: (typeof ways)[number], cart_hash: string, expected_total: string) =>
  order(app, way, cart_hash, { body: { expected_total } })
const ordersOf = () => app.db.selectFrom('orders').select('id').execute()

test.each(['cardprocessor', 'wallet'] as const)(
  'an order by %s with an old total is refused with the new one, and nothing is begun',
  async way => {
    const { cart_hash, ticketId } = await aFilledCart(app, { quantity: 2 })
    await setPrice(ticketId, 4000)
    const before = await ordersOf()
    const got = await start(way, cart_hash, '60.00')
    expect([got.status, got.json.code]).toEqual([409, 'cart-total-changed'])
    expect(got.json.message).toContain(
      'The total is 80.00 USD now, not 60.00. Seat costs 40.00 now, not 30.00.',
    )
    expect(got.json.data).toMatchObject({
      expected_total: '60.00',
      total: '80.00',
      subtotal: '80.00',
      fees: '0.00',
      discount: '0.00',
      currency: 'USD',
      coupon: null,
      changes: [{ ticket_id: ticketId, name: 'Seat', was: '30.00', price: '40.00' }],
    })
    expect(await ordersOf()).toEqual(before)
    expect(await stockOf(app, ticketId)).toEqual({ held: 2, sold: 0 })
    const { state, hold_extended } = await app.db
      .selectFrom('carts')
      .select(['state', 'hold_extended'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([state, hold_extended]).toEqual(['open', false])
    const agreed = await start(way, cart_hash, '80.00')
    expect([agreed.status, agreed.json.total, agreed.json.currency]).toEqual([200, '80.00', 'USD'])
  },
)

test('an order is refused with the new total when the cart became free, or is no longer free', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app)
  await setPrice(ticketId, 0)
  expect((await start('free', cart_hash, '30')).json.data.total).toBe('0.00')
  const free = await ticketOnSale(app)
  const second = await fillCart(app, free.id)
  await setPrice(free.id, 500)
  const got = await start('free', second, '0')
  expect([got.status, got.json.code, got.json.data.total]).toEqual([
    409,
    'cart-total-changed',
    '5.00',
  ])
  const placed = await start('free', cart_hash, '0.000')
  expect([placed.status, placed.json.total, placed.json.currency]).toEqual([200, '0.00', 'USD'])
})

test('an expected total may be spelt in any way, and an invalid one is refused', async () => {
  for (const same of ['30', '30.0', '030.00', '30.000']) {
    const { cart_hash } = await aFilledCart(app)
    expect((await start('cardprocessor', cart_hash, same)).status).toBe(200)
  }
  const { cart_hash } = await aFilledCart(app)
  expect((await start('cardprocessor', cart_hash, '30.001')).status).toBe(409)
  expect((await start('cardprocessor', cart_hash, '3')).status).toBe(409)
  for (const odd of ['', '-30', '30,00', '3e1', 'x']) {
    const got = await start('cardprocessor', cart_hash, odd)
    expect([odd, got.status, got.json.code]).toEqual([odd, 400, 'rest_invalid_param'])
  }
})

test('an order without expected_total works as before and is told the total', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app)
  await setPrice(ticketId, 4000)
  const { status, json } = await order(app, 'cardprocessor', cart_hash)
  expect([status, json.total]).toEqual([200, '40.00'])
})
