import { describe, expect, test } from 'vitest'
import { buy, fillCart, order, readOrder, refund } from '../../support/buying.ts'
import { cartClient } from '../../support/cart-client.ts'
import { clientOf, staffClient } from '../../support/client-in-process.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const { post, get } = cartClient(app)

let made = 0
const coupon = async (limits: object, more: object = {}) => {
  const slug = `limited-${(made += 1)}`
  const body = {
    slug,
    display_name: 'L',
    status: 'active',
    sub_type: 'percent',
    amount: 20,
    limits,
  }
  const got = await app.tickets('POST', '/coupons', { as, body: { ...body, ...more } })
  expect([got.status, got.json.code]).toEqual([200, undefined])
  return got.json as { id: number; slug: string; limits: Record<string, unknown> }
}
const change = (id: number, limits: object) =>
  app.tickets('PATCH', `/coupons/${id}`, { as, body: { limits } })
const apply = (slug: string, cart_hash: string) =>
  app.tickets('POST', '/coupons/apply', { body: { coupon: slug, cart_hash } })
const twoTickets = async () => {
  const eventId = await eventOnSale(app)
  const standard = await ticketOnSale(app, { eventId, name: 'Standard', priceMinor: 1000 })
  const gold = await ticketOnSale(app, { eventId, name: 'Gold', priceMinor: 5000 })
  return { eventId, standard, gold }
}
const refusedFor = (slug: string, kind: string) => ({
  status: 400,
  json: {
    code: 'tickets_apply_coupon_error',
    data: { success: false, coupon: slug, limit: { kind } },
  },
})

describe('the discount of a coupon for one ticket', () => {
  test('is taken from that ticket alone, and a refund of each place gives back what it cost', async () => {
    const { standard, gold } = await twoTickets()
    const { slug } = await coupon({ tickets: [standard.id] })
    const lines = [
      { ticket_id: standard.id, quantity: 2 },
      { ticket_id: gold.id, quantity: 1 },
    ]
    const { json } = await post(lines, { coupon: slug })
    expect([json.discount, json.total, json.coupon]).toEqual(['4.00', '66.00', slug])
    const buyer = clientOf(app)
    const purchaser = { name: 'Ada', email: 'ada@example.org' }
    const paying = await buyer.createCardOrder({ cart_hash: json.cart_hash, purchaser })
    const { payment_intent_id: order_id, client_secret } = paying
    const paid = await buyer.updateCardOrder({
      order_id,
      client_secret,
      cart_hash: json.cart_hash,
    })
    const shown = await readOrder(app, paid.order_id)
    const line = (id: number) => shown.items.find(({ ticket_id }) => ticket_id === id)?.id ?? 0
    await refund(app, paid.order_id, { lines: [{ id: line(gold.id), quantity: 1 }] })
    await refund(app, paid.order_id, { lines: [{ id: line(standard.id), quantity: 1 }] })
    const { refunds } = await readOrder(app, paid.order_id)
    const amounts = refunds.map(({ amount }) => amount)
    expect(new Set(amounts)).toEqual(new Set(['50.00', '8.00']))
  })

  test('does not count for other tickets, and says so', async () => {
    const { standard, gold } = await twoTickets()
    const { slug } = await coupon({ tickets: [standard.id] })
    const cart_hash = await fillCart(app, gold.id)
    expect(await apply(slug, cart_hash)).toMatchObject(refusedFor(slug, 'other_tickets'))
    expect(await post([{ ticket_id: gold.id, quantity: 1 }], { coupon: slug })).toMatchObject(
      refusedFor(slug, 'other_tickets'),
    )
  })

  test('counts for all tickets of an event that it names', async () => {
    const { eventId, standard, gold } = await twoTickets()
    const { slug } = await coupon({ events: [eventId] })
    const other = await ticketOnSale(app, { priceMinor: 1000 })
    const lines = [standard.id, gold.id, other.id].map(ticket_id => ({ ticket_id, quantity: 1 }))
    expect((await post(lines, { coupon: slug })).json.discount).toBe('12.00')
  })

  test('counts for nothing once its only ticket is deleted', async () => {
    const { standard, gold } = await twoTickets()
    const { slug } = await coupon({ tickets: [standard.id] })
    await app.db.deleteFrom('tickets').where('id', '=', standard.id).execute()
    const cart_hash = await fillCart(app, gold.id)
    expect((await apply(slug, cart_hash)).status).toBe(400)
  })
})

