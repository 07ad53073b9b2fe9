import { describe, expect, test } from 'vitest'
import { type CouponRule, type FeeRule, orderLines, type PricedLine, totalCart } from './rules.ts'
import { exponentOf } from '../../core/money.ts'
import { gatewayMinorUnits, walletDecimal } from '../payments/amounts.ts'

const line = (unitMinor: number, quantity: number, changes: Partial<PricedLine> = {}) => ({
  ticketId: 1,
  eventId: 9,
  name: 'Seat',
  quantity,
  unitMinor,
  regularUnitMinor: unitMinor,
  names: [],
  optedOut: true,
  going: null,
  ...changes,
})
const flat = (id: number, amount: number): FeeRule => ({
  id,
  name: `Fee ${id}`,
  kind: 'flat',
  amount,
})
const percent = (id: number, amount: number): FeeRule => ({
  id,
  name: `Fee ${id}`,
  kind: 'percent',
  amount,
})
const coupon = (kind: 'flat' | 'percent', amount: number): CouponRule => ({
  id: 7,
  slug: 'ten',
  name: 'Ten off',
  kind,
  amount,
})
type Extras = { fees?: [number, FeeRule[]][]; coupon?: CouponRule; currency?: string }
const totalled = (lines: PricedLine[], { fees = [], coupon, currency = 'USD' }: Extras = {}) =>
  totalCart({ currency, lines, fees: new Map(fees), coupon: coupon ?? null })

describe('tickets', () => {
  test('the subtotal is the current price times the quantity, over all lines', () => {
    const totals = totalled([line(3050, 2), line(1000, 3, { ticketId: 2 })])
    expect(totals).toMatchObject({ subtotalMinor: 9100, feesMinor: 0, totalMinor: 9100 })
  })

  test('an empty cart costs nothing', () => {
    expect(totalled([], { coupon: coupon('flat', 500) })).toMatchObject({
      totalMinor: 0,
      discountMinor: 0,
    })
  })

  test('a line keeps both the current and the regular price', () => {
    const [sale] = totalled([line(800, 2, { regularUnitMinor: 1000 })]).lines
    expect(sale).toMatchObject({ totalMinor: 1600, regularTotalMinor: 2000 })
  })
})

describe('fees', () => {
  test('two tickets at 25.00 with fees of 3.50, 10 % and 2.00 each total 66.00', () => {
    const fees = [flat(1, 350), percent(2, 1000), flat(3, 200)]
    const totals = totalled([line(2500, 2)], { fees: [[1, fees]] })
    expect(totals).toMatchObject({ subtotalMinor: 5000, feesMinor: 1600, totalMinor: 6600 })
  })

  test('a percentage fee is rounded for each place and then multiplied', () => {
    // 12.5 % of 0.99 is 0.12375: twelve cents each, not 1.24 for ten.
    const totals = totalled([line(99, 10)], { fees: [[1, [percent(1, 1250)]]] })
    expect(totals.fees[0]).toMatchObject({ unitMinor: 12, quantity: 10, totalMinor: 120 })
  })

  test('half a cent rounds up', () => {
    expect(totalled([line(50, 1)], { fees: [[1, [percent(1, 100)]]] }).feesMinor).toBe(1)
    expect(totalled([line(49, 1)], { fees: [[1, [percent(1, 100)]]] }).feesMinor).toBe(0)
  })

  test('a free ticket carries no fee, even beside a paid one', () => {
    const fees: [number, FeeRule[]][] = [
      [1, [flat(1, 500), percent(2, 10_000)]],
      [2, [flat(1, 500)]],
    ]
    const totals = totalled([line(0, 4), line(1000, 1, { ticketId: 2 })], { fees })
    expect(totals.fees.map(fee => [fee.ticketId, fee.totalMinor])).toEqual([[2, 500]])
  })

  test('a fee that is both selected and automatic counts once', () => {
    const totals = totalled([line(1000, 1)], { fees: [[1, [flat(3, 100), flat(3, 100)]]] })
    expect(totals.feesMinor).toBe(100)
  })

  test('fees of 100 % double the price, whether one or ten of them', () => {
    const ten = Array.from({ length: 10 }, (_, index) => percent(index + 1, 1000))
    expect(totalled([line(1000, 3)], { fees: [[1, ten]] }).totalMinor).toBe(6000)
    expect(totalled([line(1000, 3)], { fees: [[1, [percent(1, 10_000)]]] }).totalMinor).toBe(6000)
  })
})

