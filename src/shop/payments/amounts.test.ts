import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exponentOf } from '../../core/money.ts'
import {
  gatewayMinorUnits,
  moneyFromCard,
  moneyFromWallet,
  payableByCard,
  payableByWallet,
  walletDecimal,
} from './amounts.ts'

const currencies = 'USD EUR JPY KWD HUF TWD ISK UGX CLP CLF BIF MGA KRW GBP XYZ'.split(' ')
const aPrice = fc.integer({ min: 0, max: 1_000_000_000_000 })
const anAmount = fc.record({
  minor: fc.integer({ min: 0, max: 10_000_000_00 }),
  currency: fc.constantFrom(...currencies),
})

test('an amount read from the card processor is the amount that was sent', () => {
  fc.assert(
    fc.property(anAmount, amount => {
      const units = gatewayMinorUnits(amount)
      expect(gatewayMinorUnits(moneyFromCard(units, amount.currency.toLowerCase()))).toBe(units)
      // What it moves of what it moves is the same again.
      expect(payableByCard(payableByCard(amount))).toEqual(payableByCard(amount))
    }),
  )
})

test('an amount read from the wallet is the amount that was sent', () => {
  fc.assert(
    fc.property(anAmount, amount => {
      const value = walletDecimal(amount)
      expect(walletDecimal(moneyFromWallet(value, amount.currency))).toBe(value)
      expect(payableByWallet(payableByWallet(amount))).toEqual(payableByWallet(amount))
    }),
  )
})

test('in most currencies the providers take our amounts unchanged', () => {
  for (const currency of ['USD', 'EUR', 'JPY', 'CLP', 'GBP']) {
    const amount = { minor: 1045, currency }
    expect([payableByCard(amount), payableByWallet(amount)]).toEqual([amount, amount])
  }
})

test.each(['HUF', 'TWD'])('a card payment in %s is charged to the hundredth', currency => {
  const amount = { minor: 413_550, currency }
  expect(payableByCard(amount)).toEqual(amount)
  expect(moneyFromCard(gatewayMinorUnits(amount), currency)).toEqual(amount)
})

test.each(['', 'abc', '1,00', '-1.00', '1.2.3', '1e3'])(
  'the wallet amount %j is refused',
  value => {
    expect(() => moneyFromWallet(value, 'USD')).toThrow(/none/)
  },
)

test('a provider’s amount with more decimals than we store is refused, not rounded', () => {
  expect(() => moneyFromWallet('1.005', 'USD')).toThrow(/exactly/)
})

test.each([
  ['USD', 1866, 1866],
  ['JPY', 500, 500],
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  ['HUF', 1045, 1045],
  ['TWD', 1050, 1050],
  ['MGA', 10000, 100],
  ['KWD', 5124, 5120],
  ['KWD', 5125, 5130],
])(
  'for an amount in %s, %d of our minor units are %d at the card processor',
  (currency, minor, units) => {
    expect(gatewayMinorUnits({ minor, currency })).toBe(units)
  },
)

test('the wallet receives amounts as decimal text', () => {
  expect(walletDecimal({ minor: 1866, currency: 'USD' })).toBe('18.66')
  expect(walletDecimal({ minor: 500, currency: 'JPY' })).toBe('500')
  expect(walletDecimal({ minor: 1045, currency: 'HUF' })).toBe('10')
  expect(walletDecimal({ minor: 5, currency: 'ISK' })).toBe('5')
  expect(walletDecimal({ minor: 1235, currency: 'KWD' })).toBe('1.24')
})

test('in every currency both providers charge the amount to within half of their smallest unit', () => {
  fc.assert(
    fc.property(aPrice, fc.constantFrom(...currencies), (minor, currency) => {
      const major = minor / 10 ** exponentOf(currency)
      expect(Math.abs(Number(walletDecimal({ minor, currency })) - major)).toBeLessThan(0.51)
      expect(Number.isSafeInteger(gatewayMinorUnits({ minor, currency }))).toBe(true)
    }),
  )
})
