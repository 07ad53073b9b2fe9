import { expect, test } from 'vitest'
import { isOneSlip, meantBy, readPhrase, soundingLike } from './rules.ts'

const context = { zone: 'UTC', now: new Date('2026-11-21T12:00:00Z'), currency: 'EUR' }

test.each([
  [
    'Anna Smith',
    { words: ['anna', 'smith'], number: undefined, amount: undefined, day: undefined },
  ],
  ['order no 12 345', { number: 12345 }],
  ['#81', { number: 81 }],
  ['€47.50 last Tuesday', { amount: '47.50', day: '2026-11-17', words: [] }],
  ['47,50 on 2026-11-17 smith', { amount: '47.50', day: '2026-11-17', words: ['smith'] }],
  ['$12 yesterday', { amount: '12', day: '2026-11-20' }],
  ['May Day', { day: undefined, words: ['may', 'day'] }],
  ['anna+x@', { words: ['anna+x@'] }],
])('%s is taken apart', (text, parts) => {
  expect(readPhrase(text, context)).toMatchObject(parts)
})

test.each([
  ['smith', 'smoth', true],
  ['smith', 'simth', true],
  ['smith', 'smth', true],
  ['smith', 'smiith', true],
  ['smith', 'msith', true],
  ['smith', 'smith', false],
  ['smith', 'smash', false],
  ['smith', 'smithers', false],
])('whether %s and %s differ by one slip: %s', (one, other, expected) => {
  expect(isOneSlip(one, other)).toBe(expected)
  expect(isOneSlip(other, one)).toBe(expected)
  const isLike = soundingLike(one).some(pattern =>
    new RegExp(pattern.replace('\\m', '\\b').replace('\\M', '\\b')).test(other),
  )
  if (expected) expect(isLike).toBe(true)
})

test('the word that is meant is the most frequent of those one slip away', () => {
  expect(meantBy('smiht', ['anna smith', 'bert smith', 'smit x', 'jones'])).toEqual([
    'smith',
    'smit',
  ])
})
