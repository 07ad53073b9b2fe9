// Database: none.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Coupon, grantUses } from '../../src/shop/coupons/rules.ts'
import { type CouponLimits, discounts, noLimits } from '../../src/shop/pricing/limits/rules.ts'
import { totalCart } from '../../src/shop/pricing/rules.ts'
import { netOfTicketLines } from '../../src/shop/orders/settling/rules.ts'

const runs = (few: number) => ({ numRuns: process.env['LONG'] === '1' ? few * 50 : few })
const ticketIds = fc.subarray([1, 2, 3, 4])
const limits: fc.Arbitrary<CouponLimits> = fc.record({
  event_ids: fc.subarray([10, 20]),
  ticket_ids: ticketIds,
  opens: fc.subarray([4]),
  min_total_minor: fc.option(fc.integer({ min: 1, max: 5000 })),
  min_total_currency: fc.constant('USD'),
  max_places: fc.constant(null),
  max_places_per_order: fc.option(fc.integer({ min: 1, max: 8 })),
  per_person: fc.constant(null),
  tag: fc.constant(''),
})
const lines = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(1, 2, 3, 4),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 5000 }),
    ),
    { selector: ([id]) => id, minLength: 1 },
  )
  .map(rows =>
    rows.map(([ticketId, quantity, unitMinor]) => ({
      ticketId,
      eventId: ticketId < 3 ? 10 : 20,
      name: `T${ticketId}`,
      quantity,
      unitMinor,
      regularUnitMinor: unitMinor,
      names: [],
      optedOut: true,
      going: null,
    })),
  )
const rule = (of: CouponLimits, percent: number) => ({
  id: 1,
  slug: 'c',
  name: 'C',
  kind: 'percent' as const,
  amount: percent * 100,
  limits: of,
})

test('a limited coupon takes its discount from its own tickets, or from none', () => {
  fc.assert(
    fc.property(lines, limits, fc.integer({ min: 1, max: 100 }), (cart, of, percent) => {
      const input = { currency: 'USD', lines: cart, fees: new Map<number, []>() }
      const totals = totalCart({ ...input, coupon: rule(of, percent) })
      const own = cart.filter(line => discounts(of, line))
      const base = own.reduce((sum, line) => sum + line.quantity * line.unitMinor, 0)
      const wanted = Math.floor((base * percent * 100 + 5000) / 10_000)
      expect([0, Math.min(base, wanted)]).toContain(totals.discountMinor)
      expect(
        totals.coupon?.limited?.ticketIds.every(id => own.some(l => l.ticketId === id)),
      ).not.toBe(false)
      // Refunds of all lines give back what was paid, and lines outside of the coupon their whole price.
      const nets = netOfTicketLines(
        [
          ...cart.map((line, id) => ({
            id,
            kind: 'ticket' as const,
            ticketId: line.ticketId,
            quantity: line.quantity,
            refundedQuantity: 0,
            refundedFees: 0,
            totalMinor: line.quantity * line.unitMinor,
            takesDiscount: totals.coupon ? discounts(of, line) : true,
          })),
          {
            id: 99,
            kind: 'coupon' as const,
            ticketId: null,
            quantity: 1,
            refundedQuantity: 0,
            refundedFees: 0,
            totalMinor: -totals.discountMinor,
          },
        ],
        1,
      )
      const paid = [...nets.values()].reduce((sum, net) => sum + net.ticketMinor, 0)
      expect(paid).toBe(totals.totalMinor)
      for (const [id, line] of cart.entries()) {
        if (!totals.coupon || discounts(of, line)) continue
        expect(nets.get(id)?.ticketMinor).toBe(line.quantity * line.unitMinor)
      }
    }),
    runs(500),
  )
})

test('however carts ask, a coupon is never granted for more places than it has', () => {
  const asking = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 })),
    {
      maxLength: 20,
    },
  )
  const holding = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 3 })),
    {
      selector: ([cart]) => cart,
    },
  )
  fc.assert(
    fc.property(asking, holding, fc.integer({ min: 1, max: 12 }), (asked, held, most) => {
      const coupon: Coupon = {
        id: 1,
        slug: 'c',
        display_name: 'C',
        status: 'active',
        starts_at: null,
        ends_at: null,
        kind: 'flat',
        amount: 0,
        currency: null,
        usage_limit: null,
        held: 0,
        used: 0,
        limits: { ...noLimits, max_places: most },
      }
      const before = held.reduce((sum, [, places]) => sum + places, 0)
      fc.pre(before <= most)
      const wanted = asked.map(([cartId, quantity]) => ({
        cartId,
        couponId: 1,
        lines: [{ ticketId: 1, eventId: 10, quantity, going: null }],
      }))
      const places = [{ couponId: 1, ordered: 0, held: new Map(held) }]
      const granted = grantUses({ coupons: [coupon], holds: [], places }, wanted)
      const carts = new Map(held)
      for (const [at, [cartId, quantity]] of asked.entries()) {
        if (granted[at]) carts.set(cartId, quantity)
        const all = [...carts.values()].reduce((sum, count) => sum + count, 0)
        expect(all).toBeLessThanOrEqual(most)
      }
    }),
    runs(1000),
  )
})
