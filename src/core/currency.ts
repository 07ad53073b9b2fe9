/**
 * How many decimals a currency has in our own books. Stored amounts depend on it, so it is a table of ours (ISO 4217):
 * `Intl` follows the data of whatever Node runs, and that has changed (HUF and IDR have 0 decimals in Node 20 and 2 in
 * ISO).
 */
const isoDecimals: Readonly<Record<string, number>> = {
  ...every('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...every('BHD IQD JOD KWD LYD OMR TND', 3),
  ...every('CLF UYW', 4),
}

/** Every currency that has not two decimals. */
export const oddCurrencies: readonly string[] = Object.keys(isoDecimals)

/** Decimals of the currency in our own amounts; an unknown code has two. */
export function exponentOf(currency: string): number {
  return isoDecimals[currency.toUpperCase()] ?? 2
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

/** The same number of decimals for each of these codes. */
export function every(codes: string, decimals: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map(code => [code, decimals]))
}
