import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { extendHold } from '../../../src/shop/cart/extend-hold.ts'
import { forgetCarts } from '../../../src/shop/cart/forget-carts.ts'
import { loadPricedCart } from '../../../src/shop/cart/load-cart.ts'
import { cartFinder, lockCarts } from '../../../src/shop/cart/lookup.ts'
import { markOpen, markOrdered } from '../../../src/shop/cart/mark-ordered.ts'
import { startPaying } from '../../../src/shop/cart/start-paying.ts'
import { auditStock } from '../../../src/ticketing/inventory/lookup.ts'
import { cartClient } from '../../support/cart-client.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({
  RATE_LIMIT: '100000',
  OPEN_CARTS_PER_ADDRESS: '3',
  TRUST_PROXY: 'on',
  PUBLIC_URL: 'https://tickets.test',
})

const { age } = cartClient(app)

let addresses = 0
const anAddress = () => `10.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const fill = (ticket_id: number, quantity: number, sent: object = from(anAddress()), named = {}) =>
  app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ ticket_id, quantity }], ...named },
    ...sent,
  })
const held = async (ticketId: number) => {
  const { rows } = await sql<{ held: number }>`
    select held from pools where id = (select pool_id from tickets where id = ${ticketId})
  `.execute(app.db)
  return rows[0]?.held
}

describe('open carts of one address', () => {
  test('are limited, and ordering or emptying one makes room', async () => {
    const { id } = await ticketOnSale(app)
    const here = from(anAddress())
    const carts = []
    for (let open = 0; open < 3; open += 1) carts.push((await fill(id, 1, here)).json)
    const got = await fill(id, 1, here)
    expect([got.status, got.json.code, got.headers['retry-after']]).toEqual([
      429,
      'too-many-holds',
      '60',
    ])
    expect((await fill(id, 2, here, { cart_hash: carts[0].cart_hash })).status).toBe(200)
    expect((await fill(id, 1)).status).toBe(200)
    await fill(id, 0, here, { cart_hash: carts[1].cart_hash })
    expect((await fill(id, 1, here)).status).toBe(200)
    expect((await fill(id, 1, here, { cart_hash: carts[1].cart_hash })).status).toBe(429)
  })

  test('are limited at once when many are opened together', async () => {
    const { id } = await ticketOnSale(app)
    const here = from(anAddress())
    const answers = await Promise.all(Array.from({ length: 12 }, () => fill(id, 1, here)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('of one IPv6 network count together', async () => {
    const { id } = await ticketOnSale(app)
    const statuses = []
    for (const host of ['1', '2', 'ffff:0:1', 'abcd']) {
      statuses.push((await fill(id, 1, from(`2001:db8:7:1::${host}`))).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await fill(id, 1, from('2001:db8:7:2::1'))).status).toBe(200)
  })

  test('count while they are being paid for', async () => {
    const { id } = await ticketOnSale(app)
    const here = from(anAddress())
    for (let open = 0; open < 3; open += 1) await pay((await fill(id, 1, here)).json.cart_hash)
    expect((await fill(id, 1, here)).status).toBe(429)
  })

  test('do not count when they hold nothing', async () => {
    const { id } = await ticketOnSale(app, { provider: 'rsvp' })
    const here = from(anAddress())
    const tickets = [{ ticket_id: id, quantity: 1, going: false }]
    for (let more = 0; more < 5; more += 1) {
      const got = await app.tickets('POST', '/cart', {
        body: { provider: 'rsvp', tickets },
        ...here,
      })
      expect(got.status).toBe(200)
    }
  })
})

test('guessed coupons end in 429, for that address only', async () => {
  const here = from(anAddress())
  const guess = (sent: object) =>
    app.tickets('POST', '/coupons/validate', { body: { coupon: 'guess' }, ...sent })
  for (let wrong = 0; wrong < 30; wrong += 1) expect((await guess(here)).status).toBe(200)
  const got = await guess(here)
  expect([got.status, got.json.code]).toEqual([429, 'rest_too_many_requests'])
  const body = { coupon: 'guess', cart_hash: 'x' }
  expect((await app.tickets('POST', '/coupons/apply', { body, ...here })).status).toBe(429)
  expect((await guess(from(anAddress()))).status).toBe(200)
})

test('behind https the cart cookie is for https only', async () => {
  const { id } = await ticketOnSale(app)
  const cookie = (await fill(id, 1)).headers['set-cookie']
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
})

const lockAndPrice = async <T>(
  cartSecret: string,
  work: (priced: Awaited<ReturnType<typeof loadPricedCart>>, tx: never) => Promise<T>,
) => {
  const found = await cartFinder(app.db)([cartSecret])
  return transaction(app.db, async tx => {
    const [cart] = await lockCarts(tx, [found!.cart.id])
    const priced = await loadPricedCart(tx, cart!, { now: app.clock.now(), currency: 'USD' })
    return work(priced, tx as never)
  })
}
const pay = (cartSecret: string) =>
  lockAndPrice(cartSecret, async (priced, tx) => {
    const [started] = await startPaying(tx, [{ priced, holdSeconds: 900 }])
    return started!
  })
const secondsLeft = (moment: Date | null) => ((moment?.getTime() ?? 0) - Date.parse(now())) / 1000
const now = () => new Date(performance.timeOrigin + performance.now()).toISOString()

/** Lets time pass for a cart: everything about it happened so many seconds earlier. */
async function passSeconds(cartId: number, seconds: number) {
  const earlier = sql`make_interval(secs => ${seconds})`
  await sql`update carts set expires_at = expires_at - ${earlier}, held_since = held_since - ${earlier}
    where id = ${cartId}`.execute(app.db)
  await sql`update holds set expires_at = expires_at - ${earlier} where cart_id = ${cartId}`.execute(
    app.db,
  )
}

describe('starting to pay', () => {
  test('extends the hold once, to at least ten minutes', async () => {
    const { id } = await ticketOnSale(app)
    const { cart_hash } = (await fill(id, 1)).json
    await age(cart_hash, 30)
    const started = await pay(cart_hash)
    if (started.kind !== 'held') throw new Error(started.kind)
    expect(secondsLeft(started.expiresAt)).toBeGreaterThan(590)
    expect(secondsLeft(started.expiresAt)).toBeLessThan(605)
    await age(cart_hash, 30)
    const again = await pay(cart_hash)
    if (again.kind !== 'held') throw new Error(again.kind)
    expect(secondsLeft(again.expiresAt)).toBeLessThan(35)
    const more = await fill(id, 2, from(anAddress()), { cart_hash })
    expect(secondsLeft(new Date(more.json.expires_at))).toBeLessThan(35)
  })

  test.each([
    { steps: ['extend', 'extend', 'pay'] },
    { steps: ['extend', 'pay', 'extend'] },
    { steps: ['pay', 'extend', 'extend'] },
    { steps: ['change', 'extend', 'change', 'extend', 'change', 'pay'] },
  ])('never makes a hold last longer than three hold times: $steps', async ({ steps }) => {
    const holdSeconds = app.config.holdMinutes * 60
    const { id } = await ticketOnSale(app)
    const { cart_hash } = (await fill(id, 1)).json
    let passed = 0
    let quantity = 1
    const cartId = (await cartFinder(app.db)([cart_hash]))!.cart.id
    const endOf = async () => {
      const { rows } = await sql<{ left: number }>`
        select extract(epoch from max(expires_at) - clock_timestamp())::float8 as left
        from holds where cart_id = ${cartId} and state = 'open'`.execute(app.db)
      return passed + rows[0]!.left
    }
    for (const step of steps) {
      const wait = (await endOf()) - passed - 5
      await passSeconds(cartId, wait)
      passed += wait
      if (step === 'pay') expect(await pay(cart_hash)).toMatchObject({ kind: 'held' })
      else if (step === 'extend') expect(await extendHold(app, cartId)).toBe(true)
      else {
        quantity += 1
        expect((await fill(id, quantity, from(anAddress()), { cart_hash })).status).toBe(200)
      }
      expect(await endOf()).toBeGreaterThan(passed)
      expect(await endOf()).toBeLessThan(3 * holdSeconds + 1)
    }
    expect(await endOf()).toBeGreaterThan(3 * holdSeconds - 60)
  })

  test('counts places from their beginning, also when they end while a lock is waited for', async () => {
    const { id } = await ticketOnSale(app)
    const { cart_hash } = (await fill(id, 1)).json
    const cartId = (await cartFinder(app.db)([cart_hash]))!.cart.id
    await passSeconds(cartId, app.config.holdMinutes * 60 - 0.3)
    const before = (await cartFinder(app.db)([cart_hash]))!.cart
    const started = await lockAndPrice(cart_hash, async (priced, tx) => {
      await sql`select pg_sleep(0.5)`.execute(tx)
      return startPaying(tx, [{ priced, holdSeconds: 900 }])
    })
    expect(started).toMatchObject([{ kind: 'held' }])
    const after = (await cartFinder(app.db)([cart_hash]))!.cart
    expect(after.held_since).toEqual(before.held_since)
  })

  test('of places that are taken again leaves two more extensions', async () => {
    const { id } = await ticketOnSale(app)
    const { cart_hash } = (await fill(id, 1)).json
    const cartId = (await cartFinder(app.db)([cart_hash]))!.cart.id
    expect([await extendHold(app, cartId), await extendHold(app, cartId)]).toEqual([true, true])
    expect(await extendHold(app, cartId)).toBe(false)
    await age(cart_hash, -1)
    expect(await pay(cart_hash)).toMatchObject({ kind: 'held' })
    expect([await extendHold(app, cartId), await extendHold(app, cartId)]).toEqual([true, true])
    expect(await extendHold(app, cartId)).toBe(false)
  })

  test('takes expired places and coupon uses again when they are free, and otherwise names what is short', async () => {
    const { id } = await ticketOnSale(app, { capacity: 1, priceMinor: 500 })
    const { cart_hash } = (await fill(id, 1)).json
    await age(cart_hash, -1)
    expect(await pay(cart_hash)).toMatchObject({ kind: 'held' })
    expect(await held(id)).toBe(1)
    await age(cart_hash, -1)
    expect((await fill(id, 1)).status).toBe(200)
    expect(await pay(cart_hash)).toMatchObject({
      kind: 'short',
      shortages: [{ ticketId: id, requested: 1, available: 0 }],
    })
  })

  test('is refused when the coupon’s last use went to another cart after the price was shown', async () => {
    const row = {
      slug: 'pay-once',
      display_name: 'P',
      status: 'active',
      kind: 'flat',
      amount: 1,
      usage_limit: 1,
    } as const
    await app.db.insertInto('coupons').values(row).execute()
    const { id } = await ticketOnSale(app, { priceMinor: 500 })
    const { cart_hash } = (await fill(id, 1)).json
    const apply = (hash: string) =>
      app.tickets('POST', '/coupons/apply', { body: { coupon: 'pay-once', cart_hash: hash } })
    await apply(cart_hash)
    const stale = await lockAndPrice(cart_hash, async priced => priced)
    await age(cart_hash, -1)
    await apply((await fill(id, 1)).json.cart_hash)
    const late = await transaction(app.db, tx =>
      startPaying(tx, [{ priced: stale, holdSeconds: 900 }]),
    )
    expect(late).toEqual([{ kind: 'coupon-spent' }])
    const fresh = await lockAndPrice(cart_hash, async priced => priced)
    expect(fresh).toMatchObject({ coupon: null, lostCoupon: 'pay-once' })
  })

  test('a cart that was ordered is closed, and its secret opens a new one', async () => {
    const { id } = await ticketOnSale(app)
    const { cart_hash } = (await fill(id, 1)).json
    const found = await cartFinder(app.db)([cart_hash])
    await transaction(app.db, tx => markOpen(tx, [found!.cart.id]))
    await transaction(app.db, tx => markOrdered(tx, [found!.cart.id]))
    expect((await cartFinder(app.db)([cart_hash]))?.cart.state).toBe('ordered')
    const read = await app.tickets('GET', '/cart', { query: { cart_hash } })
    expect(read.json).toMatchObject({ cart_hash: '', tickets: [] })
    const next = await fill(id, 1, from(anAddress()), { cart_hash })
    expect(next.json.cart_hash).not.toBe(cart_hash)
    const applied = await app.tickets('POST', '/coupons/apply', {
      body: { coupon: 'pay-once', cart_hash },
    })
    expect(applied.status).toBe(400)
  })
})

describe('the upkeep of carts', () => {
  test('deletes an untouched cart after a day with its holds, but none that is being paid', async () => {
    const { id } = await ticketOnSale(app)
    const [idle, paying, fresh] = [
      (await fill(id, 1)).json.cart_hash,
      (await fill(id, 2)).json.cart_hash,
      (await fill(id, 4)).json.cart_hash,
    ]
    await pay(paying)
    const old = (hash: string) =>
      sql`update carts set updated_at = updated_at - interval '25 hours'
        where token_hash = sha256(${hash}::bytea)`.execute(app.db)
    await old(idle)
    await old(paying)
    expect(await cartFinder(app.db)([idle])).toBeUndefined()
    expect(await forgetCarts(app.db)).toBe(1)
    expect(await held(id)).toBe(6)
    expect(await cartFinder(app.db)([paying])).toBeDefined()
    expect(await cartFinder(app.db)([fresh])).toBeDefined()
    expect(await auditStock(app.db)).toEqual([])
  })
})