describe('a minimum', () => {
  test('is what tickets and fees come to before the discount', async () => {
    const { standard } = await twoTickets()
    const { slug } = await coupon({ min_total: '20.00' })
    const cart_hash = await fillCart(app, standard.id, 1)
    expect(await apply(slug, cart_hash)).toMatchObject(refusedFor(slug, 'minimum'))
    await post([{ ticket_id: standard.id, quantity: 2 }], { cart_hash })
    expect((await apply(slug, cart_hash)).status).toBe(200)
    expect((await get(cart_hash)).json.total).toBe('16.00')
    // The coupon leaves a cart that no longer comes to it.
    const { json } = await post([{ ticket_id: standard.id, quantity: 1 }], { cart_hash })
    expect([json.coupon, json.total]).toEqual([null, '10.00'])
  })
})

describe('places', () => {
  test('one use for four places does not buy ten tickets', async () => {
    const { standard } = await twoTickets()
    const { slug } = await coupon({ max_places_per_order: 4 }, { usage_limit: 1 })
    const ten = await fillCart(app, standard.id, 10)
    expect(await apply(slug, ten)).toMatchObject(refusedFor(slug, 'per_order'))
    const four = await fillCart(app, standard.id, 4)
    expect((await apply(slug, four)).status).toBe(200)
    const more = await post([{ ticket_id: standard.id, quantity: 10 }], { cart_hash: four })
    expect([more.status, more.json.code]).toEqual([409, 'ticket-capacity-not-available'])
    expect(more.json.message).toBe(`Coupon "${slug}" is for at most 4 places in one order.`)
    expect((await get(four)).json.coupon).toBe(slug)
  })

  test('are counted over all orders, held with the cart, and come back with a refund', async () => {
    const { standard, gold } = await twoTickets()
    const full = { sub_type: 'percent', amount: 100 }
    const { id, slug } = await coupon({ tickets: [standard.id], max_places: 5 }, full)
    const first = await post([{ ticket_id: standard.id, quantity: 3 }], { coupon: slug })
    const tooMany = await post([{ ticket_id: standard.id, quantity: 3 }], { coupon: slug })
    expect(tooMany).toMatchObject(refusedFor(slug, 'places'))
    // Other tickets take none of them.
    const mixed = await post(
      [
        { ticket_id: standard.id, quantity: 2 },
        { ticket_id: gold.id, quantity: 4 },
      ],
      { coupon: slug },
    )
    expect(mixed.status).toBe(200)
    expect((await order(app, 'free', first.json.cart_hash)).status).toBe(200)
    const { limits } = await staffClient(app).then(client => client.getCoupon({ id }))
    expect(limits).toMatchObject({ places_ordered: 3, places_held: 2 })
    const { orderId } = await app.db
      .selectFrom('orders')
      .select('id as orderId')
      .where('coupon_id', '=', id)
      .executeTakeFirstOrThrow()
    await refund(app, orderId)
    const after = await staffClient(app).then(client => client.getCoupon({ id }))
    expect(after.limits).toMatchObject({ places_ordered: 0, places_held: 2 })
    expect((await post([{ ticket_id: standard.id, quantity: 3 }], { coupon: slug })).status).toBe(
      200,
    )
  })

  test('of an expired cart are free for the next', async () => {
    const { standard } = await twoTickets()
    const { slug } = await coupon({ max_places: 2 })
    const { json } = await post([{ ticket_id: standard.id, quantity: 2 }], { coupon: slug })
    await cartClient(app).age(json.cart_hash)
    expect((await post([{ ticket_id: standard.id, quantity: 2 }], { coupon: slug })).status).toBe(
      200,
    )
    const late = await order(app, 'cardprocessor', json.cart_hash)
    expect([late.status, late.json.code]).toEqual([400, 'tickets_apply_coupon_error'])
  })
})

