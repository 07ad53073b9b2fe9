// Database: in the short run a server alone, where there is one.
import { describe, expect, test, vi } from 'vitest'
import { aFilledCart, fillCart, order, readOrder, tell } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, wallet } = await startPaidApp()
await app.tickets('POST', '/coupons', {
  as: 'administrator',
  body: { slug: 'half', display_name: 'Half', status: 'active', amount: 50, sub_type: 'percent' },
})

const out = (path: RegExp) => {
  for (let time = 0; time < 9; time += 1) {
    for (const { faults } of [card, wallet]) {
      faults.next({ kind: 'status', status: 503, when: 'before' }, path)
    }
  }
}
const back = () => {
  card.faults.clear()
  wallet.faults.clear()
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

describe.each(['cardprocessor', 'wallet'] as const)('an open payment by %s', way => {
  const { seen, faults } = way === 'wallet' ? wallet : card
  const referenceIn = (json: any): string => json.payment_intent_id ?? json.id
  const asked = (reference: string) =>
    way === 'wallet'
      ? wallet.order(reference).purchase_units[0].amount.value
      : (card.intent(reference).amount / 100).toFixed(2)

  test('whose new price did not reach the provider gets it at the next try, and can be paid', async () => {
    const { cart_hash } = await aFilledCart(app)
    const begun = (await order(app, way, cart_hash)).json
    const reference = referenceIn(begun)
    out(/^(POST \/v1\/payment_intents\/|PATCH )/)
    const apply = () =>
      app.tickets('POST', '/coupons/apply', { body: { coupon: 'half', cart_hash } })
    expect((await apply()).status).toBe(502)
    back()
    expect(asked(reference)).toBe('30.00')
    const again = await order(app, way, cart_hash)
    expect([again.status, referenceIn(again.json)]).toEqual([200, reference])
    expect(asked(reference)).toBe('15.00')
    if (way === 'wallet') wallet.approve(reference)
    else card.pay(reference)
    const { client_secret } = begun
    const told = await tell(app, `${way}/order/${reference}`, { client_secret, cart_hash })
    expect([told.status, told.json.status]).toEqual([200, 'completed'])
    expect(await readOrder(app, begun.order_id)).toMatchObject({ paid: '15.00', refunded: '0.00' })
  })

  test('that is paid refuses a later coupon, and the order completes at the price paid', async () => {
    const { cart_hash } = await aFilledCart(app)
    const begun = (await order(app, way, cart_hash)).json
    const reference = referenceIn(begun)
    if (way === 'wallet') {
      wallet.approve(reference)
      await tell(app, `wallet/order/${reference}`, { cart_hash })
    } else card.pay(reference)
    const body = { coupon: 'half', cart_hash }
    const applied = await app.tickets('POST', '/coupons/apply', { body })
    expect([applied.status, applied.json.code]).toEqual([400, 'tickets_apply_coupon_error'])
    expect(await readOrder(app, begun.order_id)).toMatchObject({
      status: 'completed',
      total: '30.00',
      paid: '30.00',
      refunded: '0.00',
    })
  })

  test('that is paid while its cart grows does not pay for what came later', async () => {
    const { cart_hash, ticketId } = await aFilledCart(app)
    const begun = (await order(app, way, cart_hash)).json
    const reference = referenceIn(begun)
    const tickets = [{ ticket_id: ticketId, quantity: 3 }]
    await app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, tickets } })

    // Both requests know the order at 30.00. The first makes it 90.00 before the second settles the 30.00.
    const [paid, grown] = [gate(), gate()]
    const sent = seen.length
    faults.next({ kind: 'held', until: paid.opened })
    const again = order(app, way, cart_hash)
    await vi.waitUntil(() => seen.length > sent)
    if (way === 'wallet') wallet.approve(reference)
    else card.pay(reference)
    faults.next({ kind: 'held', until: grown.opened })
    const { client_secret } = begun
    const told = tell(app, `${way}/order/${reference}`, { client_secret, cart_hash })
    await vi.waitUntil(() => seen.length > sent + 1)
    paid.open()
    await again
    grown.open()

    expect((await told).status).toBe(400)
    expect(await readOrder(app, begun.order_id)).toMatchObject({
      status: 'refunded',
      paid: '30.00',
      refunded: '30.00',
      attendees: [],
    })
  })

  test('with other tickets at the same price is changed at the provider too', async () => {
    const ticket = (name: string) => ticketOnSale(app, { name, priceMinor: 2000, capacity: 5 })
    const [one, other] = [await ticket('Stalls'), await ticket('Balcony')]
    const cart_hash = await fillCart(app, one.id)
    const reference = referenceIn((await order(app, way, cart_hash)).json)
    const tickets = [
      { ticket_id: one.id, quantity: 0 },
      { ticket_id: other.id, quantity: 1 },
    ]
    await app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, tickets } })
    const before = seen.length
    expect(referenceIn((await order(app, way, cart_hash)).json)).toBe(reference)
    expect(seen.slice(before).filter(({ method }) => method !== 'GET')).toHaveLength(1)
    if (way === 'wallet') {
      const [unit] = wallet.order(reference).purchase_units
      expect(unit.items?.map(({ name }: { name: string }) => name)).toEqual(['Balcony'])
    }
  })
})

describe('a payment that the provider is processing', () => {
  const coupon = (what: 'apply' | 'remove', slug: string, cart_hash: string) =>
    app.tickets('POST', `/coupons/${what}`, { body: { coupon: slug, cart_hash } })

  test.each([
    ['another coupon', 'apply', 'half'],
    ['removing its coupon', 'remove', 'once'],
  ] as const)('refuses %s and keeps the last use of its own', async (_, what, slug) => {
    const once = `once-${what}`
    const named = slug === 'once' ? once : slug
    const body = { slug: once, display_name: 'O', status: 'active', amount: 10, usage_limit: 1 }
    await app.tickets('POST', '/coupons', { as: 'administrator', body })
    const { cart_hash } = await aFilledCart(app)
    await coupon('apply', once, cart_hash)
    const { json: begun } = await order(app, 'cardprocessor', cart_hash)
    card.pay(begun.payment_intent_id, 'pm_delayed')
    const { client_secret } = begun
    const path = `cardprocessor/order/${begun.payment_intent_id}`
    expect((await tell(app, path, { client_secret, cart_hash })).json.status).toBe('pending')

    expect((await coupon(what, named, cart_hash)).json.code).toBe('tickets_apply_coupon_error')
    const { json: cart } = await app.tickets('GET', '/cart', { query: { cart_hash } })
    expect(cart).toMatchObject({ coupon: once, total: '20.00' })
    const other = await aFilledCart(app)
    expect((await coupon('apply', once, other.cart_hash)).status).toBe(400)

    card.finish(begun.payment_intent_id)
    expect((await tell(app, path, { client_secret, cart_hash })).json.status).toBe('completed')
    expect(await readOrder(app, begun.order_id)).toMatchObject({ paid: '20.00', refunded: '0.00' })
  })
})
