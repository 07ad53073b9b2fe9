import { describe, expect, test } from 'vitest'
import { nextShare, restAfter } from './rules.ts'

const after = (utilizations: readonly number[]) => utilizations.reduce(nextShare, 1)

describe('the share of work behind the sale', () => {
  test('falls to a twenty-fifth while the processor is full, and never to nothing', () => {
    expect(after([0.9])).toBe(0.5)
    expect(after(Array.from({ length: 100 }, () => 1))).toBe(0.04)
  })

  test('comes back when the processor is free, and never exceeds the whole', () => {
    expect(after([1, 1, 1, ...Array.from({ length: 20 }, () => 0.3)])).toBe(1)
  })

  test('is kept by a rest in proportion to the work, up to the longest', () => {
    const rest = (ms: number, share: number) => restAfter(ms, { share, waitedMs: 0, mostMs: 1000 })
    expect(rest(10, 1)).toBe(0)
    expect(rest(10, 0.5)).toBe(10)
    expect(rest(10, 0.04)).toBeCloseTo(240)
    expect(rest(500, 0.04)).toBe(1000)
  })

  test('rests less when it has waited long, and not at all after two minutes', () => {
    const rests = [0, 29_999, 30_000, 119_999, 120_000, 1e9].map(waitedMs =>
      restAfter(500, { share: 0.04, waitedMs, mostMs: 5000 }),
    )
    expect(rests).toEqual([5000, 5000, 100, 100, 0, 0])
  })
})
