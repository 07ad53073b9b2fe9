import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { costOfPrices, noCost, parseCost } from './cost.ts'

type Row = [given: unknown, display: string, values: string[], symbol: string, position: string]

describe('a cost', () => {
  test.each<Row>([
    ['20$', '20$', ['20'], '$', 'postfix'],
    [['0$', '20$', '30$'], 'Free – 30$', ['0', '20', '30'], '$', 'postfix'],
    ['$23', '$23', ['23'], '$', 'prefix'],
    [25, '&#x24;25', ['25'], '', ''],
    ['25', '&#x24;25', ['25'], '', ''],
    [12.5, '&#x24;12.50', ['12.50'], '', ''],
    ['25,55', '&#x24;25.55', ['25.55'], '', ''],
    ['10-20', '&#x24;10 – &#x24;20', ['10', '20'], '', ''],
    [['20', '10', '10'], '&#x24;10 – &#x24;20', ['10', '20'], '', ''],
    ['5,50 7,50', '&#x24;5.50 – &#x24;7.50', ['5.50', '7.50'], '', ''],
    ['€6.50 - €8.50', '€6.50 – €8.50', ['6.50', '8.50'], '€', 'prefix'],
    ['10 € – 20 €', '10€ – 20€', ['10', '20'], '€', 'postfix'],
    ['$10-20', '$10 – $20', ['10', '20'], '$', 'prefix'],
    ['$10 to $20', '$10 – $20', ['10', '20'], '$', 'prefix'],
    [['$10', '€20'], '$10 – €20', ['10', '20'], '', ''],
    ['1,234.50', '&#x24;1234.50', ['1234.50'], '', ''],
    ['1.234,50 €', '1234.50€', ['1234.50'], '€', 'postfix'],
    ['1,234', '&#x24;1234', ['1234'], '', ''],
    ['1.234.567', '&#x24;1234567', ['1234567'], '', ''],
    ['1 000 €', '1000€', ['1000'], '€', 'postfix'],
    ['1 000,50 €', '1000.50€', ['1000.50'], '€', 'postfix'],
    ['2 500 000 €', '2500000€', ['2500000'], '€', 'postfix'],
    ['1\u202F500 €', '1500€', ['1500'], '€', 'postfix'],
    ["CHF 1'234.50", 'CHF 1234.50', ['1234.50'], 'CHF', 'prefix'],
    ['₹1,00,000', '₹100000', ['100000'], '₹', 'prefix'],
    ['10 200', '&#x24;10 – &#x24;200', ['10', '200'], '', ''],
    ['0.125', '&#x24;0.125', ['0.125'], '', ''],
    ['.50', '&#x24;0.50', ['0.50'], '', ''],
    ['10,20,30', '&#x24;10 – &#x24;30', ['10', '20', '30'], '', ''],
    ['10.00', '&#x24;10', ['10'], '', ''],
    ['20 USD', '20 USD', ['20'], 'USD', 'postfix'],
    ['USD 15', 'USD 15', ['15'], 'USD', 'prefix'],
    ['R100', 'R100', ['100'], 'R', 'prefix'],
    ['&#x24;25', '$25', ['25'], '$', 'prefix'],
    ['Free', 'Free', ['0'], '', ''],
    ['free', 'free', ['0'], '', ''],
    [['free', '20'], 'Free – &#x24;20', ['0', '20'], '', ''],
    ['Free – 30$', 'Free – 30$', ['0', '30'], '$', 'postfix'],
    ['Free – &#x24;20', 'Free – $20', ['0', '20'], '$', 'prefix'],
    ['free to €5 - €10', 'Free – €10', ['0', '5', '10'], '€', 'prefix'],
    ['Free for children', 'Free for children', [], '', ''],
    ['$0', 'Free', ['0'], '$', 'prefix'],
    ['Donation', 'Donation', [], '', ''],
    ['Pay what you want & more', 'Pay what you want &amp; more', [], '', ''],
    ['$10 at the door', '$10 at the door', ['10'], '', ''],
    ['-5', '-5', [], '', ''],
    ['<b>$10</b>', '$10', ['10'], '$', 'prefix'],
    ['10 <script>alert(1)</script>', '10 alert(1)', ['1', '10'], '', ''],
    ['" onload="x', '&quot; onload=&quot;x', [], '', ''],
  ])('written as %j is shown as %s', (given, display, values, symbol, position) => {
    expect(parseCost(given, 'USD')).toMatchObject({ display, values, symbol, position })
  })

  test.each([
    ['1.500', 'KWD', ['1.500']],
    ['1.500 - 20.250', 'KWD', ['1.500', '20.250']],
    ['1,500', 'KWD', ['1500']],
    ['1.234.567', 'KWD', ['1234567']],
    ['KWD 1.500', 'USD', ['1.500']],
    ['USD 1.500', 'KWD', ['1500']],
    [1.234, 'KWD', ['1.234']],
    [1.234, 'USD', ['1.234']],
    [1234, 'KWD', ['1234']],
  ])('written as %j costs, on a site in %s, %j', (given, currency, values) => {
    expect(parseCost(given, currency)?.values).toEqual(values)
  })

  test.each(['', ' ', 0, '0', null, undefined, [], ['', null]])('written as %j is empty', given => {
    expect(parseCost(given, 'USD')).toEqual(noCost)
  })

  test.each([true, {}, [['1']], [{ a: 1 }], Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-9])(
    'in case %#, which is neither text nor number, is refused',
    given => {
      expect(parseCost(given, 'USD')).toBeUndefined()
    },
  )

  test('is refused when it is too long', () => {
    expect(parseCost('1'.repeat(256), 'USD')).toBeUndefined()
    expect(parseCost('1,'.repeat(500_000), 'USD')).toBeUndefined()
    expect(
      parseCost(
        Array.from({ length: 101 }, () => '1'),
        'USD',
      ),
    ).toBeUndefined()
    expect(parseCost('1'.repeat(255), 'USD')?.values).toHaveLength(1)
  })

  test('names a currency code but no other sign, and is shown in the currency of the site when it names none', () => {
    expect(parseCost('USD 15', 'EUR')?.code).toBe('USD')
    expect(parseCost('$15', 'EUR')?.code).toBe('')
    expect(parseCost('15', 'EUR')?.display).toBe('&#x20ac;15')
    expect(parseCost('15', 'CHF')?.display).toBe('CHF 15')
    expect(parseCost('15.5', 'JPY')?.values).toEqual(['15.5'])
  })

  test('is HTML without tags, with its values as sorted numbers, and fits the database', () => {
    const pieces = fc.constantFrom(
      ...'$|€|1|10|1,000|2.50|-|–| |.|,|to|free|<b>|<|>|"|&|&lt;|USD|\uD800|\0|0'.split('|'),
    )
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map(some => some.join('')),
      fc.string({ unit: anyCharacter, maxLength: 30 }),
    )
    fc.assert(
      fc.property(fc.oneof(texts, fc.array(texts, { maxLength: 5 })), given => {
        const cost = parseCost(given, 'USD')
        expect(cost).toBeDefined()
        expect(cost!.display).not.toMatch(/[<>"\0]/)
        const numbers = cost!.values.map(Number)
        expect(numbers.every(number => number >= 0)).toBe(true)
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
        void encodeURIComponent(JSON.stringify(cost))
        expect(JSON.stringify(cost)).not.toMatch(/\\ud[89a-f]|\\u0000/i)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the cost of an event with tickets', () => {
  test.each([
    [[], '', []],
    [[0], 'Free', ['0']],
    [[1500], '&#x24;15.00', ['15']],
    [[2000, 1500, 2000], '&#x24;15.00 – &#x24;20.00', ['15', '20']],
    [[9999, 0, 2500], 'Free – &#x24;99.99', ['0', '25', '99.99']],
  ])('with the prices %j is %s', (minors, display, values) => {
    expect(costOfPrices(minors, 'USD')).toEqual({ ...noCost, display, values })
  })
})
