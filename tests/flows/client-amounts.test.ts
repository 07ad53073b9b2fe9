// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { order, tell } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, wallet } = await startPaidApp()
const ticket = await ticketOnSale(app, { priceMinor: 3000, capacity: null })
await app.tickets('POST', '/coupons', {
  as: 'administrator',
  body: { slug: 'ten', display_name: 'Ten', status: 'active', amount: 10, sub_type: 'percent' },
})

/** Parameter names with which a client might try to set a price. */
const names = [
  'amount',
  'amount_minor',
  'total',
  'total_minor',
  'subtotal',
  'price',
  'price_minor',
  'unit_minor',
  'discount',
  'cartAmount',
  'currency',
  'value',
  'fees',
  'raw_amount',
] as const

const wish = fc.constantFrom<unknown>(1, '1', '0.01', -5, 0, 'JPY', { value: '0.01' }, [1])
const wishes = fc.dictionary(fc.constantFrom(...names), wish, { minKeys: 1, maxKeys: 8 })

test('whatever amounts a client sends, the providers are asked for what the cart costs', async () => {
  await fc.assert(
    fc.asyncProperty(
      wishes,
      fc.boolean(),
      fc.constantFrom('cardprocessor' as const, 'wallet' as const),
      async (said, withCoupon, way) => {
        const tickets = [{ ...said, ticket_id: ticket.id, quantity: 2 }]
        const cart = await app.tickets('POST', '/cart', {
          body: { ...said, provider: 'tc', tickets },
        })
        expect([cart.status, cart.json.total]).toEqual([200, '60.00'])
        const { cart_hash } = cart.json
        const apply = (more: object = {}) =>
          app.tickets('POST', '/coupons/apply', {
            body: { ...said, ...more, coupon: 'ten', cart_hash },
          })
        if (withCoupon) expect((await apply()).status).toBe(200)
        const before = withCoupon ? 5400 : 6000
        const payment_intent = { ...said }
        const begun = await order(app, way, cart_hash, { body: { ...said, payment_intent } })
        expect(begun.status).toBe(200)
        const reference: string = begun.json.payment_intent_id ?? begun.json.id
        expect(askedOf(way, reference)).toEqual([before, 'USD'])
        // Naming another buyer's payment does not change it.
        const other = await foreignPayment()
        expect((await apply({ payment_intent_id: other })).status).toBe(200)
        expect(askedOf(way, reference)).toEqual([5400, 'USD'])
        expect(askedOf('cardprocessor', other)).toEqual([6000, 'USD'])
        if (way === 'cardprocessor') card.pay(reference)
        else wallet.approve(reference)
        const { client_secret } = begun.json
        const told = await tell(app, `${way}/order/${reference}`, {
          ...said,
          client_secret,
          cart_hash,
        })
        expect([told.status, told.json.status]).toEqual([200, 'completed'])
        const books = way === 'wallet' ? wallet : card
        const line = books.ledger().find(one => one.reference === reference)
        expect(line).toMatchObject({ charged: 5400, charges: 1 })
      },
    ),
    { numRuns: process.env['LONG'] === undefined ? 4 : 500 },
  )
})

function askedOf(way: 'cardprocessor' | 'wallet', reference: string) {
  if (way === 'cardprocessor') {
    const { amount, currency } = card.intent(reference)
    return [amount, currency.toUpperCase()]
  }
  const { value, currency_code } = wallet.order(reference).purchase_units[0].amount
  return [Math.round(Number(value) * 100), currency_code]
}

async function foreignPayment(): Promise<string> {
  const tickets = [{ ticket_id: ticket.id, quantity: 2 }]
  const { json } = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
  return (await order(app, 'cardprocessor', json.cart_hash)).json.payment_intent_id
}
