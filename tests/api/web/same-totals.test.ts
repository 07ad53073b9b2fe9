// Database: in the short run a server alone, where there is one.
import '../../support/fixed-seed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { fromLedger, kindOf, sellIn, stepAt } from '../../support/currencies.ts'
import { deliver, newest } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const { app, card } = await startPaidApp({ DEV_PAGES: 'on' })
const runs = process.env['LONG'] === undefined ? 5 : 1000

const terms = { status: 'active', kind: 'percent', currency: null } as const
const fee = await app.db
  .insertInto('fees')
  .values({ ...terms, slug: 'fee', display_name: 'Fee', amount: 750, applies_to: 'per' })
  .returning('id')
  .executeTakeFirstOrThrow()
await app.db
  .insertInto('coupons')
  .values({ ...terms, slug: 'off', display_name: 'Off', amount: 1700 })
  .execute()

const someTickets = fc.array(
  fc.record({
    steps: fc.integer({ min: 0, max: 12_345 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    hasFee: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
)
type Tickets = typeof someTickets extends fc.Arbitrary<infer T> ? T : never

/** The digits of an amount in any language, which are its minor units: every currency is shown with all its decimals. */
const minorOf = (text: string) => {
  const digits = text.normalize('NFKC').replaceAll(/[^\d]/g, '')
  return digits === '' ? 0 : Number(digits)
}

/** The total that a page shows. */
function totalOn(page: string): number {
  const [, total] = /<div class="total"><dt>[^<]*<\/dt><dd>([^<]*)<\/dd>/.exec(page) ?? []
  if (total === undefined) throw new Error(`There is no total: ${page.slice(0, 2000)}`)
  return minorOf(total)
}

/** What one of a ticket costs on the page of its event, fees included. */
function wholePriceOn(page: string, id: number): number {
  const [, price] = new RegExp(`id="tickets-${id}-about"[^]*?<strong>([^<]*)<`).exec(page) ?? []
  if (price === undefined) throw new Error(`There is no price: ${page.slice(0, 2000)}`)
  return minorOf(price)
}

/** Every amount that a mail names. */
const amountsIn = (text = '') =>
  (text.match(/\d[\d.,\s  ’]*/g) ?? []).map(amount => minorOf(amount))

/** Buys these tickets by card on the pages of a language, and compares every total on the way. */
async function follow(language: string, currency: string, tickets: Tickets, hasCoupon: boolean) {
  const kind = kindOf(currency)
  const step = stepAt('card', kind)
  sellIn(app, currency)
  const eventId = await eventOnSale(app)
  const lines: { id: number; quantity: number }[] = []
  for (const { steps, quantity, hasFee } of tickets) {
    // Nothing below what the processor takes at least.
    const { id } = await ticketOnSale(app, { eventId, currency, priceMinor: (steps + 60) * step })
    if (hasFee) {
      await app.db.insertInto('ticket_fees').values({ ticket_id: id, fee_id: fee.id }).execute()
    }
    lines.push({ id, quantity })
  }
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}&lang=${language}`)
  const event = visitor.page().text
  const chosen = lines.map(({ id, quantity }) => [`tickets[t${id}]`, String(quantity)] as const)
  const expected = lines.reduce(
    (sum, { id, quantity }) => sum + quantity * wholePriceOn(event, id),
    0,
  )
  await visitor.send('/cart', Object.fromEntries(chosen))
  expect(totalOn(visitor.page().text)).toBe(expected)
  if (hasCoupon) await visitor.send('/checkout', { coupon: 'off' }, 'coupon')
  const total = totalOn(visitor.page().text)
  await visitor.send('/checkout', { name: '42', email: 'bo@example.org' }, 'order')
  const order = await app.db
    .selectFrom('orders')
    .select(['total_minor', 'gateway_order_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const reference = order.gateway_order_id ?? ''
  const payment = totalOn(visitor.page().text)
  card.pay(reference)
  const { amount, client_secret: secret } = card.intent(reference)
  const back = { payment_intent: reference, payment_intent_client_secret: secret ?? '' }
  await visitor.open(`/checkout/return?${new URLSearchParams(back).toString()}`)
  const shown = totalOn(visitor.page().text)
  await deliver(app)
  const { mail } = await newest(app, 'order.confirmed')
  // The processor moves no single thousandths of a dinar, so the order is rounded down to what it moves (contract.md 8).
  const payable = app.deps.gateways.card?.payable({ minor: total, currency }).minor ?? 0
  const charged = fromLedger('card', kind, amount)
  expect({ payment, shown, stored: order.total_minor, charged }).toEqual({
    payment: payable,
    shown: payable,
    stored: payable,
    charged: payable,
  })
  expect(amountsIn(mail.text)).toContain(payable)
}

const languages = fc.constantFrom('en', 'de', 'nb', 'fr', 'es', 'ar-XB')
const currencies = fc.constantFrom('USD', 'JPY', 'KWD')

test('a cart has one total, from the page of the event to the mail and the processor', async () => {
  const carts = fc.asyncProperty(languages, currencies, someTickets, fc.boolean(), follow)
  await fc.assert(carts, { numRuns: runs, endOnFailure: true })
})
