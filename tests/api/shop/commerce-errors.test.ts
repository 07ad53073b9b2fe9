// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { errorTable } from '../../../src/core/error-table.ts'
import { aFilledCart, fillCart, letHoldsExpire, order, tell } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { type Got, startApp } from '../../support/start-app.ts'

const as = 'administrator' as const
const { app, card, wallet } = await startPaidApp()
const crowded = await startApp({ RATE_LIMIT: '100000', OPEN_CARTS_PER_ADDRESS: '1' })

const post = (path: string, body: object = {}) => app.tickets('POST', path, { as, body })
const put = (ticketId: number, quantity = 1, to: Pick<typeof app, 'tickets'> = app) =>
  to.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ ticket_id: ticketId, quantity }] },
  })

async function byCard(quantity = 1) {
  const filled = await aFilledCart(app, { quantity })
  const { json } = await order(app, 'cardprocessor', filled.cart_hash)
  const { payment_intent_id: intent, client_secret, order_id: id } = json
  const path = `cardprocessor/order/${intent}`
  const update = (more: object = {}) =>
    tell(app, path, { client_secret, cart_hash: filled.cart_hash, ...more })
  return { ...filled, intent, id, update }
}

async function byWallet() {
  const filled = await aFilledCart(app)
  const { json } = await order(app, 'wallet', filled.cart_hash)
  wallet.approve(json.id)
  const update = (more: object = {}) =>
    tell(app, `wallet/order/${json.id}`, { cart_hash: filled.cart_hash, ...more })
  return { ...filled, reference: json.id as string, id: json.order_id as number, update }
}

const freeCart = async () => (await aFilledCart(app, { priceMinor: 0 })).cart_hash

const coupon = (slug: string, more: object = {}) =>
  post('/coupons', { slug, display_name: slug, status: 'active', amount: 10, ...more })
const fee = (slug: string) =>
  post('/fees', { slug, display_name: slug, status: 'active', sub_type: 'flat', raw_amount: '1' })

