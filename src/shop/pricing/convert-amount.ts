import { failParams } from '../../core/errors.ts'
import { exponentOf, formatDecimal, parseAmount, percentHundredths } from '../../core/money.ts'
import type { Charge } from './rules.ts'

const percentHundredthsMax = 10_000
const decimalsShown = 6

export type WireAmount = {
  kind: Charge['kind']
  /** Whole percentage points or whole major units. */
  amount?: number | undefined
  /** A decimal of the same unit; it beats `amount`. */
  raw_amount?: string | undefined
}

/**
 * What a coupon or fee stores of the amount a client sends: hundredths of a percent (more than 0, at most 100 %) or
 * minor units (at least 0). The reason why not, when it fits neither.
 */
export function storedAmount(
  { kind, amount, raw_amount }: WireAmount,
  currency: string,
): { stored: number } | { param: 'amount' | 'raw_amount'; message: string } {
  const param = raw_amount === undefined ? 'amount' : 'raw_amount'
  const text = raw_amount ?? String(amount ?? '')
  if (kind === 'percent') {
    const stored = percentHundredths(text)
    return stored !== undefined && stored >= 1 && stored <= percentHundredthsMax
      ? { stored }
      : { param, message: 'must be more than 0 and at most 100 percent.' }
  }
  const flat = parseAmount(text, currency)
  return flat ? { stored: flat.minor } : { param, message: 'must be an amount of at least 0.' }
}

/** The decimal with six places that clients of this interface know: "10.000000" for 10.00 or 10 %. */
export function rawAmount({ kind, amount }: Charge, currency: string): string {
  // A percentage has two decimals, like a dollar.
  const unit = kind === 'percent' ? 'USD' : currency
  const [whole = '', fraction = ''] = formatDecimal({ minor: amount, currency: unit }).split('.')
  return `${whole}.${fraction.padEnd(decimalsShown, '0')}`
}

/** The same as a number, in percentage points or major units. */
export function wireAmount({ kind, amount }: Charge, currency: string): number {
  return amount / 10 ** (kind === 'percent' ? 2 : exponentOf(currency))
}

/** The stored amount; ends the request with `rest_invalid_param` when it fits neither kind. */
export function demandAmount(wanted: WireAmount, currency: string): number {
  const read = storedAmount(wanted, currency)
  return 'stored' in read ? read.stored : failParams({ [read.param]: { message: read.message } })
}

export type ChargeChanges = {
  sub_type?: Charge['kind']
  amount?: number
  raw_amount?: string
}

/** What changes of a coupon or fee. A new kind alone keeps the number clients see: 10 dollars become 10 percent. */
export function changedCharge(
  former: Charge,
  { sub_type, amount, raw_amount }: ChargeChanges,
  currency: string,
): Charge {
  const kind = sub_type ?? former.kind
  const sent = amount !== undefined || raw_amount !== undefined
  if (!sent && kind === former.kind) return former
  const number = sent ? { amount, raw_amount } : { raw_amount: rawAmount(former, currency) }
  return { kind, amount: demandAmount({ kind, ...number }, currency) }
}
