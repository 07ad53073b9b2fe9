import { exponentOf, symbolOf } from './currency.ts'

export { exponentOf }

/** Whole minor units (cents, yen) of a currency (ISO 4217, upper case); `minor` is a safe integer. */
export type Money = { readonly minor: number; readonly currency: string }

/** Minor units times a whole number. Throws `UncountableAmount` when the result is not a safe integer. */
export function timesMinor(minor: number, quantity: number): number {
  assertWhole(minor)
  assertWhole(quantity)
  return exact(BigInt(minor) * BigInt(quantity))
}

/** The sum of minor units of one currency. Throws `UncountableAmount` when the result is not a safe integer. */
export function sumMinor(minors: readonly number[]): number {
  return exact(minors.reduce((total, minor) => total + BigInt(minor), 0n))
}

/**
 * A percentage of minor units, rounded half away from zero. `rate` is a whole number of hundredths of a percent
 * (1730 is 17.3 %) or a decimal text in percent (`"17.3"`, `"10.000000"`), which counts with two decimals
 * (contract.md 8.1).
 */
export function percentOf(minor: number, rate: number | string): number {
  assertWhole(minor)
  const hundredths = typeof rate === 'number' ? rate : percentHundredths(rate)
  if (hundredths === undefined) throw new Error('A rate is a decimal number of percent')
  assertWhole(hundredths)
  return exact(divideHalfAway(BigInt(minor) * BigInt(hundredths), 10_000n))
}

/** `"17.3"` → 1730 hundredths of a percent. Undefined unless the text is a decimal number of at least zero. */
export function percentHundredths(text: string): number | undefined {
  return scaledDecimal(text, 2)
}

/** Like `percentHundredths`, for a percentage that must not be rounded: more than two decimals give undefined. */
export const exactPercent = (text: string): number | undefined =>
  decimalsIn(text) <= 2 ? percentHundredths(text) : undefined

/** The highest price in minor units. It keeps the total of the largest allowed cart a safe integer. */
export const largestAmountMinor = 1_000_000_000_000

/** The highest price of a currency. */
export const largestAmount = (currency: string): Money => ({ minor: largestAmountMinor, currency })

/**
 * A price from a client: a JSON number or a decimal text (`"12.5"`, `"000"`). Undefined for negative,
 * non-numeric (`"1,50"`, `"1e3"`) and absurdly large values (contract.md 11.4). Decimals beyond the
 * currency's are rounded, halves away from zero. A blank text is undefined too: a caller for whom blank means
 * free handles it first.
 */
export function parseAmount(value: unknown, currency: string): Money | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const minor = scaledDecimal(String(value), exponentOf(currency))
  if (minor === undefined || minor > largestAmountMinor) return undefined
  return { minor, currency: currency.toUpperCase() }
}

/** Like `parsePrice`, for an amount that must not be rounded: too many decimals give undefined. */
export function exactDecimal(value: unknown, currency: string): Money | undefined {
  const amount = parseAmount(value, currency)
  return amount && decimalsIn(String(value)) <= exponentOf(currency) ? amount : undefined
}

const decimalsIn = (text: string) => (/\.(\d*[1-9])/.exec(text)?.[1] ?? '').length

/** The amount with all decimals of its currency and no sign: `"61.00"`, `"-4.37"`, `"500"` (JPY). */
export function formatDecimal(amount: Money): string {
  return decimalText(amount.minor, exponentOf(amount.currency))
}

/**
 * The amount without decimals when it is whole, with all of them otherwise: `"25"`, `"0"`, `"30.50"`
 * (contract.md 6.5).
 */
export function formatShort(amount: Money): string {
  return formatDecimal(amount).replace(/\.0+$/, '')
}

/** The format in which people see amounts. */
export type MoneyFormat = {
  readonly symbol: string
  readonly position: 'prefix' | 'postfix'
  readonly decimalSeparator: string
  readonly thousandsSeparator: string
}

/** `$` before the amount, `.` and `,`. Sites cannot choose another format yet. */
export function formatOf(currency: string): MoneyFormat {
  return {
    symbol: symbolOf(currency),
    position: 'prefix',
    decimalSeparator: '.',
    thousandsSeparator: ',',
  }
}

/** `"$1,234.50"`, `"30.50€"`; negative amounts as `"- $1.50"` (contract.md 12.6). */
export function formatWithSymbol(amount: Money, format = formatOf(amount.currency)): string {
  const [whole = '', fraction] = formatDecimal({ ...amount, minor: Math.abs(amount.minor) }).split(
    '.',
  )
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, () => format.thousandsSeparator)
  const number = fraction === undefined ? grouped : grouped + format.decimalSeparator + fraction
  const shown = format.position === 'prefix' ? format.symbol + number : number + format.symbol
  return amount.minor < 0 ? `- ${shown}` : shown
}

/** The currency symbol in coupons and attendees: every character but letters, digits and blanks as `&#x24;`. */
export function symbolAsEntity(symbol: string): string {
  return symbol.replace(
    /[^A-Za-z0-9 ]/gu,
    character => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`,
  )
}

/**
 * The amount in units with this many decimals. Rounded, halves away from zero, when they have fewer decimals
 * than ours.
 */
export function inDecimals({ minor, currency }: Money, decimals: number): number {
  return exact(rescale(BigInt(minor), exponentOf(currency), decimals))
}

/**
 * A decimal text times 10^decimals, rounded half up. Undefined unless it is a plain decimal number of at
 * least zero.
 */
function scaledDecimal(text: string, decimals: number): number | undefined {
  if (text.length > 64) return undefined
  const parts = /^\s*\+?(?:(\d+)(?:\.(\d*))?|\.(\d+))\s*$/.exec(text)
  if (!parts) return undefined
  const fraction = parts[2] ?? parts[3] ?? ''
  const scaled = rescale(BigInt((parts[1] ?? '0') + fraction), fraction.length, decimals)
  return scaled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(scaled) : undefined
}

function rescale(units: bigint, from: number, to: number): bigint {
  return to >= from
    ? units * 10n ** BigInt(to - from)
    : divideHalfAway(units, 10n ** BigInt(from - to))
}

/** A quotient rounded to the nearest whole number, halves away from zero; the divisor is more than 0. */
export function divideHalfAway(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return (dividend < 0n ? dividend - half : dividend + half) / divisor
}

/** An amount of units with this many decimals as text: 1866 with 2 is `18.66`. */
export function decimalText(minor: number, decimals: number): string {
  assertWhole(minor)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * An amount too large for exact arithmetic. Code that takes amounts from clients catches it and names the
 * parameter.
 */
export class UncountableAmount extends RangeError {}

function exact(minor: bigint): number {
  const number = Number(minor)
  if (Number.isSafeInteger(number)) return number
  throw new UncountableAmount(`${minor} minor units are too many`)
}

function assertWhole(value: number): void {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a whole number of minor units`)
}

/** Whether two decimal numbers are the same: `"030.50"` and `"30.5"` are. Both are at most a few dozen digits long. */
export const isSameDecimal = (one: string, other: string): boolean =>
  shortened(one) === shortened(other)

const shortened = (decimal: string) => {
  const digits = decimal.replace(/^0+(?=\d)/, '')
  return digits.includes('.') ? digits.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : digits
}