describe('one person', () => {
  test('uses a coupon so many times, however the address is written, also at once', async () => {
    const { standard } = await twoTickets()
    const full = { sub_type: 'percent', amount: 100 }
    const { slug } = await coupon({ per_person: 1 }, full)
    const cart = async () =>
      (await post([{ ticket_id: standard.id, quantity: 1 }], { coupon: slug })).json
        .cart_hash as string
    const carts = await Promise.all([cart(), cart(), cart()])
    const orders = await Promise.all(
      carts.map((cart_hash, at) =>
        order(app, 'free', cart_hash, {
          body: {
            purchaser: { name: 'A', email: at % 2 ? 'ONCE@example.org' : 'once@example.org' },
          },
        }),
      ),
    )
    expect(orders.filter(({ status }) => status === 200)).toHaveLength(1)
    const other = { purchaser: { name: 'B', email: 'other@example.org' } }
    expect((await order(app, 'free', await cart(), { body: other })).status).toBe(200)
  })
})

describe('limits of a coupon that was used', () => {
  test('can be raised and never narrowed', async () => {
    const { standard, gold } = await twoTickets()
    const { id, slug } = await coupon({ tickets: [standard.id], max_places: 5, min_total: '5' })
    await post([{ ticket_id: standard.id, quantity: 1 }], { coupon: slug })
    const narrower = { tickets: [gold.id], max_places: 4, per_person: 1, min_total: '6' }
    const refused = await change(id, narrower)
    expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([
      400,
      ['limits[tickets]', 'limits[max_places]', 'limits[per_person]', 'limits[min_total]'],
    ])
    const wider = await change(id, { max_places: 9, min_total: '', tag: 'press' })
    expect(wider.json.limits).toMatchObject({ max_places: 9, min_total: null, tag: 'press' })
  })

  test('name only what exists, and hidden tickets to open', async () => {
    const { standard } = await twoTickets()
    const body = {
      slug: 'nothing',
      display_name: 'N',
      status: 'active',
      amount: 0,
      limits: { events: [987_654], opens: [standard.id], min_total: '1.234' },
    }
    const { status, json } = await app.tickets('POST', '/coupons', { as, body })
    expect([status, Object.keys(json.data.params)]).toEqual([
      400,
      ['limits[min_total]', 'limits[events]', 'limits[opens]'],
    ])
  })
})

test('a coupon without limits is answered as it was', async () => {
  const body = { slug: 'plain', display_name: 'P', status: 'active', amount: 1 }
  const { json } = await app.tickets('POST', '/coupons', { as, body })
  expect(Object.keys(json)).not.toContain('limits')
  await buy(app, (await ticketOnSale(app)).id)
})

describe('a code for one place (HiEventsDev/Hi.Events#219)', () => {
  test('buys one place and not ten, in one order or in several, and comes back when the place is given back', async () => {
    const { standard } = await twoTickets()
    const { slug, id } = await coupon({ tickets: [standard.id], max_places: 1 }, { amount: 100 })
    const wish = (quantity: number) =>
      app.tickets('POST', '/cart', {
        body: { provider: 'tc', coupon: slug, tickets: [{ ticket_id: standard.id, quantity }] },
      })
    expect(await wish(10)).toMatchObject({ status: 400 })
    expect(await wish(2)).toMatchObject({ status: 400 })
    const { orderId } = await buy(app, standard.id, { coupon: slug })
    expect(await wish(1)).toMatchObject({ status: 400 })
    await refund(app, orderId)
    expect(await wish(1)).toMatchObject({ status: 200 })
    const { json } = await app.tickets('GET', `/coupons/${id}`, { as })
    expect(json.limits).toMatchObject({ places_ordered: 0, places_held: 1 })
  })
})
