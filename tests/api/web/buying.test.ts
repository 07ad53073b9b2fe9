// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { letHoldsExpire, stockOf } from '../../support/buying.ts'
import { type TicketDraft, ticketOnSale } from '../../support/on-sale.ts'
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

describe('buying without a script', () => {
  test('leads from the event to free tickets by two forms', async () => {
    const { visitor } = await chose({ quantity: 2 })
    expect(visitor.at()).toBe('/checkout')
    const { text, headers } = visitor.page()
    // With `no-referrer` browsers send forms with the origin `null`, and cookies are not believed.
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(text).toContain('Held for you until')
    expect(text).toMatch(/name="do" value="order"[^>]*>\s*Order\s*</)
    await visitor.send('/checkout', ada, 'order')
    expect(visitor.at()).toMatch(/^\/tickets-order\/\?tc-order-id=\d+&key=/)
    const order = visitor.page()
    expect([order.status, order.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    expect(order.text).toContain('You are going to An evening')
    expect(order.text).toContain('This order is complete.')
    expect(order.text).toContain('Terms of sale accepted: 2026-11.')
    expect(order.text.match(/<img src="(?:data:image\/svg|[^"]+\/tickets\/qr\/)/g)).toHaveLength(2)
    const [, ticket = ''] = /<a href="(\/ticket\/[^"]+)"/.exec(order.text) ?? []
    expect((await visitor.open(ticket)).text).toContain('Ada Lovelace')
    expect((await visitor.open(`${ticket}x`)).status).toBe(404)
  })

  test('keeps the language of the page for the order, whatever the browser prefers', async () => {
    const { visitor } = await chose()
    await visitor.open('/checkout?lang=de')
    await visitor.send('/checkout', ada, 'order')
    const id = Number(/tc-order-id=(\d+)/.exec(visitor.at())?.[1])
    const { locale } = await app.db
      .selectFrom('orders')
      .select('locale')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(locale).toBe('de')
  })

  test('takes a paid order in the sandbox to a page that says plainly that no money is taken', async () => {
    const { visitor } = await chose({ priceMinor: 3000 })
    expect(visitor.page().text).toMatch(/>\s*Order and pay\s*</)
    await visitor.send('/checkout', ada, 'order')
    expect(visitor.at()).toBe('/checkout/pay')
    expect(visitor.page().text).toContain('Sandbox: payments are simulated')
    await visitor.send('/checkout/pay', {}, 'decline')
    expect(visitor.page().status).toBe(402)
    expect(visitor.page().text).toContain('Nothing was charged')
    await visitor.send('/checkout/pay', {}, 'succeed')
    expect(visitor.at()).toMatch(/^\/tickets-order/)
    expect(visitor.page().text).toContain('This order is paid.')
  })

  test('takes no other total than the page shows, when another tab changed the basket meanwhile', async () => {
    const { visitor } = await chose({ priceMinor: 3000 })
    const code = `meanwhile-${Date.now()}`
    await app.tickets('POST', '/coupons', {
      as: 'administrator',
      body: { slug: code, display_name: 'Half', sub_type: 'percent', amount: 50, status: 'active' },
    })
    await visitor.send('/checkout', { coupon: code }, 'coupon')
    await visitor.send('/checkout', ada, 'order')
    expect(visitor.page().text).toContain('$15.00')
    const firstTab = visitor.held('/checkout/pay')
    await visitor.open('/checkout')
    await visitor.send('/checkout', {}, 'uncoupon')
    await visitor.post('/checkout/pay', { ...firstTab, do: 'succeed' })
    expect(visitor.page().text).toContain('The total has changed since this page was opened.')
    expect(visitor.page().text).toContain('$30.00')
    expect(visitor.page().text).not.toContain('This order is paid.')
    await visitor.send('/checkout/pay', {}, 'succeed')
    expect(visitor.page().text).toContain('This order is paid.')
  })

  test('tells on the page of the payment how long the places are held, and that the time is over', async () => {
    const { visitor, ticketId, eventId } = await chose({ priceMinor: 3000, capacity: 1 })
    await visitor.send('/checkout', ada, 'order')
    expect(visitor.page().text).toContain('1 × Chair')
    expect(visitor.page().text).toMatch(/Held for you until \d+:\d\d\s[ap]m \(UTC\)/)
    await visitor.send('/checkout/pay', {}, 'decline')
    expect(visitor.page().text).toContain('your places are still held')
    await letHoldsExpire(app, ticketId)
    await visitor.send('/checkout/pay', {}, 'decline')
    expect(visitor.page().text).toContain('no longer held for you')
    expect(visitor.page().text).not.toMatch(/still held|Held for you until/)
    const rival = buyer(app)
    await rival.open(`/?p=${eventId}`)
    await rival.send('/cart', { [`tickets[t${ticketId}]`]: '1' })
    await rival.send('/checkout', { ...ada, name: 'Bo Rival' }, 'order')
    await rival.send('/checkout/pay', {}, 'succeed')
    expect(rival.page().text).toContain('This order is paid.')
    await visitor.send('/checkout/pay', {}, 'succeed')
    expect(visitor.page().text).toContain('its places were no longer available')
    expect(visitor.page().text).not.toMatch(/This order is paid|no longer valid/)
  })

  test('names every invalid field beside it and keeps what was entered', async () => {
    const { visitor } = await chose({ names: 'required' })
    await visitor.send('/checkout', { name: 'Ada "A" <b>', email: 'ada@', terms: '' }, 'order')
    const { status, text } = visitor.page()
    expect(status).toBe(422)
    expect(text).toContain('4 fields need another look.')
    expect(text).toContain('value="Ada &quot;A&quot; &lt;b>"')
    expect(text).toContain('Accept the terms of sale to order.')
    expect(text).toMatch(/id="f-email"[^>]*aria-invalid="true"/)
    await visitor.open('/checkout')
    expect(visitor.held('/checkout')).toMatchObject({ name: 'Ada "A" <b>', email: 'ada@' })
  })

  test('gives the buyer’s details to every attendee without a name', async () => {
    const { visitor, ticketId } = await chose({ quantity: 2, names: 'required' })
    const second = `attendees[t${ticketId}][1][name]`
    await visitor.send('/checkout', { ...ada, [second]: 'Bo' }, 'copy')
    expect(visitor.held('/checkout')).toMatchObject({
      [`attendees[t${ticketId}][0][name]`]: 'Ada Lovelace',
      [`attendees[t${ticketId}][0][email]`]: 'ada@example.org',
      [second]: 'Bo',
    })
    await visitor.send(
      '/checkout',
      { ...ada, [`attendees[t${ticketId}][1][email]`]: 'bo@example.org' },
      'order',
    )
    expect(visitor.page().text).toContain('>Bo · Ticket 2 of 2<')
  })

  test('makes one order when it is sent twice, or again after going back', async () => {
    const { visitor, ticketId } = await chose()
    const form = { ...visitor.held('/checkout'), ...ada, do: 'order' }
    const before = await ordersIn(app)
    await visitor.post('/checkout', form)
    const first = visitor.at()
    await visitor.post('/checkout', form)
    expect(visitor.at()).toBe(first)
    await visitor.open('/checkout')
    expect(visitor.at()).toBe(first)
    expect(await ordersIn(app)).toBe(before + 1)
    expect(await stockOf(app, ticketId)).toMatchObject({ sold: 1, held: 0 })
  })

  test.each([0, 3000])(
    'keeps an order from whoever sent its buyer the link of the cart, at a price of %i',
    async priceMinor => {
      const { id } = await ticketOnSale(app, { name: 'Chair', priceMinor })
      const body = { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] }
      const { cart_hash } = (await app.tickets('POST', '/cart', { body })).json
      const [sender, victim] = [buyer(app), buyer(app)]
      for (const visitor of [sender, victim]) await visitor.open(`/checkout?cart=${cart_hash}`)
      await victim.send('/checkout', ada, 'order')
      if (priceMinor > 0) await victim.send('/checkout/pay', {}, 'succeed')
      expect(victim.at()).toMatch(/^\/tickets-order\/\?tc-order-id=/)
      for (const path of ['/checkout', '/checkout/pay', `/checkout?cart=${cart_hash}`]) {
        await sender.open(path)
        expect([path, sender.at()]).toEqual([path, path.split('?')[0]])
        expect(sender.page().text).toContain('Your basket is empty')
      }
      await victim.open('/checkout')
      expect(victim.at()).toMatch(/^\/tickets-order\/\?tc-order-id=/)
    },
  )

  test('refuses a form made for another basket, and changes nothing', async () => {
    const { visitor, ticketId } = await chose()
    const other = await chose()
    const form = { ...other.visitor.held('/checkout'), [`tickets[t${ticketId}]`]: '5', do: 'save' }
    await visitor.post('/checkout', form)
    expect(visitor.page().status).toBe(409)
    expect(visitor.page().text).toContain('belongs to another basket')
    expect(await stockOf(app, ticketId)).toMatchObject({ held: 1 })
  })
})

