import { describe, expect, test } from 'vitest'
import { storedPassword } from '../../../src/catalogue/events/unlock-event.ts'
import { order } from '../../support/buying.ts'
import { cartClient } from '../../support/cart-client.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { post, get, quantities, stockOf } = cartClient(app)

describe('filling a cart is refused', () => {
  test('with 404 for an unknown or unpublished ticket', async () => {
    const draft = await ticketOnSale(app, { status: 'draft' })
    const hidden = await ticketOnSale(app, { eventId: await eventOnSale(app, { status: 'draft' }) })
    for (const id of [999_999, -1, 0, draft.id, hidden.id]) {
      const got = await post([{ ticket_id: id, quantity: 1 }])
      expect([got.status, got.json.code]).toEqual([404, 'ticket-does-not-exist'])
    }
  })

  test('with 409 for more than there is, naming what is left, and the cart stays unchanged', async () => {
    const event = { eventId: await eventOnSale(app) }
    const [a, b] = [
      await ticketOnSale(app, { ...event, capacity: 5, name: 'Stalls' }),
      await ticketOnSale(app, { ...event, capacity: 2, name: 'Box' }),
    ]
    const { json } = await post([{ ticket_id: a.id, quantity: 2 }])
    const got = await post(
      [
        { ticket_id: a.id, quantity: 5 },
        { ticket_id: b.id, quantity: 3 },
      ],
      { cart_hash: json.cart_hash },
    )
    expect([got.status, got.json.code]).toEqual([409, 'ticket-capacity-not-available'])
    expect(got.json.message).toBe('Only 2 of "Box" left.')
    expect(got.json.data.validation_errors).toEqual([
      { ticket_id: b.id, ticket_name: 'Box', requested: 3, available: 2, insufficient: true },
    ])
    expect((await get(json.cart_hash)).json).toEqual(json)
    expect([await stockOf(a.id), await stockOf(b.id)]).toMatchObject([{ held: 2 }, { held: 0 }])
  })

  test('without a trace when it is the first of a cart', async () => {
    const { id } = await ticketOnSale(app, { capacity: 1 })
    const before = await app.db.selectFrom('carts').select('id').execute()
    expect((await post([{ ticket_id: id, quantity: 2 }])).status).toBe(409)
    expect(await app.db.selectFrom('carts').select('id').execute()).toEqual(before)
  })

  test('for a ticket before and after its sale', async () => {
    const early = await ticketOnSale(app, { saleStartsAt: '2026-11-21T12:00:01Z' })
    const late = await ticketOnSale(app, { saleEndsAt: '2026-11-21T11:59:59Z' })
    for (const { id } of [early, late]) {
      const got = await post([{ ticket_id: id, quantity: 1 }])
      expect([got.status, got.json.code]).toEqual([409, 'ticket-capacity-not-available'])
    }
  })

  test('for a ticket priced in another currency than the site’s', async () => {
    const { id } = await ticketOnSale(app, { priceMinor: 100, currency: 'EUR' })
    expect((await post([{ ticket_id: id, quantity: 1 }])).status).toBe(409)
  })

  test('for a cart with a total that nobody could pay', async () => {
    const { id } = await ticketOnSale(app, {
      priceMinor: 1_000_000_000_000,
      capacity: null,
      maxPerOrder: 2_000_000_000,
    })
    const got = await post([{ ticket_id: id, quantity: 1_000_000 }])
    expect([got.status, got.json.code]).toEqual([400, 'cart-too-large'])
  })

  test.each([
    ['tickets', { tickets: 'all' }],
    ['tickets', { tickets: [5] }],
    ['tickets', { tickets: [{ ticket_id: 1 }] }],
    ['tickets', { tickets: [{ ticket_id: 1, quantity: -1 }] }],
    ['tickets', { tickets: [{ ticket_id: 1, quantity: 1.5 }] }],
    ['tickets', { tickets: [{ ticket_id: 1, quantity: 3_000_000_000 }] }],
    ['tickets', { tickets: [{ ticket_id: 'one', quantity: 1 }] }],
    ['tickets', { tickets: Array.from({ length: 101 }, () => ({ ticket_id: 1, quantity: 0 })) }],
    ['meta', { meta: [{ ticket_id: 1, items: [{ email: 'nowhere' }] }] }],
    ['meta', { meta: [{ ticket_id: 1, items: [{ full_name: 5 }] }] }],
    ['meta', { meta: [{ ticket_id: 1, items: [{ full_name: 'x'.repeat(201) }] }] }],
    ['meta', { meta: [{ ticket_id: 1, items: ['Ann'] }] }],
    ['post_id', { post_id: 999_999 }],
    ['post_id', { post_id: 'x' }],
    ['cart_hash', { cart_hash: 'x'.repeat(201) }],
  ])('with 400 for a wrong %s, which is named', async (name, extras) => {
    const got = await app.tickets('POST', '/cart', { body: { provider: 'tc', ...extras } })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(got.json.data.params)).toEqual([name])
  })

  test('with 400 without a provider', async () => {
    const got = await app.tickets('POST', '/cart', { body: { tickets: [] } })
    expect(got.json).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['provider'] },
    })
  })

  test('with 403 for an event without tickets, for reading and writing', async () => {
    const post_id = await eventOnSale(app)
    const read = await app.tickets('GET', '/cart', { query: { post_id } })
    const written = await post([], { post_id })
    for (const got of [read, written]) {
      expect([got.status, got.json.code, got.json.message]).toEqual([
        403,
        'post-has-no-tickets',
        '',
      ])
    }
    expect((await app.tickets('GET', '/cart?post_id=999999')).status).toBe(400)
  })
})

