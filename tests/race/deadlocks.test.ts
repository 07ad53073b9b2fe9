import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { forgetCarts } from '../../src/shop/cart/forget-carts.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { openApp } from '../support/start-app.ts'
import { pseudoRandom } from './seeds.ts'

const isLong = process.env['LONG'] !== undefined
const rounds = isLong ? 200 : 2
const buyersAtOnce = isLong ? 24 : 12

/** The number of deadlocks a database has seen. Connections report theirs when they close, so they must be closed. */
async function deadlocksIn(databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query(
        `select deadlocks::int, (select count(*)::int from pg_stat_activity where datname = $1) as open
         from pg_stat_database where datname = $1`,
        [name],
      )
      if (rows[0].open === 0) return rows[0].deadlocks
    }
  } finally {
    await client.end()
  }
}

describe.runIf(onPostgres)('locks are taken in one order (needs a server)', () => {
  test(`so ${rounds} rounds of everything at once on two services have no deadlock`, async () => {
    const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 1_000_000 : 1))
    console.log(`seed ${seed}`)
    const { url, drop } = await createServerDatabase()
    const before = await deadlocksIn(url)
    const database = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 12 })
    const second = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 12 })
    const app = await openApp(database)
    const { config, clock } = app
    const { log, random } = app.deps
    const other = await createApp({ database: second, config, log, random, clock })
    await other.http.ready()
    try {
      await storm({ app, other, seed })
      expect(await auditStock(database.db)).toEqual([])
      expect(await auditOrders(database.db)).toEqual([])
    } finally {
      await other.close()
      await app.close()
      await second.close()
    }
    expect(await deadlocksIn(url)).toBe(before)
    await drop()
  })
})

type Storm = {
  app: Awaited<ReturnType<typeof openApp>>
  other: Awaited<ReturnType<typeof createApp>>
  seed: number
}

async function storm({ app, other, seed }: Storm) {
  const draw = pseudoRandom(seed)
  const { authorization } = await app.person('administrator')
  const send = async (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object) => {
    const { http } = draw(2) === 0 ? app : other
    const response = await http.inject({
      method,
      url: `/${app.config.apiVendor}/tickets/v1${path}`,
      headers: body ? { authorization } : { authorization },
      ...(body && { payload: body }),
    })
    if (response.statusCode === 500) throw new Error(`${method} ${path}: ${response.body}`)
    return response.json()
  }
  const tickets: { id: number }[] = []
  for (const eventId of [await eventOnSale(app), await eventOnSale(app)]) {
    const shared = { eventId, shared: 400, capacity: 300 }
    tickets.push(
      await ticketOnSale(app, { ...shared, priceMinor: 1000 }),
      await ticketOnSale(app, { ...shared, priceMinor: 2000 }),
      await ticketOnSale(app, { eventId, capacity: 300, priceMinor: 0 }),
    )
  }
  const coupons = ['one', 'two', 'three']
  const newCoupon = (slug: string) =>
    send('POST', '/coupons', {
      slug,
      display_name: slug,
      status: 'active',
      amount: 10,
      sub_type: 'percent',
      usage_limit: 40,
    })
  const couponIds = new Map<string, number>()
  for (const slug of coupons) couponIds.set(slug, (await newCoupon(slug)).id)

  const someTicket = () => tickets[draw(tickets.length)]?.id
  const someCoupon = () => coupons[draw(coupons.length)] ?? ''
  const fill = (cart_hash?: string) =>
    send('POST', '/cart', {
      provider: 'tc',
      ...(cart_hash && { cart_hash }),
      tickets: [
        { ticket_id: someTicket(), quantity: 1 + draw(2) },
        ...(draw(3) === 0 ? [{ ticket_id: someTicket(), quantity: 1 }] : []),
      ],
    })
  const guests: { id: number; security_code: string }[] = []
  const purchaser = { name: 'Ada', email: 'ada@example.org' }

  async function buyer() {
    const { cart_hash } = await fill()
    if (!cart_hash) return
    const body = { cart_hash, purchaser }
    for (let step = 0; step < 4; step += 1) {
      const what = draw(4)
      if (what === 0) await send('POST', '/coupons/apply', { coupon: someCoupon(), cart_hash })
      if (what === 1) await send('POST', '/coupons/remove', { coupon: someCoupon(), cart_hash })
      if (what === 2) await fill(cart_hash)
      if (what === 3) await send('POST', '/commerce/cardprocessor/order', body)
    }
    const free = await send('POST', '/commerce/free/order', body)
    const started = free.id ? undefined : await send('POST', '/commerce/cardprocessor/order', body)
    const path = `/commerce/cardprocessor/order/${started?.payment_intent_id}`
    const told = { cart_hash, client_secret: started?.client_secret }
    if (draw(5) === 0 && started?.order_id) {
      await send('DELETE', path, { cart_hash })
      return
    }
    const paid = started?.order_id
      ? (await Promise.all([send('POST', path, told), send('POST', path, told)]))[0]
      : free
    for (const guest of paid.attendees ?? []) guests.push(guest)
    const id = paid.order_id ?? paid.id
    if (paid.attendees && draw(2) === 0) await refund(id)
  }

  async function refund(orderId: number) {
    const { items, total } = await send('GET', `/orders/${orderId}`)
    const lines = items.map(({ id, quantity }: { id: number; quantity: number }) => ({
      id,
      quantity: draw(2) === 0 ? 1 : quantity,
    }))
    const body = draw(3) === 0 && total !== '0.00' ? { amount: '1.00' } : { lines }
    await send('POST', `/orders/${orderId}/refunds`, body)
  }

  async function scanner() {
    for (let scan = 0; scan < 6; scan += 1) {
      const guest = guests[draw(Math.max(1, guests.length))]
      if (!guest) return
      const body = { check_in: draw(3) > 0 }
      const full_name = `Guest ${draw(100)}`
      await send('POST', `/attendees/${guest.id}`, draw(2) === 0 ? body : { ...body, full_name })
    }
  }

  async function staff() {
    const slug = someCoupon()
    if (draw(3) === 0) {
      await send('DELETE', `/coupons/${couponIds.get(slug)}`)
      const made = await newCoupon(slug)
      if (made.id) couponIds.set(slug, made.id)
    } else await send('POST', `/coupons/${couponIds.get(slug)}`, { amount: 5 + draw(20) })
    await forgetCarts(app.db)
  }

  for (let round = 0; round < rounds; round += 1) {
    // Places sold in earlier rounds are deleted, so that every round is as fast as the first.
    guests.splice(0, Math.max(0, guests.length - 40))
    await Promise.all([
      ...Array.from({ length: buyersAtOnce }, buyer),
      ...Array.from({ length: 8 }, scanner),
      staff(),
    ])
  }
}
