import { describe, expect, test } from 'vitest'
import {
  availablePercentage,
  checkedInPercentage,
  isReduced,
  priceNow,
  saleProblem,
  type SoldTicket,
} from './rules.ts'

const at = (text: string) => new Date(text)
const now = at('2026-11-21T12:00:00Z')
const ticket = (part: Partial<SoldTicket> = {}): SoldTicket => ({
  priceMinor: 3000,
  salePriceMinor: null,
  salePriceFrom: null,
  salePriceUntil: null,
  timezone: 'UTC',
  status: 'publish',
  eventStatus: 'publish',
  eventHappening: 'scheduled',
  saleStartsAt: null,
  saleEndsAt: at('2031-06-01T17:00:00Z'),
  minPerOrder: 1,
  maxPerOrder: 10,
  ...part,
})

describe('the price of a ticket', () => {
  test('is the sale price on whole days of the event’s zone, both ends included', () => {
    const reduced = ticket({
      salePriceMinor: 2000,
      salePriceFrom: '2026-11-21',
      salePriceUntil: '2026-11-22',
      timezone: 'Pacific/Auckland',
    })
    // Auckland is 13 hours ahead in November.
    expect(priceNow(reduced, at('2026-11-20T10:59:59Z'))).toBe(3000)
    expect(priceNow(reduced, at('2026-11-20T11:00:00Z'))).toBe(2000)
    expect(priceNow(reduced, at('2026-11-22T10:59:59Z'))).toBe(2000)
    expect(priceNow(reduced, at('2026-11-22T11:00:00Z'))).toBe(3000)
  })

  test('is the sale price for ever when the sale has no end, and never when that is above the regular price', () => {
    expect(priceNow(ticket({ salePriceMinor: 0 }), now)).toBe(0)
    expect(isReduced(ticket({ salePriceMinor: 2000, salePriceFrom: '2026-11-22' }), now)).toBe(
      false,
    )
    expect(priceNow(ticket({ salePriceMinor: 3001 }), now)).toBe(3000)
  })
})

describe('whether a ticket can be sold', () => {
  test.each([
    [{}, 10, undefined],
    [{}, 11, { kind: 'too_many', allowed: 10 }],
    [{ status: 'draft' }, 1, { kind: 'not_published' }],
    [{ eventStatus: 'private' }, 1, { kind: 'not_published' }],
    [{ saleStartsAt: now }, 1, undefined],
    [{ saleStartsAt: at('2026-11-21T12:00:01Z') }, 1, { kind: 'not_yet' }],
    [{ saleEndsAt: now }, 1, { kind: 'over' }],
    [
      { saleStartsAt: at('2026-11-23T12:00:00Z'), saleEndsAt: at('2026-11-23T12:00:00Z') },
      1,
      { kind: 'over' },
    ],
    [{ saleEndsAt: at('2026-11-21T12:00:01Z') }, 1, undefined],
  ])('%o, bought %i times: %o', (part, quantity, expected) => {
    const problem = saleProblem(ticket(part), quantity, now)
    if (expected === undefined) expect(problem).toBeUndefined()
    else expect(problem).toMatchObject(expected)
  })
})

test.each([
  [0, 0, 100],
  [1, 6, 17],
  [1, 11, 10],
  [6, 6, 100],
  [0, 5, 0],
])('%i checked in of %i are %i percent', (checkedIn, total, expected) => {
  expect(checkedInPercentage(checkedIn, total)).toBe(expected)
})

test.each([
  [null, null, 100],
  [23, 30, 76],
  [0, 30, 0],
  [1, 1000, 0],
  [0, 0, 0],
])('%o available of %o are %i percent', (available, capacity, expected) => {
  expect(availablePercentage(available, capacity)).toBe(expected)
})