/** The requests with which a client meets each error that a route of the shop declares. */
const causes: Record<string, () => Promise<Got>> = {
  'post-has-no-tickets': async () =>
    app.tickets('GET', '/cart', { query: { post_id: await eventOnSale(app) } }),
  'ticket-does-not-exist': () => put(999_999),
  'ticket-capacity-not-available': async () =>
    put((await ticketOnSale(app, { capacity: 1 })).id, 2),
  'event-password-protected': async () => {
    const eventId = await eventOnSale(app, { passwordHash: 'secret' })
    return put((await ticketOnSale(app, { eventId })).id)
  },
  'cart-too-large': async () =>
    put((await ticketOnSale(app, { priceMinor: 9_000_000_000_000_000 })).id, 2),
  'too-many-holds': async () => {
    const { id } = await ticketOnSale(crowded)
    await put(id, 1, crowded)
    return put(id, 1, crowded)
  },
  'sale-is-busy': async () => {
    const { id } = await ticketOnSale(app)
    await sql
      .raw(`
        create function always_again() returns trigger language plpgsql as $$
        begin raise exception 'again' using errcode = '40001'; end $$;
        create trigger always_again before insert on holds for each row
        when (new.ticket_id = ${id}) execute function always_again();
      `)
      .execute(app.db)
    return put(id)
  },
  'invalid-page-number': () => app.tickets('GET', '/orders', { as, query: { page: 99 } }),
  'order-not-found': () => app.tickets('GET', '/orders/999999', { as }),
  'order-move-not-allowed': async () =>
    post(`/orders/${(await byCard()).id}/refunds`, { amount: '1.00' }),
  'payment-provider-unavailable': async () => {
    for (let time = 0; time < 3; time += 1) {
      card.faults.next({ kind: 'status', status: 503, when: 'before' })
    }
    return order(app, 'cardprocessor', (await aFilledCart(app)).cart_hash)
  },
  'cart-total-changed': async () => {
    const { cart_hash } = await aFilledCart(app)
    return order(app, 'free', cart_hash, { body: { expected_total: '1.00' } })
  },
  'cart-tickets-changed': async () => {
    const { cart_hash } = await aFilledCart(app)
    const expected_tickets = [{ ticket_id: 1, quantity: 1 }]
    return order(app, 'cardprocessor', cart_hash, { body: { expected_tickets } })
  },
  'payment-provider-not-configured': () => app.tickets('POST', '/commerce/wallet/sign-up', { as }),
  'refund-not-possible': async () => {
    const { intent, update, id } = await byCard()
    card.pay(intent)
    await update()
    return post(`/orders/${id}/refunds`, { amount: '30.01' })
  },
  tec_tickets_commerce_free_order_invalid_cart: async () =>
    order(app, 'free', (await aFilledCart(app)).cart_hash),
  'invalid-purchaser-info': async () =>
    order(app, 'cardprocessor', (await aFilledCart(app)).cart_hash, { body: { purchaser: {} } }),
  'tec-tc-insufficient-stock': async () => {
    const { cart_hash, ticketId } = await aFilledCart(app, { capacity: 1 })
    await letHoldsExpire(app, ticketId)
    await fillCart(app, ticketId)
    return order(app, 'cardprocessor', cart_hash)
  },
  tickets_apply_coupon_error: async () =>
    post('/coupons/apply', { coupon: 'nothing', cart_hash: (await aFilledCart(app)).cart_hash }),
  'attendee-names-missing': async () =>
    order(app, 'free', (await aFilledCart(app, { priceMinor: 0, names: 'required' })).cart_hash),
  'answers-missing': async () => {
    const { id, eventId } = await ticketOnSale(app, { priceMinor: 0 })
    const asks = { asked_of: 'order', kind: 'text', text: { en: 'Who told you?' } }
    const ask = (required: boolean) =>
      app.admin('POST', `/events/${eventId}/questions`, { as, body: { ...asks, required } })
    await ask(true)
    const { json } = await ask(false)
    const answers = [{ question: json.id, value: 'A friend' }]
    const tickets = [{ ticket_id: id, quantity: 1 }]
    const cart = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, answers } })
    return order(app, 'free', cart.json.cart_hash)
  },
  rest_forbidden: () => app.tickets('GET', '/commerce/cardprocessor/return'),
  'tec-tc-empty-cart': () => order(app, 'cardprocessor', 'nobodys'),
  'tec-tc-gateway-stripe-failed-creating-payment-intent': async () =>
    order(app, 'cardprocessor', await freeCart()),
  'tec-tc-gateway-stripe-failed-payment-intent-id': async () =>
    order(app, 'cardprocessor', (await byCard()).cart_hash, {
      body: { payment_intent: { id: 'pi_of_another' } },
    }),
  'tec-tc-gateway-stripe-order-not-found': () => post('/commerce/cardprocessor/order/pi_nobody'),
  'tec-tc-gateway-stripe-failed-payment-intent-secret': async () =>
    (await byCard()).update({ client_secret: 'guessed' }),
  'tec-tc-gateway-stripe-payment-intent-order-mismatch': async () => {
    const { intent, update } = await byCard()
    card.intent(intent).amount = 1
    return update()
  },
  'tec-tc-gateway-stripe-failed-payment': async () => {
    const { intent, update } = await byCard()
    card.pay(intent, 'pm_card_chargeDeclined')
    return update()
  },
  'tec-tc-gateway-stripe-failed-getting-payment-intent': async () => {
    const { id } = await byCard()
    const reference = `pi_gone_${id}`
    await sql`update orders set gateway_order_id = ${reference} where id = ${id}`.execute(app.db)
    return post(`/commerce/cardprocessor/order/${reference}`, { client_secret: 'any' })
  },
  'tec-tc-gateway-paypal-failed-creating-order': async () => order(app, 'wallet', await freeCart()),
  'tec-tc-gateway-paypal-nonexistent-order-id': () => post('/commerce/wallet/order/NOBODY'),
  'tec-tc-gateway-paypal-failed-capture': async () => {
    const { reference, update } = await byWallet()
    wallet.setCapture(reference, 'decline')
    return update({ payer_id: 'X' })
  },
  'tec-tc-gateway-paypal-capture-declined': async () => {
    const { reference, update } = await byWallet()
    wallet.setCapture(reference, 'pending')
    await update({ payer_id: 'X' })
    const [unit] = wallet.order(reference).purchase_units
    wallet.finishCapture(unit.payments?.captures[0]?.id ?? '', false)
    return update({ recheck: true })
  },
  'tec-tc-gateway-paypal-invalid-capture-status': async () => {
    const { reference, update } = await byWallet()
    wallet.order(reference).purchase_units[0].amount.value = '1.00'
    return update({ recheck: true })
  },
  'tec-tc-gateway-paypal-invalid-failed-status': async () => {
    const { reference, cart_hash } = await byWallet()
    const body = { cart_hash, failed_status: 'completed' }
    return app.tickets('DELETE', `/commerce/wallet/order/${reference}`, { body })
  },
  'tec-tickets-commerce-stripe-webhook-invalid-payload': () => {
    const { rawBody: body, headers } = card.webhooks.sign({ id: 'x', type: 'x', body: '{}' })
    return app.tickets('POST', '/commerce/cardprocessor/webhook', { body, headers })
  },
  tickets_create_coupon_error: () => coupon('much', { amount: 200, sub_type: 'percent' }),
  tickets_coupon_exists: async () => {
    await coupon('twice')
    return coupon('TWICE')
  },
  tickets_coupon_not_found: () => app.tickets('GET', '/coupons/999999', { as }),
  rest_too_many_requests: async () => {
    const guess = () => crowded.tickets('POST', '/coupons/validate', { body: { coupon: 'guess' } })
    for (let tries = 0; tries < 60; tries += 1) {
      const got = await guess()
      if (got.status !== 200) return got
    }
    return guess()
  },
  tickets_fee_exists: async () => {
    await fee('same')
    return fee('same')
  },
  tickets_fee_not_found: () => app.tickets('GET', '/fees/999999', { as }),
  tickets_commerce_update_fees_for_ticket_error: async () =>
    post(`/tickets/${(await ticketOnSale(app)).id}/fees`, { selected_fees: [999_999] }),
}

