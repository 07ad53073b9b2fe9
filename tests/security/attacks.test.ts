// Database: in the short run a server alone, where there is one.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { anAttendee } from '../support/attending.ts'
import { aFilledCart, order, readOrder, stockOf } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'
import { ticketDesk } from '../support/ticket-desk.ts'

const app = await startApp({ TRUST_PROXY: 'on' })
const as = 'administrator' as const

describe('amounts that a client sends', () => {
  const wishes = {
    price: '0.01',
    unit_price: 1,
    total: '0.00',
    total_minor: 1,
    subtotal: '0.00',
    fees: '-99.00',
    discount: '60.00',
    discount_minor: 6000,
    amount: 1,
    currency: 'JPY',
    coupon_id: 1,
    status: 'completed',
    paid: true,
    gateway: 'free',
  }

  test('have no influence on the total of a cart or an order', async () => {
    const { id } = await ticketOnSale(app, { priceMinor: 3000 })
    const cart = await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 2, ...wishes }], ...wishes },
    })
    expect([cart.json.total, cart.json.currency, cart.json.coupon]).toEqual(['60.00', 'USD', null])
    const begun = await order(app, 'cardprocessor', cart.json.cart_hash, { body: wishes })
    expect(begun.status).toBe(200)
    const placed = await readOrder(app, begun.json.order_id)
    expect([placed.total, placed.currency, placed.status]).toEqual(['60.00', 'USD', 'created'])
  })

  test.each([
    -1,
    -2147483649,
    0.5,
    '1e3',
    '0x10',
    Number.MAX_SAFE_INTEGER,
    'NaN',
    true,
    [2],
    { a: 1 },
  ])('with a quantity of %j take no place and give no money', async quantity => {
    const { id } = await ticketOnSale(app, { priceMinor: 3000, capacity: 10 })
    const body = { provider: 'tc', tickets: [{ ticket_id: id, quantity }] }
    const got = await app.tickets('POST', '/cart', { body })
    expect(got.status).toBeLessThan(500)
    const { held, sold } = await stockOf(app, id)
    expect(held).toBeGreaterThanOrEqual(0)
    expect([held <= 1, sold]).toEqual([true, 0])
    if (got.status === 200) expect(Number(got.json.total)).toBeGreaterThanOrEqual(0)
  })

  test('never make a paid cart orderable for free', async () => {
    const { cart_hash } = await aFilledCart(app)
    const got = await order(app, 'free', cart_hash, { body: wishes })
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec_tickets_commerce_free_order_invalid_cart',
    ])
  })
})

describe('another person’s records', () => {
  test('require a secret: the cart, its order and its attendees', async () => {
    const mine = await aFilledCart(app)
    const theirs = await aFilledCart(app)
    const { json } = await order(app, 'cardprocessor', theirs.cart_hash)
    const reference = json.payment_intent_id
    const touch = [
      await app.tickets('POST', `/commerce/cardprocessor/order/${reference}`, {
        body: { client_secret: json.client_secret, cart_hash: mine.cart_hash },
      }),
      await app.tickets('DELETE', `/commerce/cardprocessor/order/${reference}`, {
        body: { cart_hash: mine.cart_hash },
      }),
      await app.tickets('DELETE', `/commerce/cardprocessor/order/${reference}`),
      await app.tickets('GET', `/orders/${json.order_id}`),
    ]
    expect(touch.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect((await readOrder(app, json.order_id)).status).toBe('created')
    const page = await app.call('GET', `/tickets-order?tc-order-id=${json.order_id}&key=`)
    expect(page.status).toBe(404)
  })

  test('are out of reach by ids and cart hashes, which are no secrets', async () => {
    const { cart_hash } = await aFilledCart(app)
    const row = await app.db
      .selectFrom('carts')
      .select(['id', 'token_hash'])
      .executeTakeFirstOrThrow()
    const kept = Buffer.from(row.token_hash)
    for (const guess of [
      String(row.id),
      kept.toString('hex'),
      kept.toString('base64url'),
      cart_hash.toUpperCase(),
    ]) {
      const got = await app.tickets('GET', '/cart', { query: { cart_hash: guess } })
      expect(got.json.tickets).toEqual([])
    }
  })

  test('show the public neither the address nor the code of an attendee', async () => {
    const attendee = await anAttendee(app)
    for (const who of ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const) {
      const { text } = await app.tickets('GET', `/attendees/${attendee.id}`, { as: who })
      expect(text).not.toContain('@')
      expect(text).not.toContain(attendee.security_code)
    }
  })

  test('are out of reach by a nonce of another user, action or record, or one older than a day', async () => {
    const desk = ticketDesk(app)
    const eventId = await desk.event()
    const { json: ticket } = await desk.add(eventId)
    const other = (await desk.add(eventId)).json
    const own = await desk.nonce('edit_ticket', ticket.id, 'administrator')
    const change = (id: number, edit_ticket_nonce: string, who: typeof as | 'editor' = as) =>
      app.tickets('PATCH', `/tickets/${id}`, {
        as: who,
        body: { post_id: eventId, edit_ticket_nonce, name: 'Taken' },
      })
    expect((await change(other.id, own)).status).toBe(403)
    expect((await change(ticket.id, own, 'editor')).status).toBe(403)
    const removing = await desk.nonce('remove_ticket', ticket.id, 'administrator')
    expect((await change(ticket.id, removing)).status).toBe(403)
    expect((await change(ticket.id, own)).status).toBe(202)
    app.clock.advance(25 * 3600)
    expect((await change(ticket.id, own)).status).toBe(403)
  })
})

describe('one idempotency key sent by two strangers', () => {
  const ask = (id: number, address: string) =>
    app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] },
      headers: { 'idempotency-key': '1', 'x-forwarded-for': address },
    })

  test('gives neither the other’s cart, and each their own again', async () => {
    const { id } = await ticketOnSale(app)
    const [one, other] = [await ask(id, '10.0.0.1'), await ask(id, '10.0.0.2')]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.json.cart_hash).not.toBe(one.json.cart_hash)
    expect(other.headers['idempotent-replayed']).toBeUndefined()
    const again = await ask(id, '10.0.0.1')
    expect(again.json.cart_hash).toBe(one.json.cart_hash)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })
})

