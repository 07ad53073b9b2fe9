// Database: none.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderLines, totalCart } from '../../src/shop/pricing/rules.ts'

const charge = fc.oneof(
  fc.record({ kind: fc.constant('flat' as const), amount: fc.integer({ min: 0, max: 10 ** 9 }) }),
  fc.record({ kind: fc.constant('percent' as const), amount: fc.integer({ min: 1, max: 10_000 }) }),
)
const fee = fc
  .tuple(fc.integer({ min: 1, max: 6 }), charge)
  .map(([id, rule]) => ({ ...rule, id, name: `Fee ${id}` }))
const line = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 0, max: 1000 }),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 ** 9 })),
  )
  .map(([ticketId, quantity, unitMinor]) => ({
    ticketId,
    eventId: 1,
    name: `Ticket ${ticketId}`,
    quantity,
    unitMinor,
    regularUnitMinor: unitMinor + 100,
    names: [],
    optedOut: true,
    going: null,
  }))
const cart = fc.record({
  currency: fc.constantFrom('USD', 'JPY', 'KWD', 'HUF'),
  lines: fc.array(line, { maxLength: 8 }),
  fees: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.array(fee, { maxLength: 4 })))
    .map(entries => new Map(entries)),
  coupon: fc.option(charge.map(rule => ({ ...rule, id: 1, slug: 'c', name: 'C' }))),
})
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

test('the lines of an order always sum to its total', () => {
  fc.assert(
    fc.property(cart, input => {
      const totals = totalCart(input)
      expect(sumOf(totals.lines.map(({ totalMinor }) => totalMinor))).toBe(totals.subtotalMinor)
      expect(sumOf(totals.fees.map(({ totalMinor }) => totalMinor))).toBe(totals.feesMinor)
      expect(totals.subtotalMinor + totals.feesMinor - totals.discountMinor).toBe(totals.totalMinor)
      expect(totals.coupon?.discountMinor ?? 0).toBe(totals.discountMinor)
      const kept = orderLines(totals)
      expect(sumOf(kept.map(({ total_minor }) => total_minor))).toBe(totals.totalMinor)
      for (const { quantity, unit_minor, total_minor } of kept) {
        expect(quantity * unit_minor + 0).toBe(total_minor + 0)
      }
    }),
    { numRuns: 2000 },
  )
})

test('no amount is negative, and no discount exceeds what there is to pay', () => {
  fc.assert(
    fc.property(cart, input => {
      const totals = totalCart(input)
      const { subtotalMinor, feesMinor, discountMinor, totalMinor } = totals
      for (const amount of [subtotalMinor, feesMinor, discountMinor, totalMinor]) {
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
      }
      expect(discountMinor).toBeLessThanOrEqual(subtotalMinor + feesMinor)
    }),
    { numRuns: 2000 },
  )
})

test('the fees of each place are added first, and the coupon is taken off the whole', () => {
  fc.assert(
    fc.property(cart, input => {
      const totals = totalCart(input)
      const bare = totalCart({ ...input, coupon: null })
      expect(bare.feesMinor).toBe(totals.feesMinor)
      if (!input.coupon) return
      const base = bare.totalMinor
      const wanted =
        input.coupon.kind === 'flat'
          ? input.coupon.amount
          : Math.floor((base * input.coupon.amount + 5000) / 10_000)
      expect(totals.discountMinor).toBe(Math.min(base, wanted))
    }),
    { numRuns: 2000 },
  )
})

test('the order of lines and a repeated fee do not change the total', () => {
  fc.assert(
    fc.property(cart, input => {
      const twice = new Map([...input.fees].map(([id, rules]) => [id, [...rules, ...rules]]))
      const shuffled = totalCart({ ...input, lines: input.lines.toReversed(), fees: twice })
      expect(shuffled.totalMinor).toBe(totalCart(input).totalMinor)
    }),
    { numRuns: 500 },
  )
})
