/**
 * The number of decimals of each currency in our books (ISO 4217). Stored amounts depend on it, so the table
 * is ours: the data in `Intl` changes with Node (HUF and IDR have 0 decimals in Node 20 and 2 in ISO).
 */
const isoDecimals: Readonly<Record<string, number>> = {
  ...every('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...every('BHD IQD JOD KWD LYD OMR TND', 3),
  ...every('CLF UYW', 4),
}

/** Every currency whose number of decimals is not two. */
export const oddCurrencies: readonly string[] = Object.keys(isoDecimals)

/** The decimals of the currency in our books; two for an unknown code. */
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

/** Metals, units of account, and codes for tests and for no currency: nobody is paid in them. */
const unpayable = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '))

/**
 * Whether the code is a currency's, also of one that is no longer used: Node's names know both, while its list of
 * supported values has neither former currencies nor units of account such as CLF. Our own tables are asked first,
 * because they are quicker and the same in every Node.
 */
export function isCurrency(code: string): boolean {
  if (!/^[A-Z]{3}$/.test(code) || unpayable.has(code)) return false
  if (code in symbols || code in isoDecimals) return true
  return new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }).of(code) !== undefined
}

/** The currency sign shown before or after an amount; the code itself when we know no sign. */
export function symbolOf(currency: string): string {
  const code = currency.toUpperCase()
  return symbols[code] ?? code
}

/** A table that gives each of these codes the same number of decimals. */
export function every(codes: string, decimals: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map(code => [code, decimals]))
}