describe('the coupon', () => {
  test('17.3 % of 22.56 in tickets and 2.72 in fees takes off 4.37 and leaves 20.91', () => {
    const totals = totalled([line(2256, 1)], {
      fees: [[1, [flat(1, 272)]]],
      coupon: coupon('percent', 1730),
    })
    expect(totals).toMatchObject({ discountMinor: 437, totalMinor: 2091 })
  })

  test.each([
    { base: 78_960, amount: 1730, discount: 13_660, total: 65_300 },
    { base: 4512, amount: 1730, discount: 781, total: 3731 },
    { base: 1000, amount: 1500, discount: 150, total: 850 },
    { base: 3300, amount: 1000, discount: 330, total: 2970 },
    { base: 12_345, amount: 10_000, discount: 12_345, total: 0 },
    { base: 5000, amount: 1, discount: 1, total: 4999 },
  ])('$amount hundredths of a percent off $base leave $total', ({ base, amount, ...left }) => {
    const totals = totalled([line(base, 1)], { coupon: coupon('percent', amount) })
    expect(totals).toMatchObject({ discountMinor: left.discount, totalMinor: left.total })
  })

  test('a flat coupon is cut to the amount to pay, and the cart shows the cut value', () => {
    const totals = totalled([line(1000, 1)], { coupon: coupon('flat', 999_999) })
    expect(totals).toMatchObject({ discountMinor: 1000, totalMinor: 0 })
    expect(totals.coupon?.discountMinor).toBe(1000)
  })

  test('a flat coupon below the total is deducted once, whatever the quantity', () => {
    expect(totalled([line(1000, 3)], { coupon: coupon('flat', 200) }).totalMinor).toBe(2800)
  })
})

describe('exact sums', () => {
  test('the largest amounts are exact to the last unit', () => {
    const totals = totalled([line(9_007_199_254_740, 999)])
    expect(totals.totalMinor).toBe(8_998_192_055_485_260)
    const share = totalled([line(9_007_199_254_740_991, 1)], { coupon: coupon('percent', 3333) })
    expect(share.discountMinor).toBe(3_002_099_511_605_172)
  })

  test('an amount too large to be stored exactly is refused, not rounded', () => {
    expect(() => totalled([line(9_007_199_254_740_991, 2)])).toThrow(
      expect.objectContaining({ code: 'cart-too-large' }),
    )
  })
})

describe('the lines of an order', () => {
  test('are tickets, their fees and the coupon, and sum to the total', () => {
    const totals = totalled([line(2500, 2, { names: [{ full_name: 'Ann', email: '' }] })], {
      fees: [[1, [flat(4, 350)]]],
      coupon: coupon('percent', 1000),
    })
    const lines = orderLines(totals)
    expect(
      lines.map(({ kind, quantity, unit_minor, total_minor }) => [
        kind,
        quantity,
        unit_minor,
        total_minor,
      ]),
    ).toEqual([
      ['ticket', 2, 2500, 5000],
      ['fee', 2, 350, 700],
      ['coupon', 1, -570, -570],
    ])
    expect(lines.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3])
    expect(lines[1]).toMatchObject({ fee_id: 4, ticket_id: 1, event_id: 9 })
    expect(lines.reduce((sum, { total_minor }) => sum + total_minor, 0)).toBe(totals.totalMinor)
  })

  test('have no more attendee names than places', () => {
    const names = [{ full_name: 'Ann', email: '' }, null, { full_name: 'Bo', email: '' }]
    expect(orderLines(totalled([line(100, 2, { names })]))[0]?.names).toHaveLength(2)
  })
})

describe('amounts sent to the gateways', () => {
  const { totalMinor } = totalled([line(2256, 1)], {
    fees: [[1, [flat(1, 272)]]],
    coupon: coupon('percent', 1730),
  })

  test('the total of the worked example is "20.91" for the wallet and 2091 for the card', () => {
    const total = { minor: totalMinor, currency: 'USD' }
    expect([walletDecimal(total), gatewayMinorUnits(total)]).toEqual(['20.91', 2091])
  })

  test.each([
    ['BIF', 0],
    ['CLP', 0],
    ['DJF', 0],
    ['GNF', 0],
    ['JPY', 0],
    ['KMF', 0],
    ['KRW', 0],
    ['MGA', 0],
    ['PYG', 0],
    ['RWF', 0],
    ['VND', 0],
    ['VUV', 0],
    ['XAF', 0],
    ['XOF', 0],
    ['XPF', 0],
    ['HUF', 2],
    ['TWD', 2],
    ['ISK', 2],
    ['UGX', 2],
    ['USD', 2],
    ['EUR', 2],
  ])('the card processor counts %s with %i decimals', (currency, decimals) => {
    const five = { minor: 5 * 10 ** exponentOf(currency), currency }
    expect(gatewayMinorUnits(five)).toBe(5 * 10 ** decimals)
  })

  // Ten forints asked for as 10 would be a hundredth of the price.
  test('10 and 10.45 HUF are sent to the card processor as 1000 and 1045', () => {
    expect(gatewayMinorUnits({ minor: 1000, currency: 'HUF' })).toBe(1000)
    expect(gatewayMinorUnits({ minor: 1045, currency: 'HUF' })).toBe(1045)
  })
})
