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

function changesFail() {
  for (const { faults } of [card, wallet]) {
    faults.decide(asked =>
      /^(POST \/v1\/payment_intents\/|PATCH )/.test(asked)
        ? { kind: 'status', status: 503, when: 'before' }
        : undefined,
    )
  }
}

function changesArrive() {
  for (const { faults } of [card, wallet]) faults.clear()
}

/** An order of 30.00 that a coupon made 15.00, which its provider was not told. Changes still fail. */
async function behind(way: 'card' | 'wallet') {
  const { id, eventId } = await ticketOnSale(app, { priceMinor: 3000 })
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
  await visitor.send('/checkout', { ...ada, way }, 'order')
  await visitor.open('/checkout/pay')
  const form = way === 'wallet' ? visitor.held('/checkout/pay') : {}
  await visitor.open('/checkout')
  changesFail()
  await visitor.send('/checkout', { coupon: 'half' }, 'coupon')
  const order = await app.db
    .selectFrom('orders')
    .select(['id', 'gateway_order_id', 'total_minor'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(order.total_minor).toBe(1500)
  return { visitor, form, id: order.id, reference: order.gateway_order_id ?? '' }
}

test.each(['card', 'wallet'] as const)(
  'the payment page tells the provider of the %s a total of which it did not hear, before it is shown',
  async way => {
    const { visitor, id, reference } = await behind(way)
    const refused = await visitor.open('/checkout/pay')
    expect(refused.status).toBe(502)
    changesArrive()
    const shown = await visitor.open('/checkout/pay')
    expect(shown.status).toBe(200)
    expect(visitor.page().text).toContain('$15.00')
    if (way === 'card') card.pay(reference)
    else wallet.approve(reference)
    await visitor.open('/checkout/pay')
    if (way === 'wallet') await visitor.send('/checkout/pay')
    expect(await readOrder(app, id)).toMatchObject({ status: 'completed', paid: '15.00' })
  },
)

test.each(['link', 'button', 'interface'] as const)(
  'a buyer who approved the old total at the wallet is charged the new one by the %s, and nothing while the wallet cannot be told',
  async way => {
    const { visitor, form, id, reference } = await behind('wallet')
    wallet.approve(reference)
    const back = wallet.waysBack(reference).return_url ?? ''
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const capture = {
      link: () => visitor.open(`${back}&PayerID=X`.replace('http://tickets.test', '')),
      button: () => visitor.post('/checkout/pay', { ...form, total: '1500' }),
      interface: () =>
        app.tickets('POST', `/commerce/paypal/order/${reference}`, {
          headers: { cookie },
          body: {},
        }),
    }[way]
    await capture()
    expect(await readOrder(app, id)).toMatchObject({ status: 'created', paid: '0.00' })
    changesArrive()
    await capture()
    expect(await readOrder(app, id)).toMatchObject({ status: 'completed', paid: '15.00' })
    expect(wallet.ledger().filter(({ charged }) => charged > 1500)).toEqual([])
  },
)
