// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { controlOf, hashOf, itemStates, type ItemSum, streakAfter, waitSeconds } from './rules.ts'

describe('the hash of a plan', () => {
  test('is the same whatever the order of members, and another one for any other value', () => {
    expect(hashOf([{ a: 1, b: { c: 2, d: 3 } }])).toBe(hashOf([{ b: { d: 3, c: 2 }, a: 1 }]))
    expect(hashOf([{ a: 1 }])).not.toBe(hashOf([{ a: 2 }]))
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]))
  })
})

describe('failures in a row', () => {
  const failed = (because: string) => ({ state: 'failed' as const, because })

  test('count while they are equal, and begin anew with another one or a success', () => {
    let streak = { failing: null as string | null, failures: 0 }
    for (const because of ['away', 'away', 'empty', 'empty', 'empty']) {
      streak = streakAfter(streak, failed(because))
    }
    expect(streak).toEqual({ failing: 'empty', failures: 3 })
    expect(streakAfter(streak, { state: 'done', because: null }).failures).toBe(0)
  })

  test('are neither ended nor counted by what is left out', () => {
    const streak = { failing: 'away', failures: 4 }
    expect(streakAfter(streak, { state: 'skipped', because: 'changed' })).toEqual(streak)
  })
})

test('an item that could not be done waits twice as long each time, and at most five minutes', () => {
  expect([1, 2, 3, 40].map(waitSeconds)).toEqual([5, 10, 20, 300])
})

describe('the control sum', () => {
  const sums = fc.array(
    fc.record({
      state: fc.constantFrom(...itemStates),
      reason: fc.constant(null),
      currency: fc.constantFrom('EUR', 'USD'),
      items: fc.constant(1),
      plannedMinor: fc.nat({ max: 100_000 }),
    }),
  )

  test('is zero in each currency when every refund is what was planned', () => {
    fc.assert(
      fc.property(sums, drawn => {
        const all: ItemSum[] = drawn.map(sum => ({
          ...sum,
          returnedMinor: sum.state === 'done' ? sum.plannedMinor : 0,
        }))
        for (const { difference } of controlOf(all)) expect(difference).toBe(0)
      }),
    )
  })

  test('shows a cent that a refund gave too much', () => {
    const done = { state: 'done' as const, reason: null, currency: 'EUR', items: 1 }
    const [control] = controlOf([{ ...done, plannedMinor: 500, returnedMinor: 501 }])
    expect(control?.difference).toBe(-1)
  })
})
