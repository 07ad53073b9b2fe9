import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { site } from '../../site.ts'

/** What is wrong with an amount as it was typed; undefined where nothing is. */
export function problemOf(typed: string): string | undefined {
  const read = readAmount(typed, site.exponent)
  return 'problem' in read ? read.problem : undefined
}

/** An amount as it was typed, as a decimal; 0 for what is none. */
export function amountOf(typed: string): string {
  const read = readAmount(typed, site.exponent)
  return decimalOf('minor' in read ? read.minor : 0, site.exponent)
}
