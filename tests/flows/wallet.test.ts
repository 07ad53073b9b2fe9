// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import {
  aFilledCart,
  letHoldsExpire,
  letMinutesPass,
  order,
  fillCart,
  readOrder,
  stockOf,
  tell,
} from '../support/buying.ts'
import type { TicketDraft } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, wallet, walletMessages } = await startPaidApp()

async function started(draft: TicketDraft & { quantity?: number } = {}) {
  const cart = await aFilledCart(app, draft)
  return { ...cart, ...(await begin(cart.cart_hash)) }
}
async function begin(cart_hash: string) {
  const { status, json } = await order(app, 'wallet', cart_hash)
  expect([status, json.success]).toEqual([200, true])
  return { reference: json.id as string, id: json.order_id as number, json }
}
type Begun = { reference: string; cart_hash: string }
const capture = ({ reference, cart_hash }: Begun) =>
  tell(app, `wallet/order/${reference}`, { payer_id: 'PAYER', cart_hash })
const recheck = ({ reference, cart_hash }: Begun) =>
  tell(app, `wallet/order/${reference}`, { recheck: true, cart_hash })
const ledgerOf = (reference: string) => wallet.ledger().find(line => line.reference === reference)
const codeOf = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]

describe('paying with the wallet', () => {
  test('completes by order, approval, capture and a second read', async () => {
    const begun = await started({ quantity: 2 })
    expect(begun.json.approve_url).toContain('token=')
    wallet.approve(begun.reference)
    const captured = await capture(begun)
    expect([captured.status, captured.json]).toEqual([
      200,
      { success: true, order_id: begun.reference, status: 'completed' },
    ])
    const { json } = await recheck(begun)
    expect(json).toMatchObject({ success: true, status: 'completed', order_id: begun.id })
    expect(json.attendees).toHaveLength(2)
    expect(ledgerOf(begun.reference)).toMatchObject({ charged: 6000, charges: 1 })
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 2 })
    expect((await capture(begun)).status).toBe(200)
    expect(ledgerOf(begun.reference)).toMatchObject({ charges: 1 })
  })

  test('sends the lines to the cent, with fees and a coupon', async () => {
    const as = 'administrator' as const
    const fee = { display_name: 'Service', status: 'active', amount: 1.36, sub_type: 'flat' }
    await app.tickets('POST', '/fees', { as, body: { ...fee, raw_amount: '1.36', slug: 'sv' } })
    const coupon = { slug: 'seventeen', display_name: 'C', status: 'active', sub_type: 'percent' }
    await app.tickets('POST', '/coupons', {
      as,
      body: { ...coupon, amount: 17, raw_amount: '17.3' },
    })
    const cart = await aFilledCart(app, { priceMinor: 1128, quantity: 2 })
    await app.tickets('POST', '/coupons/apply', {
      body: { coupon: 'seventeen', cart_hash: cart.cart_hash },
    })
    const { json } = await app.tickets('GET', '/cart', { query: { cart_hash: cart.cart_hash } })
    const begun = await begin(cart.cart_hash)
    const [unit] = wallet.order(begun.reference).purchase_units
    expect(unit.amount.value).toBe(json.total)
    expect(unit.amount.breakdown?.discount?.value).toBe(json.discount.replace('-', ''))
    wallet.approve(begun.reference)
    await capture({ ...cart, ...begun })
    expect(await readOrder(app, begun.id)).toMatchObject({ status: 'completed', paid: json.total })
  })

  test('with a declined capture is 402 with the reason, and the next capture can succeed', async () => {
    const begun = await started()
    wallet.approve(begun.reference)
    wallet.setCapture(begun.reference, 'decline')
    const declined = await capture(begun)
    expect(codeOf(declined)).toEqual([402, 'tec-tc-gateway-paypal-failed-capture'])
    expect(declined.json.data).toMatchObject({
      name: 'UNPROCESSABLE_ENTITY',
      details: [{ issue: 'INSTRUMENT_DECLINED' }],
    })
    expect((await readOrder(app, begun.id)).status).toBe('created')
    expect((await capture(begun)).status).toBe(200)
    expect((await recheck(begun)).json.status).toBe('completed')
  })

  test('takes nothing that the buyer did not approve', async () => {
    const begun = await started()
    expect(codeOf(await capture(begun))).toEqual([402, 'tec-tc-gateway-paypal-failed-capture'])
    expect((await recheck(begun)).json.status).toBe('created')
  })

  test('is pending while a capture is reviewed, and may end denied', async () => {
    const begun = await started()
    wallet.approve(begun.reference)
    wallet.setCapture(begun.reference, 'pending')
    expect((await capture(begun)).json.status).toBe('pending')
    const captureId = wallet.order(begun.reference).purchase_units[0].payments?.captures[0]?.id
    wallet.finishCapture(captureId ?? '', false)
    expect(codeOf(await recheck(begun))).toEqual([402, 'tec-tc-gateway-paypal-capture-declined'])
    expect((await readOrder(app, begun.id)).status).toBe('denied')
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 0 })
  })

  test('completes by messages alone; repeated and shuffled they change nothing more', async () => {
    const begun = await started()
    wallet.approve(begun.reference)
    wallet.setCapture(begun.reference, 'pending')
    await capture(begun)
    const captureId = wallet.order(begun.reference).purchase_units[0].payments?.captures[0]?.id
    wallet.finishCapture(captureId ?? '')
    wallet.webhooks.shuffle(3)
    expect(new Set(await wallet.webhooks.deliverInParallel(walletMessages))).toEqual(new Set([200]))
    const seen = await readOrder(app, begun.id)
    expect(seen).toMatchObject({ status: 'completed', paid: '30.00' })
    wallet.webhooks.repeatAll()
    await wallet.webhooks.deliver(walletMessages)
    expect(await readOrder(app, begun.id)).toEqual(seen)
  })

  test('refuses an unsigned message with 401', async () => {
    const body = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} }
    const got = await app.tickets('POST', '/commerce/paypal/webhook', { body })
    expect(codeOf(got)).toEqual([401, 'rest_forbidden'])
  })
})

