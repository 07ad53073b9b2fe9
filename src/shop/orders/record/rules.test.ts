import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Account,
  decideSettlement,
  disputeNews,
  failedStatuses,
  isFailed,
  isOpen,
  mayBecome,
  nextRefundState,
  openStatuses,
  orderStatuses,
  type PaymentNews,
} from './rules.ts'

const account = (more: Partial<Account> = {}): Account => ({
  status: 'created',
  payableMinor: 3000,
  paidMinor: 0,
  ...more,
})
const news = (kind: PaymentNews['kind'], more: Partial<PaymentNews> = {}): PaymentNews => ({
  kind,
  amountMinor: 3000,
  receivedMinor: kind === 'paid' ? 3000 : 0,
  refunds: [],
  disputes: [],
  ...more,
})

test('an open order can become completed or failed, and an unpaid one can end in any way', () => {
  const paid = orderStatuses.filter(status => !isOpen(status) && !isFailed(status))
  expect(paid).toEqual(['completed', 'refunded', 'reversed'])
  const barred = openStatuses.flatMap(from => failedStatuses.filter(to => !mayBecome(from, to)))
  expect(barred).toEqual([])
})

describe('the state of a payment', () => {
  test.each([
    ['needs_action', 'action-req'],
    ['processing', 'pending'],
    ['approved', 'approved'],
  ] as const)('%s moves an open order to %s, once', (kind, to) => {
    expect(decideSettlement(account(), news(kind))).toEqual({ kind: 'move', to })
    expect(decideSettlement(account({ status: to }), news(kind))).toEqual({ kind: 'nothing' })
  })

  test.each([
    ['declined', 'denied'],
    ['cancelled', 'denied'],
    ['expired', 'not-completed'],
  ] as const)('%s ends the order as %s', (kind, to) => {
    expect(decideSettlement(account(), news(kind))).toEqual({ kind: 'fail', to })
  })

  test('declined leaves the order open for another card', () => {
    const decision = decideSettlement(account(), news('needs_payment_method'))
    expect(decision).toEqual({ kind: 'nothing' })
  })

  test.each(orderStatuses)(
    'paid completes an order that is %s, or changes nothing the second time',
    status => {
      const decision = decideSettlement(account({ status }), news('paid'))
      expect(decision.kind).toBe(isOpen(status) || isFailed(status) ? 'complete' : 'nothing')
    },
  )

  test('paid is recorded once, whatever became of the order', () => {
    const seen = account({ status: 'not-completed', paidMinor: 3000 })
    expect(decideSettlement(seen, news('paid'))).toEqual({ kind: 'nothing' })
  })

  test('paid with another amount is a mismatch, and money received is refunded', () => {
    const other = { amountMinor: 2999, receivedMinor: 2999 }
    expect(decideSettlement(account(), news('paid', other))).toEqual({
      kind: 'mismatch',
      paid: true,
    })
    expect(decideSettlement(account(), news('processing', other))).toEqual({
      kind: 'mismatch',
      paid: false,
    })
  })

  test('paid and refunded before we learn of it makes no tickets', () => {
    const back = { id: 'r', amountMinor: 3000, state: 'pending' as const, key: undefined }
    const decision = decideSettlement(account(), news('paid', { refunds: [back] }))
    expect(decision).toEqual({ kind: 'came and went' })
  })
})

test('no order moves to the status it has, and final orders do not move', () => {
  for (const from of orderStatuses) expect(mayBecome(from, from)).toBe(false)
  for (const to of orderStatuses) {
    expect(mayBecome('refunded', to) || mayBecome('reversed', to)).toBe(false)
  }
})

test('refund messages in any order end in the state of the latest refund', () => {
  const state = fc.constantFrom('pending' as const, 'done' as const, 'failed' as const)
  fc.assert(
    fc.property(fc.array(state, { minLength: 1 }), told => {
      const after = (all: readonly (typeof told)[number][]) =>
        all.reduce<Parameters<typeof nextRefundState>[0]>(nextRefundState, 'reserved')
      expect(after(told.toReversed())).toBe(after(told))
      expect(after([...told, ...told])).toBe(after(told))
    }),
  )
})

test.each([
  [undefined, 'open', 'open'],
  [undefined, undefined, undefined],
  ['inquiry', 'open', 'open'],
  ['open', 'inquiry', undefined],
  ['open', 'open', undefined],
  ['open', 'won', 'won'],
  ['open', undefined, 'won'],
  ['open', 'lost', 'lost'],
  ['won', 'open', 'open'],
  ['won', 'inquiry', undefined],
  ['won', undefined, undefined],
  ['won', 'lost', 'lost'],
  ['lost', 'open', undefined],
  ['lost', undefined, undefined],
  ['lost', 'won', 'won'],
] as const)('of a dispute recorded as %s, the message %s is new: %s', (known, told, fresh) => {
  expect(disputeNews(known, told)).toBe(fresh)
})
