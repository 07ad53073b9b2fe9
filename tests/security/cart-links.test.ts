import { describe, expect, test } from 'vitest'
import { buyer } from '../support/buyer.ts'
import { order, readOrder } from '../support/buying.ts'
import { type TicketDraft, ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const app = await startApp()
const { app: paid, card, wallet } = await startPaidApp()

const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }
const thief = { name: 'Mallory', email: 'mallory@example.org' }
const ways = ['cardprocessor', 'wallet'] as const

/** A cart that a thief filled, and the browser of a victim who opened its link. */
async function linked(on: TestApp, draft: TicketDraft = {}, names?: object[]) {
  const { id, eventId } = await ticketOnSale(on, { name: 'Chair', priceMinor: 3000, ...draft })
  const tickets = [{ ticket_id: id, quantity: 1 }]
  const meta = names && [{ ticket_id: id, items: names }]
  const { cart_hash } = (
    await on.tickets('POST', '/cart', { body: { provider: 'tc', tickets, meta } })
  ).json
  const victim = buyer(on)
  const open = () => victim.open(`/checkout/?cart=${cart_hash}`)
  return { victim, open, cart_hash: cart_hash as string, ticketId: id, eventId }
}

type Way = Parameters<typeof order>[1]

const steal = (on: TestApp, way: Way, cart_hash: string, purchaser: object = thief) =>
  order(on, way, cart_hash, { body: { purchaser } })

