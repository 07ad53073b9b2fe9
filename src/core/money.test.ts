import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  allocate,
  exponentOf,
  formatDecimal,
  formatOf,
  formatShort,
  formatWithSymbol,
  type Money,
  money,
  multiply,
  parseAmount,
  percentHundredths,
  percentOf,
  subtract,
  sum,
  sumMinor,
  symbolAsEntity,
  timesMinor,
  UncountableAmount,
} from './money.ts'

const usd = (minor: number): Money => ({ minor, currency: 'USD' })
const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'HUF', 'ISK', 'CLF', 'MGA', 'TWD', 'XYZ')
const price = fc.integer({ min: 0, max: 1_000_000_000_000 })

describe('arithmetic', () => {
  test('adds and subtracts amounts of one currency', () => {
    expect(add(usd(150), usd(250))).toEqual(usd(400))
    expect(subtract(usd(150), usd(250))).toEqual(usd(-100))
    expect(sum([usd(1), usd(2), usd(3)], 'USD')).toEqual(usd(6))
    expect(sum([], 'usd')).toEqual(usd(0))
  })

  test('refuses to mix currencies and to hold fractions of a minor unit', () => {
    expect(() => add(usd(1), money(1, 'EUR'))).toThrow('do not mix')
    expect(() => money(0.5, 'USD')).toThrow('not a whole number')
    expect(() => money(Number.NaN, 'USD')).toThrow('not a whole number')
    expect(() => multiply(usd(1), 1.5)).toThrow('not a whole number')
  })

  test('what cannot be counted exactly throws, and is never a wrong sum', () => {
    expect(() => multiply(usd(2 ** 52), 4)).toThrow(UncountableAmount)
    expect(() => timesMinor(Number.MAX_SAFE_INTEGER, 2)).toThrow(UncountableAmount)
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(UncountableAmount)
    expect(() => percentOf(Number.MAX_SAFE_INTEGER, 20_000)).toThrow(UncountableAmount)
  })

  test('a percentage is rounded half away from zero, with two decimals of a percent', () => {
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

describe('splitting', () => {
  test('ten euros in three are 3.34, 3.33 and 3.33', () => {
    const parts = allocate(money(1000, 'EUR'), [1, 1, 1])
    expect(parts.map(part => part.minor)).toEqual([334, 333, 333])
  })

  test('parts without a weight get nothing, unless none has one', () => {
    expect(allocate(usd(101), [0, 1, 1]).map(part => part.minor)).toEqual([0, 51, 50])
    expect(allocate(usd(3), [0, 0]).map(part => part.minor)).toEqual([2, 1])
    expect(allocate(usd(-100), [1, 1, 1]).map(part => part.minor)).toEqual([-34, -33, -33])
  })

  test('no parts and negative weights are refused', () => {
    expect(() => allocate(usd(1), [])).toThrow('no parts')
    expect(() => allocate(usd(1), [2, -1])).toThrow('at least zero')
  })

  test('the parts always sum to the whole and none is off by a whole unit', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), weights, (minor, given) => {
        const parts = allocate(usd(minor), given)
        expect(sum(parts, 'USD').minor).toBe(minor)
        const total = given.reduce((whole, weight) => whole + weight, 0)
        if (total === 0) return
        parts.forEach((part, index) => {
          const off = BigInt(part.minor) * BigInt(total) - BigInt(minor) * BigInt(given[index]!)
          expect(off < BigInt(total) && off > -BigInt(total)).toBe(true)
        })
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
  ])('%j dollars are %d cents', (text, minor) => {
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
  ])('case %#: what is no amount is refused', value => {
    expect(parseAmount(value, 'USD')).toBeUndefined()
  })

  test('what is written is read back', () => {
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

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.anything(), value => void parseAmount(value, 'USD')))
  })
})

describe('writing amounts', () => {
  test('decimals are those of the currency, whatever the runtime thinks of it', () => {
    expect(['USD', 'JPY', 'KWD', 'CLF', 'HUF', 'ISK', 'IDR', 'xyz'].map(exponentOf)).toEqual([
      2, 0, 3, 4, 2, 0, 2, 2,
    ])
    expect(formatDecimal(usd(6100))).toBe('61.00')
    expect(formatDecimal(usd(5))).toBe('0.05')
    expect(formatDecimal(usd(-437))).toBe('-4.37')
    expect(formatDecimal(money(500, 'JPY'))).toBe('500')
    expect(formatDecimal(money(1234, 'KWD'))).toBe('1.234')
  })

  test('values of cost_details drop the decimals of whole amounts', () => {
    expect([2500, 0, 3050, 10].map(minor => formatShort(usd(minor)))).toEqual([
      '25',
      '0',
      '30.50',
      '0.10',
    ])
    expect(formatShort(money(100, 'JPY'))).toBe('100')
  })

  test('people see the symbol, grouped thousands and a detached minus', () => {
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

  test('coupons and attendees carry the symbol as an entity', () => {
    expect(['$', '€', 'kr', 'R$'].map(symbolAsEntity)).toEqual([
      '&#x24;',
      '&#x20ac;',
      'kr',
      'R&#x24;',
    ])
  })
})
