import type { TestApp } from './start-app.ts'

/**
 * Every currency with an unusual number of decimals, in our books, at the card processor or at the wallet.
 * Copied from the providers' pages, so that a mistake in the service's table shows.
 */
const kinds: readonly (readonly [string, number, number, number])[] = [
  ['USD EUR GBP SEK', 2, 2, 2],
  ['JPY BIF CLP DJF GNF KMF KRW PYG RWF VND VUV XAF XOF XPF', 0, 0, 0],
  ['ISK UGX UYI', 0, 2, 0],
  ['MGA', 2, 0, 2],
  ['HUF TWD', 2, 2, 0],
  // The card processor counts thousandths, in steps of ten.
  ['KWD BHD JOD OMR TND', 3, 2, 2],
  ['IQD LYD', 3, 2, 2],
  ['CLF UYW', 4, 2, 2],
]

export type CurrencyKind = { currency: string; decimals: number; card: number; wallet: number }

/** The decimals of a currency in our books and at the gateways. */
export function kindOf(code: string): CurrencyKind {
  const [, decimals, card, wallet] = kinds.find(([codes]) => codes.includes(code)) ?? ['', 2, 2, 2]
  return { currency: code, decimals, card, wallet }
}

const long = process.env['LONG'] !== undefined

/** All currencies in the long run, otherwise one of each kind. */
export const currencies: CurrencyKind[] = kinds.flatMap(([codes, decimals, card, wallet]) =>
  codes
    .split(' ')
    .slice(0, long ? undefined : 1)
    .map(currency => ({ currency, decimals, card, wallet })),
)

export type GatewayKey = 'card' | 'wallet' | 'sandbox'

/** The smallest amount a gateway moves, in minor units of our books. */
export const stepAt = (gateway: GatewayKey, kind: CurrencyKind) =>
  gateway === 'sandbox' ? 1 : 10 ** Math.max(0, kind.decimals - kind[gateway])

/** An amount of a gateway's ledger in minor units of our books. */
export function fromLedger(gateway: GatewayKey, kind: CurrencyKind, units: number): number {
  if (gateway === 'sandbox') return units
  const thousandths =
    gateway === 'card' && ['KWD', 'BHD', 'JOD', 'OMR', 'TND'].includes(kind.currency)
  return (units * 10 ** kind.decimals) / 10 ** (thousandths ? 3 : kind[gateway])
}

/** The decimal text of an amount, as responses show it. */
export function shown(minor: number, { decimals }: CurrencyKind): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = minor < 0 ? '-' : ''
  return decimals === 0 ? sign + digits : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** Changes the site's currency without another service: it is read with every request. */
export const sellIn = ({ deps }: Pick<TestApp, 'deps'>, currency: string) =>
  Object.assign(deps.config, { currency })
