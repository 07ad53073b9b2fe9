import { exponentOf } from './currency.ts'

/** A conversion from one currency to another. */
export type Conversion = {
  readonly from: string
  readonly to: string
  /** The value of one minor unit of `from` in minor units of `to`, a decimal text. */
  readonly factor: string
}

/** What a conversion did: the number of converted rows, and the ids of those that would become zero, or larger than any amount. */
export type Converted = { converted: number; free: number[]; tooLarge: number[] }

/**
 * The conversion at an exchange rate: 1 major unit of `from` is `rate` major units of `to`. `rate` is a
 * decimal text. Undefined unless it is a number above 0. Exact: only the decimal point moves.
 */
export function conversionOf(from: string, to: string, rate: string): Conversion | undefined {
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) return undefined
  const [whole = '', fraction = ''] = rate.split('.')
  const shift = exponentOf(to) - exponentOf(from) - fraction.length
  return { from, to, factor: `${BigInt(whole + fraction)}e${shift}` }
}
