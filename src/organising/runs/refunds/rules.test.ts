// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf, judgeOrder, keptOf, type JudgedOrder, type RefundsWish } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const wish: RefundsWish = {
  event: 1,
  whom: 'paid',
  give: 'all',
  how: 'paid',
  checked_in: 'skip',
  reason: '',
  message: '',
}

/** An order of three places at 10.00 of event 1 and one at 5.00 of event 2, paid by card. */
function anOrder(changes: Partial<JudgedOrder> = {}): JudgedOrder {
  const line = (id: number, quantity: number, totalMinor: number) => ({
    id,
    kind: 'ticket' as const,
    ticketId: id * 10,
    quantity,
    refundedQuantity: 0,
    refundedFees: 0,
    totalMinor,
  })
  const place = (id: number, event: number, lineId: number) => ({
    id,
    event_id: event,
    order_line_id: lineId,
    checked_in: false,
  })
  return {
    gateway: 'card',
    currency: 'EUR',
    paidMinor: 3500,
    leftMinor: 3500,
    completedAt: new Date('2026-11-01T12:00:00Z'),
    isDisputed: false,
    isReachable: true,
    lines: [line(1, 3, 3000), line(2, 1, 500)],
    eventOf: new Map([
      [1, 1],
      [2, 2],
    ]),
    named: new Set(),
    places: [place(11, 1, 1), place(12, 1, 1), place(13, 1, 1), place(21, 2, 2)],
    step: 1,
    ...changes,
  }
}

describe('an order of a plan', () => {
  test('gives back the places of the event and no others', () => {
    expect(judgeOrder(anOrder(), wish, now)).toMatchObject({
      action: 'do',
      amountMinor: 3000,
      detail: { places: 3, parts: [{ lineId: 1, quantity: 3 }] },
    })
    expect(judgeOrder(anOrder(), { ...wish, tickets: [999] }, now)).toBeUndefined()
  })

  test('keeps the places that somebody came in with, unless they are wanted', () => {
    const places = anOrder().places.map(place => ({ ...place, checked_in: place.id === 12 }))
    expect(judgeOrder(anOrder({ places }), wish, now)).toMatchObject({
      amountMinor: 2000,
      detail: { attendees: [11, 13] },
    })
    const included = { ...wish, checked_in: 'include' as const }
    expect(judgeOrder(anOrder({ places }), included, now)?.amountMinor).toBe(3000)
  })

  test.each([
    [{ isDisputed: true }, 'skip', 'dispute'],
    [{ paidMinor: 0, leftMinor: 0 }, 'skip', 'free'],
    [{ leftMinor: 0 }, 'skip', 'nothing_left'],
    [{ gateway: 'staff' }, 'by_hand', 'paid_elsewhere'],
    [{ isReachable: false }, 'by_hand', 'account_gone'],
    [{ gateway: 'wallet', completedAt: new Date('2026-05-01') }, 'by_hand', 'too_old'],
  ])('with %j is %s, because of %s', (changes, action, reason) => {
    expect(judgeOrder(anOrder(changes), wish, now)).toMatchObject({ action, reason })
  })

  test('never gives back more than is left, less what is kept', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 3500 }),
        fc.constantFrom('keep_fixed' as const, 'keep_percent' as const),
        fc.nat({ max: 100 }),
        (leftMinor, give, keep) => {
          const judged = judgeOrder(
            anOrder({ leftMinor }),
            { ...wish, give, keep: String(keep) },
            now,
          )
          const worth = Math.min(3000, leftMinor)
          const kept = keptOf({ give, keep: String(keep) }, { worth, places: 3, currency: 'EUR' })
          expect(judged?.amountMinor).toBe(Math.max(0, worth - kept))
        },
      ),
    )
  })
})

test('an order in a currency that has no such amount to keep is left out, and not given everything', () => {
  const keeping = { ...wish, give: 'keep_fixed' as const, keep: '2.50' }
  expect(judgeOrder(anOrder({ currency: 'JPY' }), keeping, now)).toMatchObject({
    action: 'skip',
    reason: 'keep_not_exact',
  })
  expect(judgeOrder(anOrder(), keeping, now)).toMatchObject({ action: 'do', amountMinor: 2250 })
})

test('a refusal for want of money is a class of its own', () => {
  expect(classOf({ status: 402 })).toBe('balance_empty')
  expect(classOf({ status: 400, code: 'balance_insufficient' })).toBe('balance_empty')
  expect(classOf({ status: 400, code: 'charge_disputed' })).toBe('provider_refused')
})