describe('giving a wallet order up', () => {
  const remove = (reference: string, cart_hash: string, more: object = {}) =>
    app.tickets('DELETE', `/commerce/wallet/order/${reference}`, { body: { cart_hash, ...more } })

  test('by DELETE frees the places, and no money is taken for the order afterwards', async () => {
    const begun = await started()
    wallet.approve(begun.reference)
    const { status, json } = await remove(begun.reference, begun.cart_hash)
    expect([status, json]).toMatchObject([200, { status: 'not-completed', order_id: begun.id }])
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(codeOf(await capture(begun))).toEqual([
      404,
      'tec-tc-gateway-paypal-nonexistent-order-id',
    ])
    expect(ledgerOf(begun.reference)).toMatchObject({ charges: 0 })
  })

  test('is refused for other statuses, other carts and unknown orders', async () => {
    const begun = await started()
    const wrong = await remove(begun.reference, begun.cart_hash, { failed_status: 'completed' })
    expect(codeOf(wrong)).toEqual([400, 'tec-tc-gateway-paypal-invalid-failed-status'])
    const { cart_hash } = await aFilledCart(app)
    expect(codeOf(await remove(begun.reference, cart_hash))).toEqual([401, 'rest_forbidden'])
    const path = '/commerce/paypal/order/UNKNOWN'
    const unknown = await app.tickets('DELETE', path, { as: 'administrator', body: {} })
    expect(codeOf(unknown)).toEqual([404, 'tec-tc-gateway-paypal-nonexistent-order-id'])
  })

  test('for the card instead ends the wallet payment and keeps the places', async () => {
    const begun = await started({ capacity: 1 })
    const chosen = await order(app, 'cardprocessor', begun.cart_hash)
    expect(chosen.status).toBe(200)
    wallet.approve(begun.reference)
    expect((await capture(begun)).status).toBe(404)
    const { payment_intent_id, client_secret } = chosen.json
    card.pay(payment_intent_id)
    const body = { client_secret, cart_hash: begun.cart_hash }
    const paid = await tell(app, `cardprocessor/order/${payment_intent_id}`, body)
    expect(paid.json.status).toBe('completed')
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 1 })
  })
})

test('a wallet payment that arrives after the places are gone is refunded, and the buyer is told', async () => {
  const begun = await started({ capacity: 1 })
  wallet.approve(begun.reference)
  await letHoldsExpire(app, begun.ticketId)
  await fillCart(app, begun.ticketId)
  const got = await capture(begun)
  expect(codeOf(got)).toEqual([402, 'tec-tc-gateway-paypal-capture-declined'])
  expect(got.json.data).toMatchObject({ refunded: true })
  expect(ledgerOf(begun.reference)).toMatchObject({ charged: 3000, refunded: 3000 })
  expect(await readOrder(app, begun.id)).toMatchObject({ status: 'refunded', attendees: [] })
})

test('a wallet payment with another amount than the order’s is refunded', async () => {
  const begun = await started()
  wallet.approve(begun.reference)
  await sql`
    update orders set total_minor = 2000, subtotal_minor = 2000 where id = ${begun.id}
  `.execute(app.db)
  const refused = await capture(begun)
  expect(codeOf(refused)).toEqual([400, 'tec-tc-gateway-paypal-invalid-capture-status'])
  expect(refused.json.message).toBe('The payment is of another amount than the order.')
  expect(refused.json.data).toMatchObject({ order_id: begun.id, refunded: true })
  expect(ledgerOf(begun.reference)).toMatchObject({ charged: 3000, refunded: 3000 })
})

test('an outage of the wallet is 502 with Retry-After, and a lost answer makes no second capture', async () => {
  const { cart_hash } = await aFilledCart(app)
  for (let time = 0; time < 9; time += 1) {
    wallet.faults.next({ kind: 'status', status: 503, when: 'before' }, /checkout\/orders/)
  }
  const got = await order(app, 'wallet', cart_hash)
  wallet.faults.clear()
  expect(codeOf(got)).toEqual([502, 'payment-provider-unavailable'])
  expect(Number(got.headers['retry-after'])).toBeGreaterThan(0)
  const begun = { cart_hash, ...(await begin(cart_hash)) }
  wallet.approve(begun.reference)
  wallet.faults.next({ kind: 'drop', when: 'after' }, /capture/)
  expect((await capture(begun)).status).toBe(200)
  expect(ledgerOf(begun.reference)).toMatchObject({ charges: 1 })
})

test('an order that the wallet refuses to open is 400', async () => {
  const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
  expect(codeOf(await order(app, 'wallet', cart_hash))).toEqual([
    400,
    'tec-tc-gateway-paypal-failed-creating-order',
  ])
})

test('a capture whose answer was lost is found by polling', async () => {
  const begun = await started()
  wallet.approve(begun.reference)
  for (let time = 0; time < 3; time += 1) {
    wallet.faults.next({ kind: 'status', status: 502, when: 'after' }, /capture/)
  }
  expect((await capture(begun)).status).toBe(502)
  wallet.faults.clear()
  wallet.webhooks.drop()
  await letMinutesPass(app, 3)
  expect((await reconcile(app.deps)).settled).toContain(begun.id)
  expect((await readOrder(app, begun.id)).status).toBe('completed')
})
