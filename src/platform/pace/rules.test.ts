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

  test('is kept by a rest in proportion to the work, of at most a second', () => {
    expect(restAfter(10, 1, 0)).toBe(0)
    expect(restAfter(10, 0.5, 0)).toBe(10)
    expect(restAfter(10, 0.04, 0)).toBeCloseTo(240)
    expect(restAfter(500, 0.04, 0)).toBe(1000)
  })

  test('rests less when it has waited long, and not at all after two minutes', () => {
    const waited = [0, 29_999, 30_000, 119_999, 120_000, 1e9]
    expect(waited.map(ms => restAfter(500, 0.04, ms))).toEqual([1000, 1000, 100, 100, 0, 0])
  })
})
