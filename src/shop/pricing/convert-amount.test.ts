import { expect, test } from 'vitest'
import { rawAmount, storedAmount, wireAmount } from './convert-amount.ts'

const flat = (amount: number) => ({ kind: 'flat' as const, amount })
const percent = (amount: number) => ({ kind: 'percent' as const, amount })

test('a flat amount is in major units of the currency, however many decimals that has', () => {
  expect(storedAmount(flat(10), 'USD')).toEqual({ stored: 1000 })
  expect(storedAmount(flat(10), 'JPY')).toEqual({ stored: 10 })
  expect(storedAmount(flat(10), 'KWD')).toEqual({ stored: 10_000 })
  expect(storedAmount(flat(0), 'USD')).toEqual({ stored: 0 })
})

test('a percentage is in percent, with two decimals in raw_amount', () => {
  expect(storedAmount(percent(15), 'JPY')).toEqual({ stored: 1500 })
  expect(storedAmount({ ...percent(17), raw_amount: '17.3' }, 'USD')).toEqual({ stored: 1730 })
  expect(storedAmount({ ...percent(0), raw_amount: '0.01' }, 'USD')).toEqual({ stored: 1 })
})

test.each([
  [percent(0)],
  [percent(101)],
  [percent(-5)],
  [{ ...percent(1), raw_amount: '100.01' }],
  [{ ...percent(1), raw_amount: '0.001' }],
  [{ ...percent(1), raw_amount: '1e1' }],
  [{ ...percent(1), raw_amount: '' }],
  [flat(-1)],
  [flat(Number.MAX_SAFE_INTEGER)],
  [{ kind: 'flat' as const }],
])('the amount %j is refused, and the parameter is named', given => {
  expect(storedAmount(given, 'USD')).toMatchObject({
    param: 'raw_amount' in given ? 'raw_amount' : 'amount',
  })
})

test('an amount is returned as it was sent', () => {
  expect([rawAmount(flat(1000), 'USD'), wireAmount(flat(1000), 'USD')]).toEqual(['10.000000', 10])
  expect([rawAmount(flat(10), 'JPY'), wireAmount(flat(10), 'JPY')]).toEqual(['10.000000', 10])
  expect([rawAmount(percent(1730), 'JPY'), wireAmount(percent(1730), 'JPY')]).toEqual([
    '17.300000',
    17.3,
  ])
})