describe('undeclared members', () => {
  test('make nobody an administrator and nobody an author', async () => {
    const { userId } = await app.person('author')
    const body = {
      title: 'Mass',
      start_date: '2031-06-01 19:00:00',
      end_date: '2031-06-01 23:00:00',
      id: 987_654,
      author_id: 1,
      password_hash: 'x',
      search_text: 'x',
      deleted_at: 'x',
      views: 9,
      role: 'administrator',
      capabilities: ['manage_users'],
      user_id: 1,
    }
    const made = await app.events('POST', '/events', { as: 'author', body })
    expect([made.status, made.json.author]).toEqual([201, String(userId)])
    expect(made.json.id).not.toBe(987_654)
    // The administration refuses what it does not know, before it looks at the caller.
    expect((await app.admin('POST', `/users/${userId}`, { as: 'author', body })).status).toBe(400)
    const wanted = { name: 'K', scopes: ['users', 'site'] }
    const more = { ...wanted, user_id: 1, role: 'administrator' }
    expect((await app.admin('POST', '/keys', { as: 'author', body: more })).status).toBe(400)
    const key = await app.admin('POST', '/keys', { as: 'author', body: wanted })
    const bearer = { authorization: `Bearer ${key.json.api_key}` }
    expect([key.json.user_id, (await app.admin('GET', '/users', { as: bearer })).status]).toEqual([
      userId,
      403,
    ])
  })

  const polluting = [
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    'constructor[prototype][polluted]=1',
    'a[__proto__][polluted]=1',
    'a[constructor][prototype][polluted]=1',
    'tickets[0][__proto__][polluted]=1',
  ]
  test.each(polluting)(
    'with the name %s in a query or form do not reach a prototype',
    async text => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await app.events('GET', `/events?${text}`)).status).toBeLessThan(500)
      expect((await app.tickets('POST', '/cart', { body: text, headers })).status).toBeLessThan(500)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    },
  )

  test.each([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"tickets":[{"__proto__":{"polluted":1}}]}',
    '{"purchaser":{"__proto__":{"polluted":1,"name":"x","email":"x@example.org"}}}',
  ])('in the JSON %s do not reach a prototype', async body => {
    const headers = { 'content-type': 'application/json' }
    for (const at of ['/cart', '/commerce/free/order']) {
      expect((await app.tickets('POST', at, { body, headers })).status).toBeLessThan(500)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('comparing secrets', () => {
  const root = path.resolve(import.meta.dirname, '../../src')
  /**
   * Every place that compares a sent secret with a stored one. Other code looks up a hash, or uses a
   * provider's SDK.
   */
  const places = {
    'access/nonces/rules.ts': 'nonceHolds',
    'platform/http/operation.ts': 'mayReadMetrics',
    'shop/orders/record/order-address.ts': 'orderSecretHolds',
    'shop/payments/hidden.ts': 'matches',
    'ticketing/checkin/same-secret.ts': 'sameSecret',
  }
  test.each(Object.entries(places))('is in constant time in %s', (file, name) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    expect(source).toContain(name)
    expect(source).toContain('timingSafeEqual(')
  })

  test('refuses known and unknown accounts alike, after the same work', async () => {
    const { login } = await app.db.selectFrom('users').select('login').executeTakeFirstOrThrow()
    const refuse = (name: string, address: string) =>
      app.admin('POST', '/sign-in', {
        body: { login: name, password: 'wrong password' },
        headers: { 'x-forwarded-for': address },
      })
    const [known, unknown] = [await refuse(login, '10.1.0.1'), await refuse('nobody', '10.1.0.2')]
    expect({ ...unknown.json }).toEqual({ ...known.json })
    const cost = async (name: string, address: string) => {
      const started = process.cpuUsage()
      for (let round = 0; round < 5; round += 1) await refuse(name, address)
      const { user, system } = process.cpuUsage(started)
      return user + system
    }
    const [one, other] = [await cost(login, '10.1.0.3'), await cost('nobody', '10.1.0.4')]
    expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(3)
  })
})
