import { expect, test } from 'vitest'
import { nextStep, offeredBy } from './rules.ts'

const offer = { until: '2026-12-01T22:59:59Z', otherwise: 'donate' } as const
const before = new Date('2026-11-30T12:00:00Z')
const after = new Date('2026-12-01T23:00:00Z')

test.each([
  ['a buyer who was not asked', undefined, before, 'ask'],
  ['a buyer who has not chosen yet', { chosen: null }, before, 'wait'],
  ['a buyer who chose', { chosen: 'keep' as const }, before, 'keep'],
  ['a buyer who chose in time, afterwards', { chosen: 'refund' as const }, after, 'refund'],
  ['a buyer who never chose, afterwards', { chosen: null }, after, 'donate'],
  ['a buyer who was never asked, afterwards', undefined, after, 'unasked'],
])('the next step for %s', (_, asked, now, step) => {
  expect(nextStep(offer, asked, now)).toBe(step)
})

test('a buyer who was never asked gets the money where that counts without a choice', () => {
  expect(nextStep({ ...offer, otherwise: 'refund' }, undefined, after)).toBe('refund')
})

test('tickets are kept only where there will be a date', () => {
  expect(offeredBy({ mayKeep: true })).toEqual(['refund', 'donate', 'keep'])
  expect(offeredBy({ mayKeep: false })).toEqual(['refund', 'donate'])
})
