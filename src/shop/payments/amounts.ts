import { every, exponentOf, oddCurrencies } from '../../core/currency.ts'
import { decimalText, inDecimals, type Money } from '../../core/money.ts'
import type { Charge } from './gateway.ts'

/**
 * Decimals in the card processor's units; other currencies have two. HUF and TWD are among those: only their payouts
 * are whole, and a charge of 1045 is 10.45 forints (contract.md 8.13).
 */
const cardDecimals: Readonly<Record<string, number>> = {
  ...every('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', 0),
  // Currencies without decimals in ISO for which the processor still counts hundredths.
  ...every('ISK UGX', 2),
  // The processor counts thousandths and wants the last digit to be 0.
  ...every('BHD JOD KWD OMR TND', 3),
}

/** The wallet refuses decimals in these, and has no currency with more than two. */
const walletDecimals: Readonly<Record<string, number>> = every('HUF JPY TWD', 0)

/** Every currency that does not have two decimals in our records and at both providers. */
const knownCurrencies = [
  ...new Set([...oddCurrencies, ...Object.keys(cardDecimals), ...Object.keys(walletDecimals)]),
]

/**
 * The amount in the card processor's units (contract.md 8.13): 5 ISK is 500, 10.45 HUF is 1045, 5.124 KWD is 5120.
 * Rounded half away from zero where the processor counts more coarsely than we do.
 */
export function gatewayMinorUnits(amount: Money): number {
  const decimals = cardDecimals[amount.currency.toUpperCase()] ?? 2
  return decimals === 3 ? inDecimals(amount, 2) * 10 : inDecimals(amount, decimals)
}

/** The amount as decimal text for the wallet: `"18.66"`, `"500"` (JPY). */
export function walletDecimal(amount: Money): string {
  const { currency } = amount
  const decimals = walletDecimals[currency.toUpperCase()] ?? Math.min(exponentOf(currency), 2)
  return decimalText(inDecimals(amount, decimals), decimals)
}

// A large amount, whose conversion shows the ratio of two units.
const probeMinor = 1_000_000

/** The card processor's whole number as our money: the inverse of `gatewayMinorUnits`. */
export function moneyFromCard(units: number, currency: string): Money {
  const code = currency.toUpperCase()
  const probe = gatewayMinorUnits({ minor: probeMinor, currency: code })
  return exact((units * probeMinor) / probe, code)
}

/** The wallet's decimal text as our money: the inverse of `walletDecimal`. */
export function moneyFromWallet(value: string, currency: string): Money {
  const code = currency.toUpperCase()
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(value)
  if (!parts) throw new Error(`The wallet answered an amount that is none: ${value.slice(0, 40)}`)
  const fraction = parts[2] ?? ''
  const probe = Number(walletDecimal({ minor: probeMinor, currency: code }))
  const scaled = Number(`${parts[1]}${fraction}`) * (probeMinor / probe)
  return exact(scaled / 10 ** fraction.length, code)
}

function exact(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) {
    throw new Error(`The provider answered an amount of ${currency} that we cannot hold exactly`)
  }
  return { minor, currency }
}

/** The amount that the card processor can charge: for 5.124 KWD it is 5.120 KWD. */
export const payableByCard = (money: Money): Money =>
  moneyFromCard(gatewayMinorUnits(money), money.currency)

/** The amount that the wallet can charge. */
export const payableByWallet = (money: Money): Money =>
  moneyFromWallet(walletDecimal(money), money.currency)

const payables: Readonly<Record<string, (money: Money) => Money>> = {
  card: payableByCard,
  wallet: payableByWallet,
}

/**
 * The amount that a gateway can move, rounded half away from zero; the sandbox and free orders have no such limit.
 */
export const payableBy = (gateway: string, money: Money): Money =>
  payables[gateway]?.(money) ?? money

/**
 * The smallest amount a gateway can move, in our minor units: 10 of KWD by card, 100 of HUF by wallet, else 1. It can
 * only move multiples of that (contract.md 8.20).
 */
export function stepOf(gateway: string, currency: string): number {
  const steps = [1, 10, 100, 1000, 10_000]
  return steps.find(minor => payableBy(gateway, { minor, currency }).minor === minor) ?? 1
}

/** The currencies that a gateway moves in larger steps than they have. */
export const coarseSteps = () =>
  Object.keys(payables).flatMap(gateway =>
    knownCurrencies
      .map(currency => ({ gateway, currency, step: stepOf(gateway, currency) }))
      .filter(({ step }) => step > 1),
  )

export const nothing = (currency: string): Money => ({ minor: 0, currency: currency.toUpperCase() })

export const sum = (amounts: readonly Money[], currency: string): Money =>
  exact(
    amounts.reduce((total, { minor }) => total + minor, 0),
    currency.toUpperCase(),
  )

/**
 * Throws when the amount of a charge is not the sum of its lines minus the discount, before anything is sent. That
 * would be a mistake of ours, never of a client.
 */
export function assertAddsUp(charge: Charge): void {
  const { amount, discount, lines } = charge
  const monies = [amount, discount, ...lines.map(line => line.unit)]
  const foreign = monies.find(({ currency }) => currency !== amount.currency)
  if (foreign) throw new Error(`A charge in ${amount.currency} has a part in ${foreign.currency}`)
  const whole = lines.reduce((total, line) => total + line.unit.minor * line.quantity, 0)
  const wrong =
    !monies.every(({ minor }) => Number.isSafeInteger(minor) && minor >= 0) ||
    !lines.every(({ quantity }) => Number.isSafeInteger(quantity) && quantity > 0) ||
    whole - discount.minor !== amount.minor
  if (wrong) {
    throw new Error(`Lines of ${whole} less ${discount.minor} are not a charge of ${amount.minor}`)
  }
  if (amount.minor === 0) throw new Error('Nothing is to be paid: that is no matter for a gateway')
}
