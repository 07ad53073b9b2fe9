import { exponentOf } from './currency.ts'

/** From one currency to another. */
export type Conversion = {
  readonly from: string
  readonly to: string
  /** What one minor unit of `from` is in minor units of `to`, a decimal text. */
  readonly factor: string
}

/**
 * The conversion at a rate in whole units, a decimal text: 1 of `from` is `rate` of `to`. Undefined for a rate that is
 * no decimal number above 0. Exact: only digits move.
 */
export function conversionOf(from: string, to: string, rate: string): Conversion | undefined {
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) return undefined
  const [whole = '', fraction = ''] = rate.split('.')
  const shift = exponentOf(to) - exponentOf(from) - fraction.length
  return { from, to, factor: `${BigInt(whole + fraction)}e${shift}` }
}
