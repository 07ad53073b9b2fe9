// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { readOrder } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const { app, card, wallet } = await startPaidApp()
await app.tickets('POST', '/coupons', {
  as: 'administrator',
  body: { slug: 'half', display_name: 'Half', status: 'active', amount: 50, sub_type: 'percent' },
})
const ada = { name: 'Ada', email: 'ada@example.org' }

/** An order of 30.00 that a coupon made 15.00, which its provider was not told. */
async function behind(way: 'card' | 'wallet') {
  const { id, eventId } = await ticketOnSale(app, { priceMinor: 3000 })
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
  await visitor.send('/checkout', { ...ada, way }, 'order')
  await visitor.open('/checkout')
  const { proof = '' } = visitor.held('/checkout')
  for (const { faults } of [card, wallet]) {
    faults.decide(asked =>
      /^(POST \/v1\/payment_intents\/|PATCH )/.test(asked)
        ? { kind: 'status', status: 503, when: 'before' }
        : undefined,
    )
  }
  await visitor.send('/checkout', { coupon: 'half' }, 'coupon')
  for (const { faults } of [card, wallet]) faults.clear()
  const order = await app.db
    .selectFrom('orders')
    .select(['id', 'gateway_order_id', 'total_minor'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(order.total_minor).toBe(1500)
  return { visitor, proof, id: order.id, reference: order.gateway_order_id ?? '' }
}

test.each(['card', 'wallet'] as const)(
  'the payment page of an order whose new total did not reach the provider by %s leads back, and ordering again tells it',
  async way => {
    const { visitor } = await behind(way)
    await visitor.open('/checkout/pay')
    expect(visitor.at()).toBe('/checkout')
    await visitor.send('/checkout', { ...ada, way }, 'order')
    expect(visitor.at()).toBe('/checkout/pay')
    expect(visitor.page().text).toContain('$15.00')
  },
)

test('a buyer who approved the old total at the wallet is not charged, neither by the link nor by the button', async () => {
  const byLink = await behind('wallet')
  wallet.approve(byLink.reference)
  const { return_url: back } = wallet.waysBack(byLink.reference)
  await byLink.visitor.open(`${back}&PayerID=X`.replace('http://tickets.test', ''))
  expect(byLink.visitor.page().text).toContain('Nothing was charged')

  const byButton = await behind('wallet')
  wallet.approve(byButton.reference)
  await byButton.visitor.post('/checkout/pay', { proof: byButton.proof, total: '1500' })
  for (const { id } of [byLink, byButton]) {
    expect(await readOrder(app, id)).toMatchObject({ status: 'created', paid: '0.00' })
  }
  expect(wallet.ledger().filter(({ charged }) => charged > 0)).toEqual([])

  await byButton.visitor.open('/checkout')
  await byButton.visitor.send('/checkout', { ...ada, way: 'wallet' }, 'order')
  await byButton.visitor.send('/checkout/pay')
  expect(await readOrder(app, byButton.id)).toMatchObject({ status: 'completed', paid: '15.00' })
})
