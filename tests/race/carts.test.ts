import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { returnCouponUses, useCoupons } from '../../src/shop/coupons/use-coupon.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { onPostgres } from '../support/database.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'
import { pseudoRandom, seeds } from './seeds.ts'

describe.runIf(onPostgres)('races of carts and coupons (needs a server)', async () => {
  if (!onPostgres) return
  const app = await startApp()
  // A second application on the same database: the two meet only in PostgreSQL.
  const { database, config, clock } = app
  const { log, random } = app.deps
  const other = await createApp({ database, config, log, random, clock })
  await other.http.ready()
  afterAll(() => other.close())

  const call = async (url: string, body: object, which = 0) => {
    const http = which === 0 ? app.http : other.http
    const path = `/${config.apiVendor}/tickets/v1${url}`
    const response = await http.inject({ method: 'POST', url: path, payload: body })
    return { status: response.statusCode, json: response.json() }
  }
  const fill = (
    ticketId: number,
    quantity: number,
    more: { cart_hash?: string; which?: number } = {},
  ) => {
    const { which, ...named } = more
    const tickets = [{ ticket_id: ticketId, quantity }]
    return call('/cart', { provider: 'tc', tickets, ...named }, which)
  }
  const coupon = async (usage_limit: number) => {
    const slug = `race-${Math.random().toString(36).slice(2)}`
    const flat = { status: 'active', kind: 'flat' } as const
    const row = { slug, display_name: 'R', ...flat, amount: 1, usage_limit }
    const { id } = await app.db
      .insertInto('coupons')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, slug }
  }
  let comparedUntil = 0
  const expectBooksInOrder = async () => {
    expect(await auditStock(app.db)).toEqual([])
    const { rows } = await sql`
      select id, held, used, usage_limit from coupons c
      where held <> (select count(*) from coupon_holds h where h.coupon_id = c.id)
        or held + used > usage_limit or used < 0
    `.execute(app.db)
    expect(rows).toEqual([])
    // Nobody changes the carts of an earlier round.
    const drift = await sql<{ id: number; differs: boolean }>`
      select c.id, c.expires_at > clock_timestamp() and c.expires_at is distinct from
        (select max(h.expires_at) from holds h where h.cart_id = c.id and h.state = 'open') as differs
      from carts c where c.id > ${comparedUntil} order by c.id
    `.execute(app.db)
    expect(drift.rows.filter(({ differs }) => differs)).toEqual([])
    comparedUntil = drift.rows.at(-1)?.id ?? comparedUntil
  }

  test.each(seeds(3))('seed %i: as many carts get a coupon as it has uses', async seed => {
    const draw = pseudoRandom(seed)
    const limit = 1 + draw(4)
    const { id, slug } = await coupon(limit)
    const ticket = await ticketOnSale(app, { priceMinor: 500, capacity: null })
    const carts = await Promise.all(Array.from({ length: 12 }, () => fill(ticket.id, 1)))
    const answers = await Promise.all(
      carts.map(({ json }) =>
        call('/coupons/apply', { coupon: slug, cart_hash: json.cart_hash }, draw(2)),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit)
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const row = await app.db
      .selectFrom('coupons')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ held: limit, used: 0 })
    await expectBooksInOrder()
  })

  test.each(seeds(3))(
    'seed %i: a cart that many requests change at once ends as one of them asked',
    async seed => {
      const draw = pseudoRandom(seed)
      const ticket = await ticketOnSale(app, { capacity: 20 })
      const { json } = await fill(ticket.id, 1)
      const wanted = Array.from({ length: 15 }, () => draw(12))
      const answers = await Promise.all(
        wanted.map(quantity =>
          fill(ticket.id, quantity, { cart_hash: json.cart_hash, which: draw(2) }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200))
      expect(new Set(answers.map(answer => answer.json.cart_hash))).toEqual(
        new Set([json.cart_hash]),
      )
      const cart = await app.tickets('GET', '/cart', { query: { cart_hash: json.cart_hash } })
      expect(wanted).toContain(cart.json.tickets[0]?.quantity ?? 0)
      await expectBooksInOrder()
    },
  )

  test.each(seeds(1))(
    'seed %i: under any mix of requests the counts stay right and every request is answered',
    async seed => {
      const draw = pseudoRandom(seed)
      const events = [await eventOnSale(app), await eventOnSale(app)]
      const tickets: number[] = []
      for (const eventId of [...events, ...events]) {
        const stock = draw(2) === 0 ? { shared: 6 + draw(10) } : {}
        tickets.push((await ticketOnSale(app, { eventId, capacity: 2 + draw(8), ...stock })).id)
      }
      const coupons = [await coupon(1 + draw(3)), await coupon(1 + draw(3))]
      const hashes: string[] = []
      const statuses = new Map<number, number>()
      const act = async () => {
        const cart_hash = hashes[draw(hashes.length + 1)]
        const named = cart_hash === undefined ? {} : { cart_hash }
        const which = draw(2)
        const chosen = coupons[draw(2)]!
        const how = draw(12)
        if (how < 5) {
          const rows = Array.from({ length: 1 + draw(3) }, () => ({
            ticket_id: tickets[draw(tickets.length)],
            quantity: draw(4),
          }))
          const got = await call('/cart', { provider: 'tc', tickets: rows, ...named }, which)
          if (got.status === 200 && got.json.cart_hash) hashes.push(got.json.cart_hash)
          return got.status
        }
        if (how < 8) {
          const body = { coupon: chosen.slug, cart_hash: cart_hash ?? 'nobody-has-it' }
          return (await call(how < 7 ? '/coupons/apply' : '/coupons/remove', body, which)).status
        }
        if (how >= 10) {
          const purchaser = { name: 'Ann', email: 'ann@example.org' }
          return (await call('/commerce/free/order', { ...named, purchaser }, which)).status
        }
        if (how === 8) {
          const expiring = sql`
          with gone as (update carts set expires_at = clock_timestamp() where id in (
            select id from carts where expires_at is not null order by random() limit 2
            for update skip locked) returning id, expires_at),
          coupon as (update coupon_holds h set expires_at = gone.expires_at from gone where h.cart_id = gone.id)
          update holds h set expires_at = gone.expires_at from gone
          where h.cart_id = gone.id and h.state = 'open'
        `
          await transaction(app.db, tx => expiring.execute(tx))
          return 200
        }
        const used = await transaction(app.db, tx =>
          useCoupons(tx, [{ cartId: 0, couponId: chosen.id }]),
        )
        if (used[0] === 'used' && draw(2) === 0) {
          await transaction(app.db, tx => returnCouponUses(tx, [chosen.id]))
        }
        return 200
      }
      for (let round = 0; round < 8; round += 1) {
        for (const status of await Promise.all(Array.from({ length: 20 }, act))) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      expect([...statuses.keys()].filter(status => ![200, 400, 409].includes(status))).toEqual([])
      await expectBooksInOrder()
    },
  )
})