const ofTheShop = /\/(cart|commerce|coupons|fees|orders)(\/|$)/
/** By persons whose grants have limits, and by browsers: tests/api/team. */
const ofStaff: readonly string[] = ['refund-over-limit', 'rest_confirm_required']
const declared = [
  ...new Set(
    app.routes
      .filter(({ namespace, path }) => namespace.includes('tickets') && ofTheShop.test(path))
      .flatMap(({ spec }) => spec.errors ?? [])
      .filter(code => !ofStaff.includes(code)),
  ),
].sort()

describe('every declared error of the shop’s routes', () => {
  test('has a case here, and every case is declared', () => {
    expect(declared.length).toBeGreaterThan(35)
    expect(Object.keys(causes).sort()).toEqual(declared)
  })

  test.each(declared)('is answered: %s', async code => {
    const got = await causes[code]?.()
    const { status } = errorTable[code]
    // Anonymous callers are asked to sign in.
    const expected = code === 'rest_forbidden' ? 401 : status
    expect([got?.status, got?.json.code]).toEqual([expected, code])
    // Errors that a client can cause have a 4xx; only an unreachable or missing provider has a 5xx.
    expect(expected >= 500).toBe(code.startsWith('payment-provider-'))
    expect(got?.json.data.status).toBe(expected)
    expect(got?.text).not.toContain(card.secretKey)
    expect(got?.text).not.toContain(wallet.clientSecret)
    card.faults.clear()
  })
})

test('a note of blanks is refused', async () => {
  const body = { note: ' \n' }
  const got = await app.tickets('POST', '/orders/1/notes', { as: 'administrator', body })
  expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['note']])
})
