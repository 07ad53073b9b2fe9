// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { letHoldsExpire, stockOf } from '../../support/buying.ts'
import { eventOnSale, type TicketDraft, ticketOnSale } from '../../support/on-sale.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const app = await startApp({
  TERMS_URL: 'https://example.org/terms',
  TERMS_VERSION: '2026-11',
})
const ada = { name: 'Ada Lovelace', email: 'ada@example.org', terms: '1' }

/** A buyer who chose so many of a new ticket, and now sees the basket. */
async function chose(draft: TicketDraft & { quantity?: number } = {}, on: TestApp = app) {
  const { quantity = 1, ...ticket } = draft
  const { id, eventId } = await ticketOnSale(on, { name: 'Chair', ...ticket })
  const visitor = buyer(on)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: String(quantity) })
  return { visitor, ticketId: id, eventId }
}

const ordersIn = async (on: TestApp) =>
  (await on.db.selectFrom('orders').select(['id', 'status', 'terms_accepted']).execute()).length

describe('the basket', () => {
  test('changes quantities, and is empty when all are removed', async () => {
    const { visitor, ticketId } = await chose({ quantity: 2 })
    await visitor.send('/checkout', { [`tickets[t${ticketId}]`]: '3' }, 'save')
    expect(await stockOf(app, ticketId)).toMatchObject({ held: 3 })
    await visitor.send('/checkout', { [`tickets[t${ticketId}]`]: 'many' }, 'save')
    expect(visitor.page().text).toContain('A quantity must be a whole number.')
    await visitor.open('/checkout')
    await visitor.send('/checkout', { [`tickets[t${ticketId}]`]: '0' }, 'save')
    expect(visitor.page().text).toContain('Your basket is empty')
    expect(await stockOf(app, ticketId)).toMatchObject({ held: 0 })
  })

  test('extends its time twice and not again', async () => {
    const { visitor, ticketId } = await chose()
    const until = async () =>
      (
        await app.db
          .selectFrom('carts')
          .select('expires_at')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
      ).expires_at
    const first = await until()
    await visitor.send('/checkout', {}, 'extend')
    expect(visitor.page().text).toContain('You have more time now.')
    expect((await until())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
    await visitor.send('/checkout', {}, 'extend')
    expect(visitor.page().text).not.toContain('value="extend"')
    const last = await until()
    await visitor.post('/checkout', { ...visitor.held('/checkout'), do: 'extend', name: 'Ada' })
    expect([visitor.page().status, visitor.held('/checkout')['name']]).toEqual([409, 'Ada'])
    expect(visitor.page().text).toContain('You have already extended the time twice')
    expect(visitor.page().text).toContain('data-soon="Less than a minute left: order now."')
    expect(await until()).toEqual(last)
    expect(await stockOf(app, ticketId)).toMatchObject({ held: 1 })
  })

  test('says when its time is over, keeps what was entered, and holds again what is free', async () => {
    const { visitor, ticketId, eventId } = await chose({ capacity: 1 })
    await visitor.send('/checkout', ada, 'save')
    await letHoldsExpire(app, ticketId)
    // The button of a page that was opened while there was time.
    await visitor.send('/checkout', {}, 'extend')
    expect(visitor.page().text).toContain('no longer held for you')
    expect(visitor.page().text).not.toContain('You have more time now.')
    expect(visitor.held('/checkout')).toMatchObject({ name: 'Ada Lovelace' })
    const rival = buyer(app)
    await rival.open(`/?p=${eventId}`)
    await rival.send('/cart', { [`tickets[t${ticketId}]`]: '1' })
    await visitor.send('/checkout', {}, 'again')
    expect(visitor.page().status).toBe(409)
    expect(visitor.page().text).toContain('is sold out')
    await rival.send('/checkout', { [`tickets[t${ticketId}]`]: '0' }, 'save')
    await visitor.send('/checkout', {}, 'again')
    expect(visitor.page().text).toContain('held for you again')
  })

  test('lets a buyer of the sandbox confirm a payment at the bank, or refuse it', async () => {
    const { visitor } = await chose({ priceMinor: 3000 })
    await visitor.send('/checkout', ada, 'order')
    await visitor.send('/checkout/pay', {}, 'action')
    expect(visitor.page().status).toBe(200)
    expect(visitor.page().text).toContain('Your bank asks you to confirm this payment.')
    expect(visitor.page().text).not.toContain('declined')
    await visitor.send('/checkout/pay', {}, 'decline')
    expect(visitor.page().text).toContain('The payment was declined.')
    await visitor.send('/checkout/pay', {}, 'action')
    await visitor.open('/checkout/pay')
    expect(visitor.page().text).toContain('Simulate: confirm at the bank')
    await visitor.send('/checkout/pay', {}, 'succeed')
    expect(visitor.page().text).toContain('This order is paid.')
  })

  test('accepts a coupon, shows the discount, and refuses an invalid one', async () => {
    const { visitor } = await chose({ priceMinor: 3000 })
    const code = `half-${Date.now()}`
    await app.tickets('POST', '/coupons', {
      as: 'administrator',
      body: { slug: code, display_name: 'Half', sub_type: 'percent', amount: 50, status: 'active' },
    })
    await visitor.send('/checkout', { coupon: 'nothing-such' }, 'coupon')
    expect(visitor.page().text).toContain('This coupon cannot be used here.')
    // The reason stands beside the field and is read out with it.
    expect(visitor.page().text).toMatch(
      /<input(?=[^>]*name="coupon")(?=[^>]*aria-invalid="true")(?=[^>]*f-coupon-problem)/,
    )
    await visitor.send('/checkout', { coupon: code, terms: '1' }, 'coupon')
    expect(visitor.page().text).toContain('The coupon has been applied.')
    // What was ticked stays ticked until the order.
    expect(visitor.held('/checkout')['terms']).toBe('1')
    // After a reload the page no longer says so.
    expect((await visitor.open(visitor.at())).text).not.toContain('The coupon has been applied.')
    expect(visitor.page().text).toContain('-$15.00')
    await visitor.send('/checkout', {}, 'uncoupon')
    expect(visitor.page().text).toContain('The coupon has been removed.')
  })

  test('names what cannot be ordered any more: tickets of a cancelled event, and a coupon that was switched off', async () => {
    for (const priceMinor of [0, 3000]) {
      const { visitor, eventId } = await chose({ priceMinor })
      const called = { as: 'administrator', body: { happening: 'cancelled' } } as const
      await app.events('POST', `/events/${eventId}`, called)
      const before = await ordersIn(app)
      await visitor.send('/checkout', ada, 'order')
      expect([visitor.page().status, await ordersIn(app)]).toEqual([409, before])
      expect(visitor.page().text).toMatch(/removed from your basket: Chair\. Nothing was ordered/)
      expect(visitor.page().text).not.toContain('value="order"')
      const other = await chose({ priceMinor })
      const slug = `off-${priceMinor}`
      const made = await app.tickets('POST', '/coupons', {
        as: 'administrator',
        body: { slug, display_name: 'Off', sub_type: 'percent', amount: 50, status: 'active' },
      })
      await other.visitor.send('/checkout', { coupon: slug }, 'coupon')
      const body = { status: 'inactive' }
      await app.tickets('PATCH', `/coupons/${made.json.id}`, { as: 'administrator', body })
      await other.visitor.send('/checkout', ada, 'order')
      expect([other.visitor.page().status, await ordersIn(app)]).toEqual([409, before])
      expect(other.visitor.page().text).toMatch(
        new RegExp(`role="alert"[\\s\\S]*Coupon ${slug} can no longer be used`),
      )
      await other.visitor.send('/checkout', {}, 'uncoupon')
      await other.visitor.send('/checkout', ada, 'order')
      expect(other.visitor.page().status).toBe(200)
    }
  })

  test('filled by an API client opens in a browser, which then keeps it', async () => {
    const { id } = await ticketOnSale(app)
    const { json } = await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 2 }] },
    })
    const visitor = buyer(app)
    await visitor.open(json.checkout_url.replace('http://tickets.test', ''))
    expect(visitor.at()).toBe('/checkout')
    expect(visitor.held('/checkout')).toMatchObject({ [`tickets[t${id}]`]: '2' })
    expect((await buyer(app).open('/checkout')).text).toContain('Your basket is empty')
  })
})

