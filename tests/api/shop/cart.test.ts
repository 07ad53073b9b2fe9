import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartClient } from '../../support/cart-client.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

const { post, get, quantities, stockOf } = cartClient(app)

describe('an empty cart', () => {
  test('is what every buyer has at first', async () => {
    const { status, json, headers } = await app.tickets('GET', '/cart')
    expect([status, json]).toEqual([
      200,
      {
        tickets: [],
        meta: [],
        cart_url: '',
        checkout_url: '',
        cart_hash: '',
        expires_at: null,
        subtotal: '0.00',
        fees: '0.00',
        discount: '0.00',
        total: '0.00',
        currency: 'USD',
        coupon: null,
      },
    ])
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('is returned for an invented secret, which is never accepted', async () => {
    const made = 'A'.repeat(32)
    const { id } = await ticketOnSale(app)
    expect((await get(made)).json.cart_hash).toBe('')
    const got = await post([{ ticket_id: id, quantity: 1 }], { cart_hash: made })
    expect(got.json.cart_hash).not.toBe(made)
    expect((await get(made)).json.tickets).toEqual([])
  })
})

describe('filling a cart', () => {
  test.each(['POST', 'PUT', 'PATCH'])('by %s stores, totals and holds', async method => {
    const { id, eventId } = await ticketOnSale(app, { priceMinor: 3050, capacity: 5 })
    const body = {
      provider: 'tickets-commerce',
      post_id: eventId,
      tickets: [{ ticket_id: id, quantity: 2 }],
    }
    const { status, json, headers } = await app.tickets(method, '/cart', { body })
    expect(status).toBe(200)
    expect(json).toEqual({
      tickets: [
        {
          ticket_id: id,
          quantity: 2,
          post_id: eventId,
          optout: 1,
          iac: 'none',
          provider: 'tc',
          price: '30.50',
          sub_total: '61.00',
        },
      ],
      meta: [],
      cart_url: expect.stringMatching(/^http:\/\/tickets\.test\/checkout\/\?cart=/),
      checkout_url: expect.stringMatching(/^http:\/\/tickets\.test\/checkout\/\?cart=/),
      cart_hash: expect.stringMatching(/^[A-Za-z0-9_-]{24,}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      subtotal: '61.00',
      fees: '0.00',
      discount: '0.00',
      total: '61.00',
      currency: 'USD',
      coupon: null,
      sandbox: true,
    })
    expect(await stockOf(id)).toEqual({ held: 2, sold: 0 })
    expect((await get(json.cart_hash)).json).toEqual(json)
    expect(headers['set-cookie']).toBe(
      `marquee-cart=${json.cart_hash}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`,
    )
    const byCookie = await app.tickets('GET', '/cart', {
      headers: { cookie: `marquee-cart=${json.cart_hash}` },
    })
    expect(byCookie.json).toEqual(json)
  })

  test('works by form as by JSON', async () => {
    const { id } = await ticketOnSale(app)
    const form = {
      provider: 'tc',
      'tickets[0][ticket_id]': String(id),
      'tickets[0][quantity]': '3',
      'tickets[0][optout]': '0',
    }
    const { json } = await app.tickets('POST', '/cart', { form })
    expect(json.tickets).toMatchObject([{ ticket_id: id, quantity: 3, optout: 0 }])
  })

  test('stores the secret as a hash only and the address not at all', async () => {
    const { id } = await ticketOnSale(app)
    const { json } = await post([{ ticket_id: id, quantity: 1 }])
    const { rows } = await sql<{ text: string }>`select carts::text as text from carts`.execute(
      app.db,
    )
    const all = rows.map(({ text }) => text).join()
    expect(all).not.toContain(json.cart_hash)
    expect(all).not.toContain('127.0.0.1')
  })

  test('replaces listed quantities, removes those of 0, and keeps unlisted tickets', async () => {
    const event = { eventId: await eventOnSale(app) }
    const [a, b, c] = [
      await ticketOnSale(app, event),
      await ticketOnSale(app, event),
      await ticketOnSale(app),
    ]
    const first = await post([
      { ticket_id: a.id, quantity: 2 },
      { ticket_id: b.id, quantity: 3 },
      { ticket_id: c.id, quantity: 1 },
    ])
    const own = { cart_hash: first.json.cart_hash }
    const second = await post(
      [
        { ticket_id: a.id, quantity: 5 },
        { ticket_id: b.id, quantity: 0 },
      ],
      own,
    )
    expect(quantities(second.json)).toEqual({ [a.id]: 5, [c.id]: 1 })
    expect(second.json.cart_hash).toBe(own.cart_hash)
    expect([await stockOf(a.id), await stockOf(b.id)]).toMatchObject([{ held: 5 }, { held: 0 }])
    expect(quantities((await post(null, own)).json)).toEqual({ [a.id]: 5, [c.id]: 1 })
    expect(quantities((await post([], own)).json)).toEqual({ [a.id]: 5, [c.id]: 1 })
  })

  test('with nothing ends the holds and keeps the secret', async () => {
    const { id } = await ticketOnSale(app)
    const { json } = await post([{ ticket_id: id, quantity: 2 }])
    const emptied = await post([{ ticket_id: id, quantity: 0 }], { cart_hash: json.cart_hash })
    expect(emptied.json).toMatchObject({ tickets: [], expires_at: null, cart_hash: json.cart_hash })
    expect(await stockOf(id)).toEqual({ held: 0, sold: 0 })
  })

  test('ignores rows without a ticket and adds up duplicate rows', async () => {
    const { id } = await ticketOnSale(app)
    const { json } = await post([
      { quantity: 9 },
      { ticket_id: id, quantity: 1 },
      { ticket_id: id, quantity: 2 },
    ])
    expect(quantities(json)).toEqual({ [id]: 3 })
  })

  test('to remove a ticket that is unknown or not in the cart changes nothing', async () => {
    const { id } = await ticketOnSale(app)
    const rows = [
      { ticket_id: 999_999, quantity: 0 },
      { ticket_id: id, quantity: 1 },
    ]
    expect(quantities((await post(rows)).json)).toEqual({ [id]: 1 })
  })

  test('keeps the wish to be listed publicly once it was sent', async () => {
    const { id } = await ticketOnSale(app)
    const { json } = await post([{ ticket_id: id, quantity: 1, optout: false }])
    expect(json.tickets[0].optout).toBe(0)
    const more = await post([{ ticket_id: id, quantity: 2 }], { cart_hash: json.cart_hash })
    expect(more.json.tickets[0].optout).toBe(0)
  })

  test('goes by a secret in the request before the cookie, and a dead secret does not hide the cookie', async () => {
    const { id } = await ticketOnSale(app)
    const [one, two] = [
      await post([{ ticket_id: id, quantity: 1 }]),
      await post([{ ticket_id: id, quantity: 2 }]),
    ]
    const headers = { cookie: `marquee-cart=${two.json.cart_hash}` }
    const read = async (cart_hash: string) =>
      (await app.tickets('GET', '/cart', { query: { cart_hash }, headers })).json.tickets[0]
        .quantity
    expect(await read(one.json.cart_hash)).toBe(1)
    expect(await read('B'.repeat(32))).toBe(2)
  })
})

describe('names of attendees', () => {
  const ann = { full_name: 'Ann Example', email: 'ann@example.org' }
  const bo = { full_name: 'Bo Sample', email: '' }

  test('belong to places in order, and null names nobody', async () => {
    const { id } = await ticketOnSale(app, { names: 'allowed' })
    const meta = [{ ticket_id: id, items: [ann, null, { full_name: ' Bo Sample ' }] }]
    const { json } = await post([{ ticket_id: id, quantity: 3 }], { meta })
    expect(json.tickets[0].iac).toBe('allowed')
    expect(json.meta).toEqual([{ ticket_id: id, provider: 'tc', items: [ann, null, bo] }])
  })

  test('can be sent alone, stay when quantities change, and go with their places', async () => {
    const { id } = await ticketOnSale(app)
    const { json } = await post([{ ticket_id: id, quantity: 2 }])
    const own = { cart_hash: json.cart_hash }
    const named = await post(null, { ...own, meta: [{ ticket_id: id, items: [ann, bo, ann] }] })
    expect(named.json.meta[0].items).toEqual([ann, bo])
    const fewer = await post([{ ticket_id: id, quantity: 1 }], own)
    expect(fewer.json.meta[0].items).toEqual([ann])
    const cleared = await post(null, { ...own, meta: [{ ticket_id: id, items: [] }] })
    expect(cleared.json.meta).toEqual([])
  })
})

describe('RSVP', () => {
  test('that declines takes no stock and may do so when all places are gone', async () => {
    const { id } = await ticketOnSale(app, { provider: 'rsvp', capacity: 2 })
    const { json } = await post([
      { ticket_id: id, quantity: 2 },
      { ticket_id: id, quantity: 1, going: false },
    ])
    expect(json.tickets).toMatchObject([
      { provider: 'rsvp', quantity: 2, going: true },
      { provider: 'rsvp', quantity: 1, going: false },
    ])
    expect(await stockOf(id)).toMatchObject({ held: 2 })
    const other = await post([{ ticket_id: id, quantity: 5, going: false }])
    expect([other.status, other.json.expires_at]).toEqual([200, null])
    expect((await post([{ ticket_id: id, quantity: 1 }])).status).toBe(409)
  })

  test('is not possible for a ticket that is sold', async () => {
    const { id } = await ticketOnSale(app, { capacity: 1 })
    const { json } = await post([{ ticket_id: id, quantity: 1, going: false }])
    expect(json.tickets[0].going).toBeUndefined()
    expect(await stockOf(id)).toMatchObject({ held: 1 })
  })
})

describe('reading a cart with filters', () => {
  test('provider and post_id select rows and never change the totals', async () => {
    const [tc, rsvp] = [
      await ticketOnSale(app, { priceMinor: 500 }),
      await ticketOnSale(app, { provider: 'rsvp' }),
    ]
    const rows = [tc, rsvp].map(({ id }) => ({ ticket_id: id, quantity: 1 }))
    const { cart_hash } = (await post(rows)).json
    const shown = async (query: Record<string, string | number>) => {
      const { json } = await app.tickets('GET', '/cart', { query: { cart_hash, ...query } })
      expect(json.total).toBe('5.00')
      return Object.keys(quantities(json)).map(Number)
    }
    expect(await shown({ provider: 'tickets-commerce' })).toEqual([tc.id])
    expect(await shown({ provider: 'tc,rsvp' })).toEqual([tc.id, rsvp.id])
    expect(await shown({ provider: 'woo' })).toEqual([])
    expect(await shown({ post_id: rsvp.eventId })).toEqual([rsvp.id])
  })
})

test('texts of a cart are stored plain: entities decoded, control characters removed', async () => {
  const { id } = await ticketOnSale(app)
  const items = [{ full_name: ' Ann &amp;\n Bo \ud800 ', email: 'ann@example.org' }]
  const { json } = await post([{ ticket_id: id, quantity: 1 }], {
    meta: [{ ticket_id: id, items }],
  })
  expect(json.meta[0].items[0].full_name).toBe('Ann & Bo \ufffd')
})

test('adding nothing makes no cart', async () => {
  const before = await app.db.selectFrom('carts').select('id').execute()
  for (const rows of [null, [], [{ ticket_id: 999_999, quantity: 0 }]]) {
    const got = await post(rows)
    expect([got.status, got.json.cart_hash, got.headers['set-cookie']]).toEqual([
      200,
      '',
      undefined,
    ])
  }
  expect(await app.db.selectFrom('carts').select('id').execute()).toEqual(before)
})

test('no answer with a cart may be cached', async () => {
  const { id } = await ticketOnSale(app)
  const { json, headers } = await post([{ ticket_id: id, quantity: 1 }])
  const kept = [
    headers,
    (await get(json.cart_hash)).headers,
    (await app.tickets('GET', '/cart')).headers,
  ]
  expect(kept.map(each => each['cache-control'])).toEqual(Array(3).fill('no-store, private'))
})
