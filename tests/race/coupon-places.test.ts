import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { findCoupon, placesLeft } from '../../src/shop/coupons/lookup.ts'
import { onPostgres } from '../support/database.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const racers = process.env['LONG'] === '1' ? 200 : 24

describe.runIf(onPostgres)('the last places of a coupon (needs a server)', async () => {
  if (!onPostgres) return
  const app = await startApp()
  // A second application on the same database: the two meet only in PostgreSQL.
  const { database, config, clock } = app
  const { log, random } = app.deps
  const other = await createApp({ database, config, log, random, clock })
  await other.http.ready()
  afterAll(() => other.close())

  test('go to as many carts as there are, however many ask at once in two processes', async () => {
    const ticket = await ticketOnSale(app, { priceMinor: 500, capacity: null })
    const slug = `places-${ticket.id}`
    const coupon = { slug, display_name: 'P', status: 'active', sub_type: 'percent', amount: 20 }
    await app.tickets('POST', '/coupons', {
      as: 'administrator',
      body: { ...coupon, limits: { max_places: 3 } },
    })
    const ask = async (_: unknown, at: number) => {
      const { statusCode } = await (at % 2 ? app : other).http.inject({
        method: 'POST',
        url: `/${config.apiVendor}/tickets/v1/cart`,
        remoteAddress: `10.1.${at}.1`,
        payload: {
          provider: 'tc',
          coupon: slug,
          tickets: [{ ticket_id: ticket.id, quantity: 1 }],
        },
      })
      return statusCode
    }
    const answers = await Promise.all(Array.from({ length: racers }, ask))
    expect(answers.filter(status => status === 200)).toHaveLength(3)
    expect(answers.filter(status => status !== 200 && status !== 400)).toEqual([])
  })

  test('would go to more carts if each only looked before it took: the lock on the coupon is what counts', async () => {
    const { id } = await app.db
      .insertInto('coupons')
      .values({
        slug: 'unlocked',
        display_name: 'U',
        status: 'active',
        kind: 'percent',
        amount: 2000,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('coupon_limits').values({ coupon_id: id, max_places: 3 }).execute()
    const carts = await app.db
      .insertInto('carts')
      .values(
        Array.from({ length: racers }, (_, at) => ({ token_hash: Buffer.from(`racer-${at}`) })),
      )
      .returning('id')
      .execute()
    // All of them look, and then those who saw a place take it.
    const seen = await Promise.all(
      carts.map(async () => {
        const coupon = await findCoupon(app.db, 'unlocked')
        return coupon ? placesLeft(coupon) : 0
      }),
    )
    const takers = carts.filter((_, at) => (seen[at] ?? 0) >= 1)
    for (const cart of takers) {
      const expires_at = new Date(Date.now() + 3_600_000)
      await app.db
        .insertInto('coupon_holds')
        .values({ cart_id: cart.id, coupon_id: id, expires_at, places: 1 })
        .execute()
    }
    const held = (await findCoupon(app.db, 'unlocked'))?.places_held ?? 0
    expect(held).toBeGreaterThan(3)
  })
})
