import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allParts,
  type FeesOfRefund,
  netOfTicketLines,
  planRefund,
  type RefundableLine,
  type RefundPart,
} from './rules.ts'

const terms = {
  fees: 'refund' as FeesOfRefund,
  endsPlaces: true,
  leftMinor: Number.MAX_SAFE_INTEGER,
  step: 1,
}
const plan = (lines: readonly RefundableLine[], parts: readonly RefundPart[], more = {}) =>
  planRefund(lines, parts, { ...terms, ...more })

const ticket = (id: number, quantity: number, totalMinor: number): RefundableLine => ({
  id,
  kind: 'ticket',
  ticketId: id,
  quantity,
  refundedQuantity: 0,
  refundedFees: 0,
  totalMinor,
})
const fee = (id: number, ticketId: number, totalMinor: number): RefundableLine => ({
  ...ticket(id, 1, totalMinor),
  kind: 'fee',
  ticketId,
})
const coupon = (minor: number): RefundableLine => ({
  ...ticket(99, 1, -minor),
  kind: 'coupon',
  ticketId: null,
})

describe('refunding places', () => {
  test('one of two places with a fee is worth half of both', () => {
    const half = plan([ticket(1, 2, 5000), fee(2, 1, 700)], [{ lineId: 1, quantity: 1 }])
    expect(half).toMatchObject({ kind: 'refund', amountMinor: 2850 })
  })

  test('places that stay taken give back what they cost, and their fees once', () => {
    const lines = [ticket(1, 2, 5000), fee(2, 1, 700)]
    const stay = plan(lines, [{ lineId: 1, quantity: 1 }], { endsPlaces: false })
    const parts = [{ lineId: 1, quantity: 0, fees: 1, amountMinor: 2850 }]
    expect(stay).toEqual({ kind: 'refund', amountMinor: 2850, parts })
  })

  test('an amount in place of what places cost is shared among them, and never more than that', () => {
    const lines = [ticket(1, 2, 5000), ticket(2, 1, 1000)]
    const both = [1, 2].map(lineId => ({ lineId, quantity: 1 }))
    expect(plan(lines, both, { amountMinor: 3000 })).toMatchObject({
      amountMinor: 3000,
      parts: [
        { quantity: 1, amountMinor: 2500 },
        { quantity: 1, amountMinor: 500 },
      ],
    })
    expect(plan(lines, both, { amountMinor: 0 })).toMatchObject({ amountMinor: 0 })
    const refused = { kind: 'refused', because: 'more_than_cost' }
    expect(plan(lines, both, { amountMinor: 3501 })).toEqual(refused)
  })

  test('a coupon’s discount is shared among all lines by their price', () => {
    const lines = [ticket(1, 1, 3000), ticket(2, 1, 1000), coupon(400)]
    expect([...netOfTicketLines(lines, 1).values()]).toEqual([
      { ticketMinor: 2700, feeMinor: 0 },
      { ticketMinor: 900, feeMinor: 0 },
    ])
  })

  test('more places than were bought, minus those refunded before, are refused', () => {
    const line = { ...ticket(1, 3, 3000), refundedQuantity: 2 }
    expect(plan([line], [{ lineId: 1, quantity: 2 }])).toMatchObject({ kind: 'refused' })
    const twice = [
      { lineId: 1, quantity: 1 },
      { lineId: 1, quantity: 1 },
    ]
    expect(plan([line], twice)).toMatchObject({ because: 'more_than_bought' })
  })

  test('a fee line, or a line of another order, is refused', () => {
    const alone = plan([ticket(1, 1, 100), fee(2, 1, 10)], [{ lineId: 2, quantity: 1 }])
    expect(alone).toEqual({ kind: 'refused', because: 'unknown_line' })
  })
})

