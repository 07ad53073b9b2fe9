// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { fillCart, order, readOrder, tell } from '../support/buying.ts'
import {
  currencies,
  type CurrencyKind,
  fromLedger,
  type GatewayKey,
  sellIn,
  shown,
  stepAt,
} from '../support/currencies.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const { app: paidApp, card, wallet } = await startPaidApp()
const sandboxApp = await startApp()
const as = 'administrator' as const
const long = process.env['LONG'] !== undefined
/** A fee of 7.5 and a coupon of 17.3 percent on every app, because percentages count in any currency. */
const feeIds = new Map<TestApp, Promise<number>>()
for (const app of [paidApp, sandboxApp]) {
  const percent = { status: 'active', kind: 'percent' } as const
  const off = { slug: 'off', display_name: 'Off', ...percent, amount: 1730 }
  await app.db.insertInto('coupons').values(off).execute()
  const fee = { slug: 'fee', display_name: 'Fee', ...percent, amount: 750 }
  const added = app.db
    .insertInto('fees')
    .values({ ...fee, applies_to: 'per' })
    .returning('id')
  feeIds.set(
    app,
    added.executeTakeFirstOrThrow().then(({ id }) => id),
  )
}

const gateways: GatewayKey[] = ['card', 'wallet', 'sandbox']
// The sandbox charges every amount, so in the short run the currencies with the fewest and the most decimals
// stand for all.
const cases = currencies.flatMap(kind =>
  gateways
    .filter(gateway => long || gateway !== 'sandbox' || ['JPY', 'CLF'].includes(kind.currency))
    .map(gateway => ({ ...kind, gateway, kind })),
)
const appOf = (gateway: GatewayKey) => (gateway === 'sandbox' ? sandboxApp : paidApp)

/**
 * Orders a cart and pays for it. Returns the order's id, and the amounts in the gateway's own books, in our
 * minor units.
 */
async function buy(app: TestApp, gateway: GatewayKey, cart_hash: string) {
  const way = gateway === 'wallet' ? 'wallet' : 'cardprocessor'
  const { status, json } = await order(app, way, cart_hash)
  expect([status, json.code]).toEqual([200, undefined])
  const reference = (json.payment_intent_id ?? json.id) as string
  if (gateway === 'card') card.pay(reference)
  if (gateway === 'wallet') wallet.approve(reference)
  const { client_secret } = json
  const told = await tell(app, `${way}/order/${reference}`, { client_secret, cart_hash })
  expect([told.status, told.json.status ?? 'completed']).toEqual([200, 'completed'])
  return { id: json.order_id as number, reference }
}

async function books(gateway: GatewayKey, reference: string, kind: CurrencyKind) {
  if (gateway === 'sandbox') {
    const { gateways: known } = sandboxApp.deps
    const state = await known.find('sandbox', reference)?.lookUp(reference)
    return { charged: state?.received.minor, refunded: state?.refunded.minor }
  }
  const ledger = gateway === 'card' ? card.ledger() : wallet.ledger()
  const line = ledger.find(one => one.reference === reference)
  return {
    charged: fromLedger(gateway, kind, line?.charged ?? 0),
    refunded: fromLedger(gateway, kind, line?.refunded ?? 0),
  }
}

/** Three places of one ticket, two of another with a fee, and a free one, less 17.3 percent. */
async function cartOf(app: TestApp, priceMinor: number, currency: string) {
  const seat = await ticketOnSale(app, { priceMinor, currency })
  const { eventId } = seat
  const box = await ticketOnSale(app, { eventId, priceMinor: 335, currency, name: 'Box' })
  const free = await ticketOnSale(app, { priceMinor: 0, currency, name: 'Stand' })
  const fee_id = await (feeIds.get(app) ?? Promise.reject(new Error('There is no fee.')))
  await app.db.insertInto('ticket_fees').values({ ticket_id: box.id, fee_id }).execute()
  const tickets = [
    { ticket_id: free.id, quantity: 1 },
    { ticket_id: seat.id, quantity: 3 },
    { ticket_id: box.id, quantity: 2 },
  ]
  const filled = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
  const { cart_hash } = filled.json
  await app.tickets('POST', '/coupons/apply', { body: { coupon: 'off', cart_hash } })
  const { json } = await app.tickets('GET', '/cart', { query: { cart_hash } })
  return { cart_hash: cart_hash as string, total: json.total as string }
}

const minorOf = (text: string) => Number(text.replace('.', ''))

