import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideMove, type MoveSums, pricings, settlements } from './rules.ts'

const sums = (beforeMinor: number, costsMinor: number, more: Partial<MoveSums> = {}): MoveSums => ({
  beforeMinor,
  costsMinor,
  leftMinor: 9000,
  step: 1,
  ...more,
})
const refunding = { pricing: 'new', settle: 'refund' } as const

describe('a move to another ticket', () => {
  test('that is cheaper gives the difference back', () => {
    const moved = { kind: 'move', priceMinor: 2000, worthMinor: 2000, backMinor: 1000 }
    expect(decideMove(sums(3000, 2000), refunding)).toEqual(moved)
  })

  test('that is dearer needs the difference forgiven, and counts as paid with what was paid', () => {
    expect(decideMove(sums(3000, 4000), refunding)).toEqual({ kind: 'dearer', byMinor: 1000 })
    const forgiven = { kind: 'move', priceMinor: 4000, worthMinor: 3000, backMinor: 0 }
    expect(decideMove(sums(3000, 4000), { ...refunding, settle: 'forgive' })).toEqual(forgiven)
    const kept = { kind: 'move', priceMinor: 3000, worthMinor: 3000, backMinor: 0 }
    expect(decideMove(sums(3000, 4000), { ...refunding, pricing: 'keep' })).toEqual(kept)
  })

  test('never gives back more than is left, nor what the gateway cannot move', () => {
    const seed = Number(process.env['SEED'] ?? 35_06)
    const amount = fc.integer({ min: 0, max: 10_000 })
    const given = fc.record({
      beforeMinor: amount,
      costsMinor: amount,
      leftMinor: amount,
      step: fc.constantFrom(1, 100),
    })
    const terms = fc.record({
      pricing: fc.constantFrom(...pricings),
      settle: fc.constantFrom(...settlements),
    })
    fc.assert(
      fc.property(given, terms, (money, how) => {
        const decided = decideMove(money, how)
        if (decided.kind === 'dearer') {
          expect([how.settle, decided.byMinor > 0]).toEqual(['refund', true])
          return
        }
        const { worthMinor, backMinor } = decided
        expect(backMinor).toBeGreaterThanOrEqual(0)
        expect(backMinor).toBeLessThanOrEqual(money.leftMinor)
        expect(backMinor % money.step).toBe(0)
        expect(worthMinor + backMinor).toBeLessThanOrEqual(money.beforeMinor)
      }),
      { seed },
    )
  })
})