/** The number of the newest order of a purchaser. */
async function orderOf(on: TestApp, email: string) {
  const { id } = await on.db
    .selectFrom('orders')
    .select('id')
    .where('purchaser_email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

describe('whoever sent the link of a cart', () => {
  test.each(['cardprocessor', 'wallet', 'free'] as const)(
    'is told nothing by %s after its buyer ordered, and cannot end the order',
    async way => {
      const { victim, open, cart_hash } = await linked(app)
      await open()
      await victim.send('/checkout', ada, 'order')
      expect(victim.at()).toBe('/checkout/pay')
      for (const purchaser of [thief, ada]) {
        const { status, text } = await steal(app, way, cart_hash, purchaser)
        expect([status, /key=|secret/.test(text)]).toEqual([400, false])
      }
      await victim.send('/checkout/pay', {}, 'succeed')
      expect(victim.page().text).toContain('Ada Lovelace')
      const order = await readOrder(app, await orderOf(app, ada.email))
      expect(order).toMatchObject({ status: 'completed', purchaser: ada })
    },
  )

  test('reads neither names nor coupon, and changes nothing, once its buyer entered anything', async () => {
    const { victim, open, cart_hash, ticketId } = await linked(app, { names: 'allowed' })
    await open()
    const name = `attendees[t${ticketId}][0][name]`
    await victim.send('/checkout', { ...ada, [name]: 'Grace Hopper' }, 'save')
    const { json, text } = await app.tickets('GET', '/cart', { query: { cart_hash } })
    expect([json.tickets, json.cart_hash, text.includes('Grace')]).toEqual([[], '', false])
    const tickets = [{ ticket_id: ticketId, quantity: 5 }]
    const body = { provider: 'tc', tickets, cart_hash }
    const changed = (await app.tickets('PUT', '/cart', { body })).json
    expect(changed.cart_hash).not.toBe(cart_hash)
    const coupon = await app.tickets('POST', '/coupons/apply', {
      body: { coupon: 'any', cart_hash },
    })
    expect(coupon.status).toBe(400)
    await victim.open('/checkout')
    expect(victim.held('/checkout')).toMatchObject({
      [name]: 'Grace Hopper',
      [`tickets[t${ticketId}]`]: '1',
    })
  })

  test('finds nothing in browsers, where the buyer alone is led to the order', async () => {
    const { victim, open, cart_hash } = await linked(app)
    await open()
    await victim.send('/checkout', ada, 'order')
    const sender = buyer(app)
    await sender.open(`/checkout?cart=${cart_hash}`)
    for (const path of ['/checkout', '/checkout/pay']) {
      const { text } = await sender.open(path)
      expect([sender.at(), text.includes('Your basket is empty')]).toEqual([path, true])
    }
    // The buyer's details are no key: whoever sent the link may know them.
    await sender.post('/checkout', { ...ada, do: 'order' })
    expect(sender.at()).not.toContain('key=')
    await victim.send('/checkout/pay', {}, 'succeed')
    await sender.open(`/checkout?cart=${cart_hash}`)
    await sender.post('/checkout', { ...ada, do: 'order' })
    expect(sender.at()).not.toContain('key=')
    await victim.open('/checkout')
    expect(victim.at()).toMatch(/^\/tickets-order\/\?tc-order-id=\d+&key=/)
  })

  test.each(ways)(
    'who began to pay by %s first keeps an order that its buyer does not pay',
    async way => {
      for (const purchaser of [thief, ada]) {
        const { victim, open, cart_hash } = await linked(paid)
        const { json: begun } = await steal(paid, way, cart_hash, purchaser)
        await open()
        // A page about the thief's payment is not shown, nor taken.
        await victim.open('/checkout/pay')
        expect(victim.at()).toBe('/checkout')
        await victim.send('/checkout', { ...ada, way: way === 'wallet' ? way : 'card' }, 'order')
        expect(victim.at()).toBe('/checkout/pay')
        const own = await orderOf(paid, ada.email)
        expect(own).not.toBe(begun.order_id)
        expect((await readOrder(paid, begun.order_id)).status).toBe('not-completed')
        const path = `/commerce/${way}/order/${begun.payment_intent_id ?? begun.id}`
        const body = { cart_hash, client_secret: begun.client_secret, advanced_payment: true }
        expect((await paid.tickets('POST', path, { body })).status).toBeGreaterThanOrEqual(400)
        const { status } = await readOrder(paid, own)
        expect(status).toBe('created')
      }
    },
  )

  test.each([3000, 0])(
    'who ordered a cart of %i first leaves its buyer a page that says so, and what to do',
    async priceMinor => {
      const way = priceMinor === 0 ? 'free' : 'cardprocessor'
      const { victim, open, cart_hash } = await linked(app, { priceMinor })
      await open()
      const { json } = await steal(app, way, cart_hash)
      if (way === 'cardprocessor') {
        const path = `/commerce/${way}/order/${json.payment_intent_id}`
        const body = { cart_hash, client_secret: json.client_secret }
        expect((await app.tickets('POST', path, { body })).status).toBe(200)
      }
      await victim.send('/checkout', ada, 'order')
      expect(victim.at()).toBe('/tickets-order/find?basket=ordered')
      const { text } = victim.page()
      expect(text).toContain('This basket has already been ordered')
      expect(text).toContain('nothing was ordered or paid for you')
      expect(text).toMatch(/<a href="\/events\/">/)
      await victim.open('/checkout')
      expect(victim.at()).toBe('/tickets-order/find?basket=ordered')
    },
  )

  test('who went on with a cart in another browser leaves its buyer a page that says so', async () => {
    const { victim, open, cart_hash } = await linked(app)
    await open()
    const sender = buyer(app)
    await sender.open(`/checkout?cart=${cart_hash}`)
    await sender.send('/checkout', ada, 'save')
    const late = buyer(app)
    for (const [visitor, path] of [
      [victim, '/checkout'],
      [victim, '/checkout/pay'],
      [late, `/checkout?cart=${cart_hash}`],
    ] as const) {
      const { status, text } = await visitor.open(path)
      expect([path, status, text.includes('continued in another browser')]).toEqual([
        path,
        404,
        true,
      ])
    }
    expect((await buyer(app).open('/checkout')).text).toContain('A basket is kept for a day')
  })

  test('cannot have tickets mailed to names that the page does not show', async () => {
    const hidden = [{ full_name: 'Mallory', email: thief.email }]
    const { victim, open } = await linked(app, { priceMinor: 0, names: 'none' }, hidden)
    await open()
    await victim.send('/checkout', ada, 'order')
    expect(victim.page().text).toContain('Ada Lovelace')
    expect(victim.page().text).not.toContain('Mallory')
  })

  test.each([3000, 0])(
    'cannot change the tickets unseen between page and order, at a price of %i',
    async priceMinor => {
      const { victim, open, cart_hash, ticketId, eventId } = await linked(app, { priceMinor })
      await open()
      const other = await ticketOnSale(app, { eventId, name: 'Floor', priceMinor })
      const swap = [
        { ticket_id: ticketId, quantity: 0 },
        { ticket_id: other.id, quantity: 1 },
      ]
      await app.tickets('PUT', '/cart', { body: { provider: 'tc', tickets: swap, cart_hash } })
      await victim.send('/checkout', ada, 'order')
      expect(victim.page().status).toBe(409)
      expect(victim.page().text).toContain('Your basket has changed since you opened this page')
      expect(victim.page().text).toContain('Floor')
      await victim.send('/checkout', ada, 'order')
      expect(victim.at()).toMatch(/^\/(checkout\/pay|tickets-order)/)
    },
  )
})

describe('a basket in a browser', () => {
  test('is one and the same for forms that are sent at once from the link', async () => {
    const { victim, open, ticketId } = await linked(app, { priceMinor: 0 })
    await open()
    const cookie = [...victim.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = { ...victim.held('/checkout'), ...ada, do: 'order' }
    const headers = { cookie, origin: 'http://tickets.test' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', '/checkout', { form, headers })),
    )
    const places = answers.map(({ headers: { location } }) => String(location))
    expect(new Set(places).size).toBe(1)
    expect(places[0]).toContain('/tickets-order/?tc-order-id=')
    const sold = await app.db
      .selectFrom('attendees')
      .select('id')
      .where('ticket_id', '=', ticketId)
      .execute()
    expect(sold).toHaveLength(1)
  })

  test('that opens only its own link goes on with other tabs of the same browser', async () => {
    const { victim, open } = await linked(app)
    await open()
    const tab = victim.held('/checkout')
    await victim.send('/checkout', ada, 'save')
    await victim.post('/checkout', { ...tab, ...ada, do: 'order' })
    expect(victim.at()).toBe('/checkout/pay')
  })

  test('is not paid for with other tickets than the payment page showed', async () => {
    const { id, eventId } = await ticketOnSale(app, { name: 'Chair', priceMinor: 3000 })
    const other = await ticketOnSale(app, { eventId, name: 'Floor', priceMinor: 3000 })
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    await visitor.send('/checkout', ada, 'order')
    const stale = visitor.held('/checkout/pay')
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '0', [`tickets[t${other.id}]`]: '1' })
    await visitor.send('/checkout', { [`tickets[t${id}]`]: '0' }, 'save')
    await visitor.send('/checkout', ada, 'order')
    await visitor.post('/checkout/pay', { ...stale, do: 'succeed' })
    expect([visitor.at(), visitor.page().status]).toEqual(['/checkout/pay', 402])
    expect(visitor.page().text).toContain('Floor')
  })
})

describe('an order by the interface', () => {
  test.each(ways)('of %s is told again to its purchaser, and to nobody else', async way => {
    const { cart_hash } = await linked(paid)
    const first = (await steal(paid, way, cart_hash, ada)).json
    const again = (await steal(paid, way, cart_hash, { ...ada, email: 'ADA@example.org' })).json
    expect(again.order_id).toBe(first.order_id)
    const other = (await steal(paid, way, cart_hash)).json
    expect(other.order_id).not.toBe(first.order_id)
    expect(JSON.stringify(other)).not.toContain(`tc-order-id=${first.order_id}`)
    expect((await readOrder(paid, first.order_id)).status).toBe('not-completed')
  })

  test('stays the same for a client that corrects the purchaser and names its payment', async () => {
    const { cart_hash } = await linked(paid)
    const first = (await steal(paid, 'cardprocessor', cart_hash, ada)).json
    const corrected = { name: 'Ada', email: 'ada.lovelace@example.org' }
    const body = { purchaser: corrected, payment_intent: { id: first.payment_intent_id } }
    const again = (await order(paid, 'cardprocessor', cart_hash, { body })).json
    expect([again.order_id, again.client_secret]).toEqual([first.order_id, first.client_secret])
    expect((await readOrder(paid, first.order_id)).purchaser).toMatchObject(corrected)
  })

  test('that was paid a moment ago is not told to another purchaser of the cart', async () => {
    const { cart_hash } = await linked(paid)
    const first = (await steal(paid, 'cardprocessor', cart_hash, ada)).json
    card.pay(first.payment_intent_id)
    const late = await steal(paid, 'cardprocessor', cart_hash)
    expect([late.status, late.json.code]).toEqual([400, 'tec-tc-empty-cart'])
    expect(late.text).not.toContain('key=')
    expect(await readOrder(paid, first.order_id)).toMatchObject({ status: 'completed' })
    const byWallet = await linked(paid)
    const begun = (await steal(paid, 'wallet', byWallet.cart_hash, ada)).json
    wallet.approve(begun.id)
    const other = await steal(paid, 'wallet', byWallet.cart_hash)
    expect(other.text).not.toContain(`tc-order-id=${begun.order_id}`)
  })

  test.each(['free', 'cardprocessor'] as const)(
    'by %s is refused for tickets that were not shown',
    async way => {
      const priceMinor = way === 'free' ? 0 : 3000
      const { cart_hash, ticketId } = await linked(app, { priceMinor })
      const { tickets } = (await app.tickets('GET', '/cart', { query: { cart_hash } })).json
      const asked = (expected_tickets: object[]) =>
        order(app, way, cart_hash, { body: { expected_tickets } })
      for (const wrong of [
        [],
        [{ ticket_id: ticketId, quantity: 2 }],
        [{ ticket_id: ticketId, quantity: 1, price: '1.00' }],
      ]) {
        const { status, json } = await asked(wrong)
        expect([status, json.code]).toEqual([409, 'cart-tickets-changed'])
        expect(json.data.tickets).toEqual([
          { ticket_id: ticketId, name: 'Chair', quantity: 1, price: tickets[0].price },
        ])
      }
      expect((await asked(tickets)).status).toBe(200)
    },
  )
})
