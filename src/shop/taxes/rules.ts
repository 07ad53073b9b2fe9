import { divideHalfAway } from '../../core/money.ts'

/** How a rate is named on invoices: standard, zero, exempt, reverse charge, outside the scope of the tax, export. */
export const taxCodes = ['S', 'Z', 'E', 'AE', 'O', 'G'] as const
export type TaxCode = (typeof taxCodes)[number]

/** A rate as lines keep it; `bp` are hundredths of a per cent. */
export type LineTax = { readonly code: string; readonly bp: number }

/**
 * The tax of each of these amounts of one rate. Their sum is the tax of the sum, and none is a unit or more away from its
 * exact share: what rounding leaves goes to the largest remainders (contract.md 43.3).
 */
export function taxesWithin(minors: readonly number[], bp: number): number[] {
  const divisor = 10_000n + BigInt(bp)
  const exact = minors.map(minor => BigInt(minor) * BigInt(bp))
  const floors = exact.map(dividend => floorOf(dividend, divisor))
  const whole = divideHalfAway(sumOf(exact), divisor)
  const left = Number(whole - sumOf(floors))
  const byRemainder = exact
    .map((dividend, at) => ({ at, rest: dividend - (floors[at] ?? 0n) * divisor }))
    .toSorted((one, other) => Number(other.rest - one.rest) || one.at - other.at)
  const rounded = new Set(byRemainder.slice(0, left).map(({ at }) => at))
  return floors.map((floor, at) => Number(floor) + (rounded.has(at) ? 1 : 0))
}

const floorOf = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

const sumOf = (numbers: readonly bigint[]) => numbers.reduce((sum, number) => sum + number, 0n)

/** What of a tax stays when of its amount `left` of `whole` stays, in minor units. */
export const taxLeft = (tax: number, { left, whole }: { left: number; whole: number }): number =>
  whole === 0 ? 0 : Number(divideHalfAway(BigInt(tax) * BigInt(left), BigInt(whole)))

/** `1900` → `19`; `770` → `7.7`. */
export const percentText = (bp: number): string => String(bp / 100)