describe.each(cases)('an order in $currency by $gateway', ({ gateway, kind, currency }) => {
  const app = appOf(gateway)
  const step = stepAt(gateway, kind)
  const refund = (id: number, body: object) =>
    app.tickets('POST', `/orders/${id}/refunds`, { as, body })

  test('charges, records and refunds place by place exactly the same amount', async () => {
    sellIn(app, currency)
    const { cart_hash, total } = await cartOf(app, 1005, currency)
    const { id, reference } = await buy(app, gateway, cart_hash)
    const bought = await readOrder(app, id)
    const wanted = Math.round(minorOf(total) / step) * step
    const { charged } = await books(gateway, reference, kind)
    expect([bought.total, bought.paid, charged]).toEqual([
      shown(wanted, kind),
      shown(wanted, kind),
      wanted,
    ])
    expect(bought.rounding).toBe(shown(wanted - minorOf(total), kind))
    const rounding = bought.items.filter((line: any) => line.type === 'rounding')
    expect(rounding).toHaveLength(wanted === minorOf(total) ? 0 : 1)
    const { subtotal = '', fees = '', rounding: added = '', discount = '' } = bought
    const sums = [subtotal, fees, added].map(minorOf)
    expect(sums.reduce((sum, minor) => sum + minor) - minorOf(discount)).toBe(wanted)

    expect((await refund(id, { amount: shown(step, kind) })).status).toBe(201)
    if (step > 1) {
      const odd = await refund(id, { amount: shown(step + 1, kind) })
      expect([odd.status, Object.keys(odd.json.data.params)]).toEqual([400, ['amount']])
    }
    const [free, seat, box] = bought.items as { id: number }[]
    for (const line of [seat, box, seat, box]) {
      const lines = [{ id: line?.id, quantity: 1 }]
      expect((await refund(id, { lines })).status).toBe(201)
    }
    const last = [seat, free].map(line => ({ id: line?.id, quantity: 1 }))
    expect((await refund(id, { lines: last })).status).toBe(201)
    const back = await readOrder(app, id)
    expect([back.status, back.refunded]).toEqual(['refunded', back.paid])
    expect((await books(gateway, reference, kind)).refunded).toBe(wanted)
    expect((await refund(id, { lines: [{ id: seat?.id, quantity: 1 }] })).status).toBe(409)
    expect((await refund(id, { whole: true })).status).toBe(409)
  })

  test.runIf(long || step > 1)(
    'refunds everything at once, also after a refund of an odd amount',
    async () => {
      sellIn(app, currency)
      const seat = await ticketOnSale(app, { priceMinor: 1004, currency })
      const { id, reference } = await buy(app, gateway, await fillCart(app, seat.id, 3))
      const { charged } = await books(gateway, reference, kind)
      expect((await refund(id, { amount: shown(7 * step, kind) })).status).toBe(201)
      const { json } = await refund(id, { whole: true })
      expect(json).toMatchObject({ status: 'refunded', paid: shown(charged ?? 0, kind) })
      expect((await books(gateway, reference, kind)).refunded).toBe(charged)
      expect((await refund(id, { amount: shown(step, kind) })).status).toBe(409)
    },
  )

  test.runIf(step > 1)(
    'refuses a refund that rounds to nothing before anything is reserved',
    async () => {
      sellIn(app, currency)
      const seat = await ticketOnSale(app, { priceMinor: 4, currency })
      const cart_hash = await fillCart(app, seat.id)
      const way = gateway === 'wallet' ? 'wallet' : 'cardprocessor'
      const { status, json } = await order(app, way, cart_hash)
      expect(status).toBe(400)
      expect(json.message).toContain(shown(step, kind))
      const { json: listed } = await app.tickets('GET', '/orders', {
        as,
        query: { post_id: seat.eventId },
      })
      expect(listed.orders).toEqual([])
    },
  )
})

test('the audit finds nothing wrong with these orders, and finds an order whose gateway cannot charge its total', async () => {
  for (const app of [paidApp, sandboxApp]) expect(await auditOrders(app.db)).toEqual([])
  sellIn(paidApp, 'KWD')
  const seat = await ticketOnSale(paidApp, { priceMinor: 1010, currency: 'KWD' })
  const { id } = await buy(paidApp, 'card', await fillCart(paidApp, seat.id))
  const changed = { subtotal_minor: 1014, total_minor: 1014, paid_minor: 1014 }
  await paidApp.db.updateTable('orders').set(changed).where('id', '=', id).execute()
  await paidApp.db
    .updateTable('order_lines')
    .set({ unit_minor: 1014, total_minor: 1014 })
    .where('order_id', '=', id)
    .execute()
  expect(await auditOrders(paidApp.db)).toEqual([
    { order: id, what: 'what its gateway can move', stored: 1014, derived: 1010 },
  ])
})