describe('fees of refunded places', () => {
  const line = ticket(1, 2, 2000)
  const lines = [line, fee(2, 1, 300), coupon(230)]
  const one = [{ lineId: 1, quantity: 1 }]

  test('can be kept when the places are refunded, and refunded while the places stay', () => {
    expect(plan(lines, one)).toMatchObject({ amountMinor: 1035, parts: [{ quantity: 1, fees: 1 }] })
    expect(plan(lines, one, { fees: 'keep' })).toMatchObject({
      amountMinor: 900,
      parts: [{ quantity: 1, fees: 0 }],
    })
    expect(plan(lines, one, { fees: 'only' })).toMatchObject({
      amountMinor: 135,
      parts: [{ quantity: 0, fees: 1 }],
    })
  })

  test('are refunded once, whichever way their places were refunded', () => {
    const before = { ...line, refundedQuantity: 1, refundedFees: 2 }
    expect(plan([before, ...lines.slice(1)], one)).toMatchObject({ amountMinor: 900 })
    expect(plan([before, ...lines.slice(1)], one, { fees: 'only' })).toEqual({
      kind: 'refused',
      because: 'no_fees_left',
    })
  })
})

test('after a refund of an amount, the refund of a place returns what is left', () => {
  const one = [{ lineId: 1, quantity: 1 }]
  expect(plan([ticket(1, 1, 1000)], one, { leftMinor: 600 })).toMatchObject({
    amountMinor: 600,
    parts: [{ quantity: 1, amountMinor: 600 }],
  })
  expect(plan([ticket(1, 1, 1000)], one, { leftMinor: 0 })).toMatchObject({
    amountMinor: 0,
    parts: [{ quantity: 1, amountMinor: 0 }],
  })
})

test('a refund of the rest names every remaining place, line by line', () => {
  const lines = [{ ...ticket(1, 3, 300), refundedQuantity: 1, refundedFees: 3 }, ticket(2, 2, 0)]
  expect(allParts(lines, 'refund')).toEqual([
    { lineId: 1, quantity: 2 },
    { lineId: 2, quantity: 2 },
  ])
  expect(allParts(lines, 'only')).toEqual([{ lineId: 2, quantity: 2 }])
})

test('refunding all places in any steps returns exactly the total', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    unit: fc.integer({ min: 0, max: 100_000 }),
    fee: fc.integer({ min: 0, max: 999 }),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(1, 10, 100),
      fc.float({ min: 0, max: 1, noNaN: true }),
      fc.infiniteStream(fc.nat()),
      (drafts, step, off, picks) => {
        const lines: RefundableLine[] = drafts.flatMap((draft, index) => [
          ticket(index + 1, draft.quantity, draft.unit * draft.quantity),
          fee(index + 100, index + 1, draft.fee * draft.quantity),
        ])
        const gross = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        const total = Math.floor((gross * off) / step) * step
        lines.push(coupon(gross - total))
        let given = 0
        for (;;) {
          const left = lines.filter(
            ({ kind, quantity, refundedQuantity, refundedFees }) =>
              kind === 'ticket' && refundedQuantity + refundedFees < 2 * quantity,
          )
          const number = picks.next().value ?? 0
          const pick = left[number % Math.max(1, left.length)]
          if (!pick) break
          const feesLeft = pick.refundedFees < pick.quantity
          const placesLeft = pick.refundedQuantity < pick.quantity
          const ways = (['refund', 'keep', 'only'] as const).filter(way =>
            way === 'only' ? feesLeft : placesLeft,
          )
          const fees = ways[number % ways.length] ?? 'refund'
          const back = plan(lines, [{ lineId: pick.id, quantity: 1 }], { step, fees })
          if (back.kind === 'refused') throw new Error(back.because)
          expect(back.amountMinor).toBeGreaterThanOrEqual(0)
          expect(back.amountMinor % step).toBe(0)
          given += back.amountMinor
          pick.refundedQuantity += back.parts[0]?.quantity ?? 0
          pick.refundedFees += back.parts[0]?.fees ?? 0
        }
        expect(given).toBe(total)
      },
    ),
  )
})
