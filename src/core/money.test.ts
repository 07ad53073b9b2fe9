import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exponentOf,
  formatDecimal,
  formatOf,
  formatShort,
  formatWithSymbol,
  type Money,
  parseAmount,
  percentHundredths,
  percentOf,
  sumMinor,
  symbolAsEntity,
  timesMinor,
  UncountableAmount,
} from './money.ts'

const money = (minor: number, currency: string): Money => ({ minor, currency })
const usd = (minor: number) => money(minor, 'USD')
const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'HUF', 'ISK', 'CLF', 'MGA', 'TWD', 'XYZ')
const price = fc.integer({ min: 0, max: 1_000_000_000_000 })

describe('arithmetic', () => {
  test('an amount with a fraction of a minor unit throws', () => {
    expect(() => timesMinor(0.5, 2)).toThrow('not a whole number')
    expect(() => timesMinor(1, 1.5)).toThrow('not a whole number')
    expect(() => percentOf(Number.NaN, 100)).toThrow('not a whole number')
    expect(() => formatDecimal(usd(0.5))).toThrow('not a whole number')
  })

  test('an amount too large to be exact throws and never gives a wrong sum', () => {
    expect(() => timesMinor(Number.MAX_SAFE_INTEGER, 2)).toThrow(UncountableAmount)
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(UncountableAmount)
    expect(() => percentOf(Number.MAX_SAFE_INTEGER, 20_000)).toThrow(UncountableAmount)
  })

  test('a percentage is rounded half away from zero and may have two decimals', () => {
    expect(percentOf(2528, '17.3')).toBe(437)
    expect(percentOf(4512, 1730)).toBe(781)
    expect(78960 - percentOf(78960, '17.3')).toBe(65300)
    expect(percentOf(50, '1')).toBe(1)
    expect(percentOf(-50, '1')).toBe(-1)
    expect(percentOf(49, '1')).toBe(0)
    expect(percentOf(1000, '10.000000')).toBe(100)
    expect(percentOf(1000, '0')).toBe(0)
    expect(percentHundredths('17.345')).toBe(1735)
    expect(percentHundredths('-1')).toBeUndefined()
    expect(percentHundredths('a lot')).toBeUndefined()
    expect(() => percentOf(1000, 'a lot')).toThrow('rate')
  })

  test('a percentage is never off by more than half a minor unit', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 10_000 }), (minor, rate) => {
        const twice = 2n * BigInt(percentOf(minor, rate)) * 10_000n
        const distance = twice - 2n * BigInt(minor) * BigInt(rate)
        expect(distance <= 10_000n && distance > -10_000n).toBe(true)
        expect(percentOf(-minor, rate)).toBe(-percentOf(minor, rate) || 0)
      }),
    )
  })
})

describe('reading amounts', () => {
  test.each([
    ['0', 0],
    ['000', 0],
    ['0.00', 0],
    [0, 0],
    [12.5, 1250],
    ['12.5', 1250],
    ['.5', 50],
    ['5.', 500],
    [' 7 ', 700],
    ['10.000000', 1000],
    ['10.005', 1001],
    [0.1 + 0.2, 30],
  ])('%j dollars are read as %d cents', (text, minor) => {
    expect(parseAmount(text, 'USD')).toEqual(usd(minor))
  })

  test.each([
    '1,50',
    '0,0',
    '-1',
    '-0.01',
    '',
    '  ',
    'free',
    '$5',
    '1e3',
    '0x10',
    '1.2.3',
    '.',
    '+',
    '١٢',
    '5\0',
    'NaN',
    'Infinity',
    '9'.repeat(30),
    '1'.repeat(1_000_000),
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    ['5'],
    {},
  ])('in case %#, text that is no amount is refused', value => {
    expect(parseAmount(value, 'USD')).toBeUndefined()
  })

  test('a written amount is read back as the same amount', () => {
    fc.assert(
      fc.property(price, currencies, (minor, currency) => {
        expect(parseAmount(formatDecimal({ minor, currency }), currency)).toEqual({
          minor,
          currency,
        })
        expect(parseAmount(formatShort({ minor, currency }), currency)).toEqual({ minor, currency })
      }),
    )
  })

  test('reading never throws, whatever the text', () => {
    fc.assert(fc.property(fc.anything(), value => void parseAmount(value, 'USD')))
  })
})

describe('writing amounts', () => {
  test('the number of decimals follows the currency and not the runtime’s tables', () => {
    expect(['USD', 'JPY', 'KWD', 'CLF', 'HUF', 'ISK', 'IDR', 'xyz'].map(exponentOf)).toEqual([
      2, 0, 3, 4, 2, 0, 2, 2,
    ])
    expect(formatDecimal(usd(6100))).toBe('61.00')
    expect(formatDecimal(usd(5))).toBe('0.05')
    expect(formatDecimal(usd(-437))).toBe('-4.37')
    expect(formatDecimal(money(500, 'JPY'))).toBe('500')
    expect(formatDecimal(money(1234, 'KWD'))).toBe('1.234')
  })

  test('values of cost_details omit the decimals of whole amounts', () => {
    expect([2500, 0, 3050, 10].map(minor => formatShort(usd(minor)))).toEqual([
      '25',
      '0',
      '30.50',
      '0.10',
    ])
    expect(formatShort(money(100, 'JPY'))).toBe('100')
  })

  test('amounts for people have the symbol, grouped thousands and a minus in front', () => {
    expect(formatWithSymbol(usd(3050))).toBe('$30.50')
    expect(formatWithSymbol(usd(0))).toBe('$0.00')
    expect(formatWithSymbol(usd(123456789))).toBe('$1,234,567.89')
    expect(formatWithSymbol(usd(-150))).toBe('- $1.50')
    const format = {
      ...formatOf('EUR'),
      position: 'postfix',
      decimalSeparator: ',',
      thousandsSeparator: '.',
    } as const
    expect(formatWithSymbol(money(123450, 'EUR'), format)).toBe('1.234,50€')
    expect(formatWithSymbol(money(100, 'JPY'))).toBe('¥100')
    expect(formatWithSymbol(money(100, 'QQQ'))).toBe('QQQ1.00')
  })

  test('coupons and attendees carry the currency symbol as an HTML entity', () => {
    expect(['$', '€', 'kr', 'R$'].map(symbolAsEntity)).toEqual([
      '&#x24;',
      '&#x20ac;',
      'kr',
      'R&#x24;',
    ])
  })
})
