import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatewayMinorUnits, walletDecimal } from '../../core/money.ts'
import { moneyFromCard, moneyFromWallet, payableByCard, payableByWallet } from './amounts.ts'

const currencies = 'USD EUR JPY KWD HUF TWD ISK UGX CLP BIF MGA KRW GBP'.split(' ')
const anAmount = fc.record({
  minor: fc.integer({ min: 0, max: 10_000_000_00 }),
  currency: fc.constantFrom(...currencies),
})

test('what the card processor answers is what it was asked for', () => {
  fc.assert(
    fc.property(anAmount, amount => {
      const units = gatewayMinorUnits(amount)
      expect(gatewayMinorUnits(moneyFromCard(units, amount.currency.toLowerCase()))).toBe(units)
      // What it moves of what it moves is the same again.
      expect(payableByCard(payableByCard(amount))).toEqual(payableByCard(amount))
    }),
  )
})

test('what the wallet answers is what it was asked for', () => {
  fc.assert(
    fc.property(anAmount, amount => {
      const value = walletDecimal(amount)
      expect(walletDecimal(moneyFromWallet(value, amount.currency))).toBe(value)
      expect(payableByWallet(payableByWallet(amount))).toEqual(payableByWallet(amount))
    }),
  )
})

test('in most currencies nothing is lost on the way', () => {
  for (const currency of ['USD', 'EUR', 'JPY', 'CLP', 'GBP']) {
    const amount = { minor: 1045, currency }
    expect([payableByCard(amount), payableByWallet(amount)]).toEqual([amount, amount])
  }
})

test.each(['HUF', 'TWD'])('a price in %s is charged to the last hundredth by card', currency => {
  const amount = { minor: 413_550, currency }
  expect(payableByCard(amount)).toEqual(amount)
  expect(moneyFromCard(gatewayMinorUnits(amount), currency)).toEqual(amount)
})

test.each(['', 'abc', '1,00', '-1.00', '1.2.3', '1e3'])('%j is no amount of the wallet', value => {
  expect(() => moneyFromWallet(value, 'USD')).toThrow(/none/)
})

test('an amount with more decimals than we can hold is not rounded in silence', () => {
  expect(() => moneyFromWallet('1.005', 'USD')).toThrow(/exactly/)
})
