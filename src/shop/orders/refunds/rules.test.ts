import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netOfTicketLines, planRefund, type RefundableLine } from './rules.ts'

const ticket = (id: number, quantity: number, totalMinor: number): RefundableLine => ({
  id,
  kind: 'ticket',
  ticketId: id,
  quantity,
  refundedQuantity: 0,
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

describe('giving places back', () => {
  test('one of two places with a fee is half of both', () => {
    const plan = planRefund([ticket(1, 2, 5000), fee(2, 1, 700)], [{ lineId: 1, quantity: 1 }])
    expect(plan).toMatchObject({ kind: 'refund', amountMinor: 2850 })
  })

  test('a coupon is shared among all lines by what they cost', () => {
    const lines = [ticket(1, 1, 3000), ticket(2, 1, 1000), coupon(400)]
    expect([...netOfTicketLines(lines).values()]).toEqual([2700, 900])
  })

  test('more than was bought, counting what went back before, is refused', () => {
    const line = { ...ticket(1, 3, 3000), refundedQuantity: 2 }
    expect(planRefund([line], [{ lineId: 1, quantity: 2 }])).toMatchObject({ kind: 'refused' })
    const twice = [
      { lineId: 1, quantity: 1 },
      { lineId: 1, quantity: 1 },
    ]
    expect(planRefund([line], twice)).toMatchObject({ because: 'more_than_bought' })
  })

  test('a fee or a stranger’s line cannot be given back by itself', () => {
    const plan = planRefund([ticket(1, 1, 100), fee(2, 1, 10)], [{ lineId: 2, quantity: 1 }])
    expect(plan).toEqual({ kind: 'refused', because: 'unknown_line' })
  })
})

test('in any steps, all places together give back exactly the total', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    unit: fc.integer({ min: 0, max: 100_000 }),
    fee: fc.integer({ min: 0, max: 999 }),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      fc.infiniteStream(fc.nat()),
      (drafts, off, picks) => {
        const lines: RefundableLine[] = drafts.flatMap((draft, index) => [
          ticket(index + 1, draft.quantity, draft.unit * draft.quantity),
          fee(index + 100, index + 1, draft.fee * draft.quantity),
        ])
        const gross = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        const discount = Math.floor(gross * off)
        lines.push(coupon(discount))
        let given = 0
        for (;;) {
          const left = lines.filter(
            ({ kind, quantity, refundedQuantity }) =>
              kind === 'ticket' && refundedQuantity < quantity,
          )
          const pick = left[(picks.next().value ?? 0) % Math.max(1, left.length)]
          if (!pick) break
          const plan = planRefund(lines, [{ lineId: pick.id, quantity: 1 }])
          if (plan.kind === 'refused') throw new Error(plan.because)
          expect(plan.amountMinor).toBeGreaterThanOrEqual(0)
          given += plan.amountMinor
          pick.refundedQuantity += 1
        }
        expect(given).toBe(gross - discount)
      },
    ),
  )
})
