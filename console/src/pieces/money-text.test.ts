import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, readAmount } from './money-text.ts'

test.each([
  ['12', 2, 1200],
  ['12.5', 2, 1250],
  ['12,50', 2, 1250],
  ['1.234,5', 2, 123450],
  ['1,234.50', 2, 123450],
  ['1 234', 2, 123400],
  ['1,234', 2, 123400],
  ['1.234.567', 2, 123456700],
  ['1,234', 0, 1234],
  ['1200', 0, 1200],
  ['1,234.567', 3, 1234567],
  ['0', 2, 0],
])('%s with %i decimals is %i', (typed, exponent, minor) => {
  expect(readAmount(typed, exponent)).toEqual({ minor })
})

test.each([
  ['1,234', 3, 'can mean 1234 or 1.234'],
  ['12.5', 0, 'no decimals'],
  ['12.345,6789', 2, 'Write an amount'],
  ['-5', 2, 'Write an amount'],
  ['', 2, 'Write an amount'],
  ['ten', 2, 'Write an amount'],
  ['9999999999999', 2, 'more than we can count'],
])('%s with %i decimals is refused: %s', (typed, exponent, why) => {
  expect(readAmount(typed, exponent)).toEqual({ problem: expect.stringContaining(why) })
})

test('what is shown is read as the same amount', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom(0, 2), (minor, exponent) => {
      expect(readAmount(decimalOf(minor, exponent), exponent)).toEqual({ minor })
    }),
  )
})
