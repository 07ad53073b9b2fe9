import { beforeEach, describe, expect, test } from 'vitest'
import { adoptCurrency, reprice } from '../../../src/cli/reprice.ts'
import { fillCart, order } from '../../support/buying.ts'
import { sellIn } from '../../support/currencies.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)
const as = 'administrator' as const
beforeEach(() => sellIn(app, 'USD'))

const fill = (ticket_id: number, quantity: number, cart_hash?: string) =>
  app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ ticket_id, quantity }], ...(cart_hash && { cart_hash }) },
  })

const demandAtLeast = (ticket_id: number, min_per_order: number) =>
  app.db.insertInto('ticket_minimums').values({ ticket_id, min_per_order }).execute()

describe('a price with too many decimals for its currency', () => {
  test('is rounded, and the answer says so', async () => {
    const eventId = await desk.event()
    const { status, json } = await desk.add(eventId, { price: '10.999' })
    expect([status, json.cost, json.warnings]).toEqual([
      202,
      '$11.00',
      ['price was rounded to 11.00: USD has 2 decimals.'],
    ])
    const exact = await desk.change(json, { price: '10.9900' })
    expect([exact.json.cost, exact.json.warnings]).toEqual(['$10.99', undefined])
    const sale = { ticket: { sale_price: { checked: true, price: '9.555' } } }
    const reduced = await desk.change(json, sale)
    expect(reduced.json.warnings).toEqual([
      'ticket[sale_price][price] was rounded to 9.56: USD has 2 decimals.',
    ])
  })

  test('is refused and named when rounding would make it free', async () => {
    const eventId = await desk.event()
    const { status, json } = await desk.add(eventId, { price: '0.004' })
    expect([status, json.code, Object.keys(json.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['price'],
    ])
    const ticket = (await desk.add(eventId, { price: '5' })).json
    const sale = { ticket: { sale_price: { checked: true, price: '0.004' } } }
    expect((await desk.change(ticket, sale)).status).toBe(400)
    expect((await desk.add(eventId, { price: '0.000' })).status).toBe(202)
  })

  test('is refused for a coupon or a fee', async () => {
    const fee = (raw_amount: string, sub_type = 'flat') =>
      app.tickets('POST', '/fees', {
        as,
        body: { display_name: 'F', sub_type, raw_amount, meta_value: 'per' },
      })
    const refused = await fee('1.005')
    expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([400, ['raw_amount']])
    expect((await fee('1.123', 'percent')).status).toBe(400)
    expect((await fee('1.500000')).json).toMatchObject({ raw_amount: '1.500000', currency: 'USD' })
  })
})

describe('the minimum per order', () => {
  test('is stored with the ticket, and never above the maximum', async () => {
    const eventId = await desk.event()
    const { json } = await desk.add(eventId, { min_per_order: 2, max_per_order: 4 })
    expect((await desk.read(json.id)).json).toMatchObject({ min_per_order: 2, max_per_order: 4 })
    const over = await desk.change(json, { min_per_order: 5 })
    expect([over.status, Object.keys(over.json.data.params)]).toEqual([400, ['min_per_order']])
    expect((await desk.change(json, { max_per_order: 1 })).status).toBe(400)
    const other = (await desk.add(eventId)).json
    expect((await desk.read(other.id)).json.min_per_order).toBe(1)
  })

  test('is enforced in the cart, except for no tickets at all', async () => {
    const ticket = await ticketOnSale(app, { name: 'Table' })
    await demandAtLeast(ticket.id, 3)
    const few = await fill(ticket.id, 2)
    expect([few.status, few.json.code, few.json.message]).toEqual([
      409,
      'ticket-capacity-not-available',
      'One order must have at least 3 of "Table".',
    ])
    const enough = await fill(ticket.id, 3)
    expect(enough.status).toBe(200)
    expect((await fill(ticket.id, 1, enough.json.cart_hash)).status).toBe(409)
    expect((await fill(ticket.id, 0, enough.json.cart_hash)).status).toBe(200)
  })

  test.each(['free', 'cardprocessor'] as const)(
    'is enforced at the order when it was raised after the cart was filled (%s)',
    async way => {
      const priceMinor = way === 'free' ? 0 : 1000
      const ticket = await ticketOnSale(app, { name: 'Table', priceMinor })
      const cart_hash = await fillCart(app, ticket.id, 2)
      await demandAtLeast(ticket.id, 3)
      const { status, json } = await order(app, way, cart_hash)
      expect([status, json.message]).toEqual([400, 'One order must have at least 3 of "Table".'])
    },
  )
})

describe('when the site changes its currency', () => {
  /** A ticket at 500, a coupon of 500 off and a fee of 50, all in JPY; the site then sells in USD. */
  async function moved(slug: string) {
    sellIn(app, 'JPY')
    const eventId = await desk.event()
    const ticket = (await desk.add(eventId, { price: '500' })).json
    const coupon = { slug, display_name: 'Off', status: 'active', amount: 500 }
    const off = (await app.tickets('POST', '/coupons', { as, body: coupon })).json
    const body = { display_name: 'Fee', amount: 50, meta_value: 'per' }
    const fee = (await app.tickets('POST', '/fees', { as, body })).json
    sellIn(app, 'USD')
    return { eventId, ticket, off, fee }
  }

  test('no stored amount is used in the new currency', async () => {
    const { eventId, ticket, off, fee } = await moved('yen')
    const coupon = await app.tickets('GET', `/coupons/${off.id}`, { as })
    expect(coupon.json).toMatchObject({ amount: 500, raw_amount: '500.000000', currency: 'JPY' })
    const charged = await app.tickets('GET', `/fees/${fee.id}`, { as })
    expect(charged.json).toMatchObject({ raw_amount: '50.000000', currency: 'JPY' })
    expect((await desk.read(ticket.id)).json.cost).toBe('¥500')
    const event = await app.events('GET', `/events/${eventId}`)
    expect(event.json.cost_details.values).toEqual(['500'])
  })

  test('tickets are refused with the way to go on, and coupons and fees do not count', async () => {
    const { eventId, ticket, fee } = await moved('yen-2')
    const refused = await fill(ticket.id, 1)
    expect([refused.status, refused.json.message]).toEqual([
      409,
      '"Seat" is priced in JPY, but this site sells in USD: it can be bought when its organizer has set a new price.',
    ])
    const { json: event } = await app.events('GET', `/events/${eventId}`)
    expect(event.json_ld.offers).toMatchObject([
      { availability: 'OutOfStock', priceCurrency: 'JPY' },
    ])
    const list = await app.http.inject('/events/?date=2027-01-01')
    expect(list.body).toContain('Planted')
    expect(list.body).not.toContain('¥500')
    const seat = await ticketOnSale(app, { priceMinor: 2000 })
    const selected_fees = [fee.id]
    await app.tickets('POST', `/tickets/${seat.id}/fees`, { as, body: { selected_fees } })
    const { json } = await fill(seat.id, 1)
    expect(json).toMatchObject({ fees: '0.00', total: '20.00' })
    const { cart_hash } = json
    const applied = await app.tickets('POST', '/coupons/apply', {
      body: { coupon: 'yen-2', cart_hash },
    })
    expect([applied.status, applied.json.message]).toEqual([
      400,
      "This coupon's amount is in JPY, but the cart is in USD.",
    ])
  })

  test('a coupon already in a cart is dropped, and the order says so', async () => {
    const { ticket } = await moved('yen-3')
    await app.db
      .updateTable('tickets')
      .set({ price_minor: 0 })
      .where('id', '=', ticket.id)
      .execute()
    sellIn(app, 'JPY')
    const { cart_hash } = (await fill(ticket.id, 1)).json
    await app.tickets('POST', '/coupons/apply', { body: { coupon: 'yen-3', cart_hash } })
    sellIn(app, 'USD')
    const { json } = await app.tickets('GET', '/cart', { query: { cart_hash } })
    expect(json.coupon).toBe(null)
    expect((await order(app, 'free', cart_hash)).json.code).toBe('tickets_apply_coupon_error')
  })

  test('a ticket is repriced by sending price and currency', async () => {
    const { ticket } = await moved('yen-4')
    const own = await desk.change(ticket, { price: '600' })
    expect(own.json.cost).toBe('¥600')
    expect((await desk.change(ticket, { currency: 'EUR', price: '5' })).status).toBe(400)
    expect((await desk.change(ticket, { currency: 'USD' })).status).toBe(400)
    const anew = await desk.change(ticket, { currency: 'USD', price: '4.50' })
    expect(anew.json.cost).toBe('$4.50')
    expect((await fill(ticket.id, 1)).status).toBe(200)
  })

  test('marquee reprice converts everything at a rate, or nothing', async () => {
    await app.db.deleteFrom('coupons').execute()
    await app.db.deleteFrom('ticket_fees').execute()
    await app.db.deleteFrom('fees').execute()
    await app.db.deleteFrom('tickets').where('currency', '=', 'JPY').execute()
    const { eventId, ticket, off, fee } = await moved('yen-5')
    const toDollars = (rate: string) => reprice(app.db, { from: 'JPY', to: 'usd', rate }, () => {})
    await expect(toDollars('0.000001')).rejects.toThrow(`ticket ${ticket.id}`)
    await expect(toDollars('0')).rejects.toThrow('rate')
    const named = `coupon ${off.id}, fee ${fee.id}, ticket ${ticket.id}. Check the rate.`
    for (const rate of ['2000000000', '999999999999']) {
      await expect(toDollars(rate)).rejects.toThrow(named)
    }
    expect((await desk.read(ticket.id)).json.cost).toBe('¥500')
    await toDollars('0.0067')
    expect((await desk.read(ticket.id)).json.cost).toBe('$3.35')
    const event = await app.events('GET', `/events/${eventId}`)
    expect(event.json.cost_details.values).toEqual(['3.35'])
    const coupon = await app.tickets('GET', `/coupons/${off.id}`, { as })
    expect(coupon.json).toMatchObject({ raw_amount: '3.350000', currency: 'USD' })
    // 50 yen are 33.5 cents; halves are rounded up.
    const charged = await app.tickets('GET', `/fees/${fee.id}`, { as })
    expect(charged.json).toMatchObject({ raw_amount: '0.340000', currency: 'USD' })
    expect((await fill(ticket.id, 1)).status).toBe(200)
  })

  test('amounts stored by an earlier release have the currency of the next start', async () => {
    const terms = { slug: 'old', display_name: 'Old', amount: 500 }
    const row = { ...terms, status: 'active', kind: 'flat' } as const
    await app.db.insertInto('coupons').values(row).execute()
    await adoptCurrency(app.db, 'USD')
    sellIn(app, 'JPY')
    const { json } = await app.tickets('GET', '/coupons', { as })
    const old = [json.coupons ?? json].flat().find((one: any) => one.slug === 'old')
    expect(old).toMatchObject({ raw_amount: '5.000000', currency: 'USD' })
  })
})
