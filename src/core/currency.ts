/**
 * How many decimals a currency has: in our own books, at the card processor and at the wallet. Stored amounts depend
 * on the first of these, so it is a table of ours (ISO 4217): `Intl` follows the data of whatever Node runs, and that
 * has changed (HUF and IDR have 0 decimals in Node 20 and 2 in ISO).
 */
const isoDecimals: Readonly<Record<string, number>> = {
  ...every('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...every('BHD IQD JOD KWD LYD OMR TND', 3),
  ...every('CLF UYW', 4),
}

/**
 * The card processor's own units; what is not named has two decimals. HUF and TWD are among those: they have none in
 * payouts only, and a charge of 1045 is 10.45 forints (contract.md 8.13).
 */
const cardDecimals: Readonly<Record<string, number>> = {
  ...every('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', 0),
  // No decimals in ISO, yet the processor counts hundredths for the sake of old integrations.
  ...every('ISK UGX', 2),
  // The processor counts thousandths and wants the last digit to be 0.
  ...every('BHD JOD KWD OMR TND', 3),
}

/** The wallet refuses decimals in these and knows no currency with more than two. */
const walletDecimals: Readonly<Record<string, number>> = every('HUF JPY TWD', 0)

/** Every currency that has not two decimals everywhere. */
export const knownCurrencies: readonly string[] = [
  ...new Set([isoDecimals, cardDecimals, walletDecimals].flatMap(table => Object.keys(table))),
]

/** Decimals of the currency in our own amounts; an unknown code has two. */
export function exponentOf(currency: string): number {
  return isoDecimals[currency.toUpperCase()] ?? 2
}

/** Decimals the card processor counts in. */
export function cardExponentOf(currency: string): number {
  return cardDecimals[currency.toUpperCase()] ?? 2
}

/** Decimals the wallet accepts. */
export function walletExponentOf(currency: string): number {
  return walletDecimals[currency.toUpperCase()] ?? Math.min(exponentOf(currency), 2)
}

const symbols: Readonly<Record<string, string>> = {
  AUD: '$',
  BRL: 'R$',
  CAD: '$',
  CHF: 'CHF',
  CNY: '¥',
  CZK: 'Kč',
  DKK: 'kr',
  EUR: '€',
  GBP: '£',
  HKD: '$',
  HUF: 'Ft',
  ILS: '₪',
  INR: '₹',
  ISK: 'kr',
  JPY: '¥',
  KRW: '₩',
  MXN: '$',
  MYR: 'RM',
  NOK: 'kr',
  NZD: '$',
  PHP: '₱',
  PLN: 'zł',
  RUB: '₽',
  SEK: 'kr',
  SGD: '$',
  THB: '฿',
  TRY: '₺',
  TWD: 'NT$',
  UAH: '₴',
  USD: '$',
  VND: '₫',
  ZAR: 'R',
}

/** The sign shown before or after amounts; the code itself where we know none. */
export function symbolOf(currency: string): string {
  const code = currency.toUpperCase()
  return symbols[code] ?? code
}

function every(codes: string, decimals: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map(code => [code, decimals]))
}