describe('the page of an order', () => {
  test('is sent compressed, since its address is its only secret, and a basket is not', async () => {
    const { visitor } = await chose()
    const asks = { 'accept-encoding': 'br' }
    const basket = await app.call('GET', '/checkout', { headers: asks })
    expect(basket.headers['content-encoding']).toBeUndefined()
    await visitor.send('/checkout', ada, 'order')
    const got = await app.call('GET', visitor.at(), { headers: asks })
    expect([got.status, got.headers['content-encoding']]).toEqual([200, 'br'])
    expect(got.headers['vary']).toContain('Accept-Encoding')
  })

  test('transfers a ticket to another person with a new code', async () => {
    const { visitor } = await chose()
    await visitor.send('/checkout', ada, 'order')
    const [, ticket = ''] = /<a href="(\/ticket\/[^"]+)"/.exec(visitor.page().text) ?? []
    const form = visitor.held('/tickets-order/holder')
    const id = form['attendee']
    await visitor.post('/tickets-order/holder', {
      ...form,
      [`name-${id}`]: 'Bo',
      [`email-${id}`]: 'bo',
    })
    expect(visitor.page().status).toBe(422)
    await visitor.post('/tickets-order/holder', {
      ...form,
      [`name-${id}`]: 'Bo',
      [`email-${id}`]: 'bo@example.org',
    })
    expect(visitor.page().text).toContain('The ticket has a new holder.')
    const reloaded = await visitor.open(visitor.at())
    expect([reloaded.status, reloaded.text.includes('its new holder')]).toEqual([200, false])
    expect((await visitor.open(ticket)).status).toBe(410)
    await visitor.post('/tickets-order/holder', { ...form, key: 'x'.repeat(32) })
    expect(visitor.page().status).toBe(404)
  })

  test('of a cancelled event shows no code, and says that nobody is admitted', async () => {
    const { visitor, eventId } = await chose({ quantity: 2 })
    await visitor.send('/checkout', ada, 'order')
    const address = visitor.at()
    const transfer = visitor.held('/tickets-order/holder')
    await app.events('POST', `/events/${eventId}`, {
      as: 'administrator',
      body: { happening: 'cancelled', happening_reason: 'The singer is ill.' },
    })
    const { text } = await visitor.open(address)
    expect(text).toContain('The singer is ill.')
    expect(text).toContain('Its tickets admit nobody, because the event is cancelled.')
    expect(text.match(/This ticket does not admit anybody/g)).toHaveLength(2)
    expect(text).not.toMatch(/You are going to|at the entrance|class="pill good"|tickets\/qr|<img/)
    await visitor.post('/tickets-order/holder', transfer)
    expect(visitor.page().status).toBe(409)
  })

  test('gives one of several free places back, once, and none that somebody came in with', async () => {
    const { visitor, ticketId } = await chose({ quantity: 3, capacity: 3 })
    await visitor.send('/checkout', ada, 'order')
    const form = visitor.held('/tickets-order/give-back')
    await visitor.post('/tickets-order/give-back', form)
    await visitor.post('/tickets-order/give-back', form)
    expect(visitor.page().text).toContain('You have given the place back.')
    expect(visitor.page().text).toContain('Part of this order was given back.')
    expect(
      visitor.page().text.match(/<img src="(?:data:image\/svg|[^"]+\/tickets\/qr\/)/g),
    ).toHaveLength(2)
    expect(visitor.page().text).not.toContain(`name="attendee" value="${form['attendee']}"`)
    expect((await stockOf(app, ticketId)).sold).toBe(2)
    const next = visitor.held('/tickets-order/give-back')
    await app.tickets('POST', `/attendees/${next['attendee']}`, {
      as: 'administrator',
      body: { check_in: true },
    })
    await visitor.post('/tickets-order/give-back', next)
    expect(visitor.page().status).toBe(409)
    expect((await stockOf(app, ticketId)).sold).toBe(2)
  })

  test('gives free places back, once, and never paid ones', async () => {
    const { visitor, ticketId } = await chose({ quantity: 2 })
    await visitor.send('/checkout', ada, 'order')
    const { attendee, ...form } = visitor.held('/tickets-order/give-back')
    expect(attendee).toBeDefined()
    await visitor.post('/tickets-order/give-back', form)
    await visitor.post('/tickets-order/give-back', form)
    expect(visitor.page().text).toContain('You have given your places back.')
    expect(await stockOf(app, ticketId)).toMatchObject({ sold: 0 })
    const paid = await chose({ priceMinor: 500 })
    await paid.visitor.send('/checkout', ada, 'order')
    await paid.visitor.send('/checkout/pay', {}, 'succeed')
    expect(paid.visitor.page().text).not.toContain('give-back')
    const { key, 'tc-order-id': id } = paid.visitor.held('/tickets-order/holder')
    await paid.visitor.post('/tickets-order/give-back', { key: key ?? '', 'tc-order-id': id ?? '' })
    expect(paid.visitor.page().status).toBe(409)
  })
})
