import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { buy, refund } from '../support/buying.ts'
import { clientOf, staffClient } from '../support/client-in-process.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const staff = await staffClient(app)
const isLong = process.env['LONG'] === '1'
const [runs, steps] = isLong ? [60, 30] : [2, 8]

type Step =
  | { do: 'cart' | 'buy' | 'limit'; places: number }
  | { do: 'refund' | 'expire' | 'empty'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('cart' as const, 'buy' as const, 'limit' as const),
    places: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constantFrom('refund' as const, 'expire' as const, 'empty' as const),
    at: fc.nat({ max: 20 }),
  }),
)

let made = 0

/** A code for a few places of one ticket, and what people do with it. */
async function aCode() {
  const ticket = await ticketOnSale(app, { priceMinor: 1000, capacity: null })
  const { id, slug } = await staff.createCoupon({
    slug: `random-${(made += 1)}`,
    display_name: 'R',
    status: 'active',
    sub_type: 'percent',
    amount: 100,
    limits: { max_places: 3 },
  })
  const orders: number[] = []
  const carts: string[] = []
  const tickets = (quantity: number) => [{ ticket_id: ticket.id, quantity }]
  const acts: Record<Step['do'], (step: { places?: number; at?: number }) => Promise<unknown>> = {
    cart: async ({ places = 1 }) => {
      const wish = { provider: 'tc' as const, tickets: tickets(places), coupon: slug }
      carts.push((await clientOf(app).updateCart(wish)).cart_hash)
    },
    buy: async ({ places = 1 }) => {
      orders.push((await buy(app, ticket.id, { quantity: places, coupon: slug })).orderId)
    },
    limit: ({ places = 1 }) => staff.updateCoupon({ id, limits: { max_places: places * 2 } }),
    refund: async ({ at = 0 }) => {
      const order = orders.splice(at % Math.max(1, orders.length), 1)[0]
      if (order !== undefined) await refund(app, order)
    },
    empty: async ({ at = 0 }) => {
      const cart_hash = carts[at % Math.max(1, carts.length)]
      if (cart_hash !== undefined) {
        await clientOf(app).updateCart({ provider: 'tc', cart_hash, tickets: tickets(0) })
      }
    },
    expire: async () => {
      await sql`update coupon_holds set expires_at = clock_timestamp() - interval '1 second'
        where coupon_id = ${id}`.execute(app.db)
    },
  }
  return { id, slug, acts }
}

/** What the code says of itself, and the places that its orders add up to. */
async function placesOf(id: number) {
  const { limits } = await staff.getCoupon({ id })
  const { rows } = await sql<{ places: number }>`
    select coalesce(sum(places), 0)::int as places from order_coupons where coupon_id = ${id} and counted
  `.execute(app.db)
  const { max_places: most = 0, places_ordered = 0, places_held = 0 } = limits ?? {}
  return { most: most ?? 0, ordered: places_ordered, held: places_held, added: rows[0]?.places }
}

test('whatever is bought, given back, left to expire or edited, a code is never held and sold for more places than its limit', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: steps }), async story => {
      const { id, acts } = await aCode()
      for (const each of story) {
        // Refusals are part of the story; what they leave behind is what counts.
        await acts[each.do](each).catch(() => (refused += 1))
        const { most, ordered, held, added } = await placesOf(id)
        expect(ordered).toBe(added)
        expect(ordered + held).toBeLessThanOrEqual(most)
      }
    }),
    { numRuns: runs, verbose: 1 },
  )
  if (isLong) {
    console.log(`${runs} stories, ${refused} refusals.`)
    expect(refused).toBeGreaterThan(0)
  }
}, 900_000)