describe('ordering a cart with tickets that were withdrawn', () => {
  const withdrawn = async () => {
    const [seat, box] = [
      await ticketOnSale(app, { priceMinor: 1000 }),
      await ticketOnSale(app, { priceMinor: 700, name: 'Box' }),
    ]
    const filled = await post([seat, box].map(({ id }) => ({ ticket_id: id, quantity: 1 })))
    const { cart_hash } = filled.json
    const events = app.db.updateTable('events').set({ status: 'draft' })
    await events.where('id', '=', seat.eventId).execute()
    return { seat, box, cart_hash, events }
  }

  test('says which they are, and how the rest is ordered', async () => {
    const { seat, box, cart_hash } = await withdrawn()
    const { status, json } = await order(app, 'cardprocessor', cart_hash)
    expect([status, json.code, json.message]).toEqual([
      400,
      'tec-tc-insufficient-stock',
      `"Seat" is not sold any more. To order the rest, send ticket_id ${seat.id} with quantity 0.`,
    ])
    await post([{ ticket_id: seat.id, quantity: 0 }], { cart_hash })
    expect((await order(app, 'cardprocessor', cart_hash)).json.total).toBe('7.00')
    expect(await stockOf(box.id)).toMatchObject({ held: 1 })
  })

  test.each(['cardprocessor', 'free'] as const)('and nothing else, by %s', async way => {
    const { box, cart_hash, events } = await withdrawn()
    await events.where('id', '=', box.eventId).execute()
    const { status, json } = await order(app, way, cart_hash)
    expect([status, json.code, json.message]).toEqual([
      400,
      'tec-tc-insufficient-stock',
      '"Seat" is not sold any more. "Box" is not sold any more.',
    ])
  })
})

describe('limits per order', () => {
  test('count all lines of a ticket and what the cart has already', async () => {
    const { id } = await ticketOnSale(app, { maxPerOrder: 4 })
    const rows = (...counts: number[]) => counts.map(quantity => ({ ticket_id: id, quantity }))
    expect((await post(rows(...Array(5).fill(1)))).status).toBe(409)
    const { json } = await post(rows(2, 2))
    expect(quantities(json)).toEqual({ [id]: 4 })
    const got = await post(rows(5), { cart_hash: json.cart_hash })
    expect([got.status, got.json.code]).toEqual([409, 'ticket-capacity-not-available'])
    expect(got.json.data.validation_errors).toMatchObject([{ requested: 5, available: 4 }])
  })

  test('count tickets with shared stock together', async () => {
    const event = { eventId: await eventOnSale(app), shared: 50 }
    const [a, b] = [
      await ticketOnSale(app, { ...event, maxPerOrder: 4 }),
      await ticketOnSale(app, { ...event, maxPerOrder: 6 }),
    ]
    const order = (some: number, others: number) =>
      post([
        { ticket_id: a.id, quantity: some },
        { ticket_id: b.id, quantity: others },
      ])
    expect((await order(4, 3)).status).toBe(409)
    expect((await order(4, 2)).status).toBe(200)
    expect((await order(5, 0)).status).toBe(409)
  })

  test('allow at most fifty types of ticket in a cart, however they were added', async () => {
    const eventId = await eventOnSale(app)
    const ids: number[] = []
    for (let made = 0; made < 51; made += 1) ids.push((await ticketOnSale(app, { eventId })).id)
    const rows = ids.map(ticket_id => ({ ticket_id, quantity: 1 }))
    const got = await post(rows)
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    const { json } = await post(rows.slice(0, 50))
    expect((await post(rows.slice(50), { cart_hash: json.cart_hash })).status).toBe(400)
  })
})

describe('a password-protected event', () => {
  test('sells to buyers with the password, and lets anybody give places back', async () => {
    const passwordHash = await storedPassword('open sesame')
    const eventId = await eventOnSale(app, { passwordHash: passwordHash ?? '' })
    const { id } = await ticketOnSale(app, { eventId })
    const rows = [{ ticket_id: id, quantity: 1 }]
    for (const extras of [{}, { password: 'wrong' }]) {
      const got = await post(rows, extras)
      expect([got.status, got.json.code]).toEqual([403, 'event-password-protected'])
    }
    const { status, json } = await post(rows, { password: 'open sesame' })
    expect(status).toBe(200)
    const own = { cart_hash: json.cart_hash }
    expect((await post([{ ticket_id: id, quantity: 2 }], own)).status).toBe(403)
    expect((await post([{ ticket_id: id, quantity: 0 }], own)).json.tickets).toEqual([])
  })
})