describe('choosing tickets', () => {
  test('shows the whole price, what is left, and why a ticket is not available', async () => {
    const eventId = await eventOnSale(app)
    await ticketOnSale(app, {
      eventId,
      name: 'Bench',
      priceMinor: 5000,
      salePriceMinor: 4000,
      capacity: 7,
    })
    await ticketOnSale(app, { eventId, name: 'Gone', capacity: 0 })
    await ticketOnSale(app, { eventId, name: 'Soon', saleStartsAt: '2031-05-01T10:00:00Z' })
    await ticketOnSale(app, { eventId, name: 'Past', saleEndsAt: '2026-11-20T10:00:00Z' })
    const { text, headers } = await app.call('GET', `/?p=${eventId}`)
    expect(text).toMatch(/<s[^>]*>.*\$50\.00<\/s> <strong>\$40\.00/)
    expect(text).toContain('7 left')
    expect(text).toContain('Sold out')
    expect(text).toMatch(/On sale from Thursday,? 1 May 2031 at 10:00\sam \(UTC\)/)
    expect(text).toContain('Sales have ended')
    expect(headers['refresh']).toBeUndefined()
  })

  test('shows tickets by itself when the sale begins', async () => {
    const { eventId } = await ticketOnSale(app, { saleStartsAt: '2026-11-21T12:01:30Z' })
    const { headers } = await app.call('GET', `/?p=${eventId}`)
    expect(headers['refresh']).toBe('90')
  })

  test('shows the choice again, with the reason, when a ticket is not available', async () => {
    const { visitor, ticketId } = await chose({ capacity: 3, quantity: 9 })
    expect(visitor.page().status).toBe(409)
    expect(visitor.page().text).toContain('You can have 3 of “Chair” at most.')
    await visitor.send('/cart', { [`tickets[t${ticketId}]`]: '' })
    expect(visitor.page().text).toContain('Choose how many tickets you want.')
    await visitor.send('/cart', { [`tickets[t${ticketId}]`]: '3' })
    expect(visitor.at()).toBe('/checkout')
  })
})
