// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const { app, card } = await startPaidApp()
const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }

/** A buyer with an open payment of 30.00, who looks at the basket again. */
async function begun() {
  const { id, eventId } = await ticketOnSale(app, { name: 'Chair', priceMinor: 3000 })
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
  await visitor.send('/checkout', { ...ada, way: 'card' }, 'order')
  const orders = app.db.selectFrom('orders').select('gateway_order_id').orderBy('id', 'desc')
  const { gateway_order_id: reference } = await orders.executeTakeFirstOrThrow()
  await visitor.open('/checkout')
  return { visitor, reference: reference ?? '' }
}

/** A coupon for one order, and what became of its use. */
async function couponOnce() {
  const slug = `once-${Math.random()}`
  const half = { slug, display_name: 'Half', sub_type: 'percent', amount: 50 }
  const { json } = await app.tickets('POST', '/coupons', {
    as: 'administrator',
    body: { ...half, status: 'active', usage_limit: 1 },
  })
  const coupons = app.db.selectFrom('coupons').select(['held', 'used'])
  return { slug, uses: () => coupons.where('id', '=', json.id).executeTakeFirst() }
}

describe('a coupon that is sent with the order of a basket whose payment is open', () => {
  test('leads to the payment when it is being processed, and holds no use', async () => {
    const { visitor, reference } = await begun()
    const { slug, uses } = await couponOnce()
    card.pay(reference, 'pm_delayed')
    await visitor.send('/checkout', { ...ada, coupon: slug }, 'order')
    expect(visitor.page().text).toContain('is being processed')
    expect(await uses()).toEqual({ held: 0, used: 0 })
  })

  test('changes the total, and its use is free again when the first payment completes the order', async () => {
    const { visitor, reference } = await begun()
    const { slug, uses } = await couponOnce()
    await visitor.send('/checkout', { ...ada, coupon: slug }, 'order')
    expect(visitor.page().text).toContain('The total has changed')
    expect(await uses()).toEqual({ held: 1, used: 0 })
    card.pay(reference)
    await visitor.open('/checkout/pay')
    expect(visitor.page().text).toContain('This order is paid.')
    expect(await uses()).toEqual({ held: 0, used: 0 })
  })
})
