import { failParams } from '../../core/errors.ts'
import {
  exactDecimal,
  exponentOf,
  formatDecimal,
  largestAmount,
  parseAmount,
  percentHundredths,
} from '../../core/money.ts'
import type { Charge } from './rules.ts'

const percentHundredthsMax = 10_000
const decimalsShown = 6

export type WireAmount = {
  kind: Charge['kind']
  /** Whole percentage points or whole major units. */
  amount?: number | undefined
  /** A decimal of the same unit; it takes precedence over `amount`. */
  raw_amount?: string | undefined
}

/**
 * The stored form of the amount a client sends for a coupon or fee: hundredths of a percent (more than 0, at
 * most 100 %) or minor units (at least 0). A problem text when it fits neither.
 */
export function storedAmount(
  { kind, amount, raw_amount }: WireAmount,
  currency: string,
): { stored: number } | { param: 'amount' | 'raw_amount'; message: string } {
  const param = raw_amount === undefined ? 'amount' : 'raw_amount'
  const text = raw_amount ?? String(amount ?? '')
  // A percentage has two decimals, like a dollar.
  const isExact = exactDecimal(text, kind === 'percent' ? 'USD' : currency) !== undefined
  if (kind === 'percent') {
    const stored = percentHundredths(text)
    return stored !== undefined && stored >= 1 && stored <= percentHundredthsMax && isExact
      ? { stored }
      : {
          param,
          message: 'must be more than 0 and at most 100 percent, with two decimals at most.',
        }
  }
  const flat = parseAmount(text, currency)
  if (!flat) {
    const most = formatDecimal(largestAmount(currency))
    return { param, message: `must be an amount in ${currency}, from 0 to ${most}.` }
  }
  const decimals = exponentOf(currency)
  const message = `must be an amount in ${currency}, with at most ${decimals} decimals.`
  return isExact ? { stored: flat.minor } : { param, message }
}

/** The decimal with six places that clients expect: "10.000000" for 10.00 or 10 %. */
export function rawAmount(charge: Charge, site: string): string {
  const { kind, amount } = charge
  const unit = kind === 'percent' ? 'USD' : (charge.currency ?? site)
  const [whole = '', fraction = ''] = formatDecimal({ minor: amount, currency: unit }).split('.')
  return `${whole}.${fraction.padEnd(decimalsShown, '0')}`
}

/** The amount as a number, in percentage points or major units. */
export function wireAmount({ kind, amount, currency }: Charge, site: string): number {
  return amount / 10 ** (kind === 'percent' ? 2 : exponentOf(currency ?? site))
}

/** The currency of an amount in responses; null for a percentage. */
export const currencyOf = ({ kind, currency }: Charge, site: string): string | null =>
  kind === 'percent' ? null : (currency ?? site)

/** The stored form of a sent amount; ends the request with `rest_invalid_param` when it fits neither kind. */
export function demandAmount(wanted: WireAmount, currency: string): number {
  const read = storedAmount(wanted, currency)
  return 'stored' in read ? read.stored : failParams({ [read.param]: { message: read.message } })
}

export type ChargeChanges = {
  sub_type?: Charge['kind']
  amount?: number
  raw_amount?: string
}

/**
 * The columns that a change of a coupon or fee sets. A new kind alone keeps the number that clients see: 10
 * dollars become 10 percent. An amount that is sent as it was read stays, in its currency; another one is in the
 * site's (contract.md 8.23).
 */
export function changedCharge(
  former: Charge,
  { sub_type, amount, raw_amount }: ChargeChanges,
  site: string,
): Charge & { currency: string | null } {
  const kind = sub_type ?? former.kind
  const isSent = amount !== undefined || raw_amount !== undefined
  const number: SentAmount = isSent
    ? { amount, raw_amount }
    : { raw_amount: rawAmount(former, site) }
  if (kind === former.kind && isShownAmount(former, number, site)) {
    return { ...former, currency: former.currency ?? null }
  }
  demandWhole(number)
  const currency = kind === 'percent' ? null : site
  return { kind, amount: demandAmount({ kind, ...number }, site), currency }
}

type SentAmount = Omit<WireAmount, 'kind'>

const isShownAmount = (
  former: Charge,
  { amount, raw_amount }: SentAmount,
  site: string,
): boolean =>
  raw_amount === undefined
    ? amount === wireAmount(former, site)
    : raw_amount === rawAmount(former, site)

function demandWhole({ amount, raw_amount }: SentAmount) {
  if (raw_amount !== undefined || Number.isInteger(amount)) return
  failParams({ amount: { message: 'must be a whole number; send decimals as raw_amount.' } })
}
