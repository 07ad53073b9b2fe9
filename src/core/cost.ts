import { exponentOf, symbolOf } from './currency.ts'
import { formatOf, formatShort, formatWithSymbol, symbolAsEntity } from './money.ts'
import { escapeHtml, plainTitle } from './text.ts'

/** The cost of an event as its organizer wrote it; stored unchanged. */
export type Cost = {
  /** The currency symbol the organizer gave; `""` unless it is the same for every amount (`currency_symbol`). */
  readonly symbol: string
  readonly position: 'prefix' | 'postfix' | ''
  /** The symbol when it is a currency code, as in `USD 15`. */
  readonly code: string
  /** The amounts as decimal texts, each once, in rising order: `["0", "25", "30.50"]`. */
  readonly values: readonly string[]
  /** HTML text for display: `&#x24;25`, `Free – 30$`; the organizer's own text when it holds more than amounts. */
  readonly display: string
}

export const noCost: Cost = { symbol: '', position: '', code: '', values: [], display: '' }

const mostItems = 100
const longestItem = 255

/** One amount found in a text, and the currency sign beside it; "Free" is an amount without one. */
type Amount = { value: string; symbol: string; position: Cost['position']; isWord?: true }

/** A parsed cost text: its amounts, and whether it holds words beyond amounts and signs. */
type Item = { text: string; amounts: Amount[]; isMoreThanAmounts: boolean }

/**
 * Parses a cost: `25`, `"20$"`, `"€6.50 - €8.50"`, `"5,50 7,50"`, `["0$", "20$"]`, `"Free"` (contract.md
 * 11.5). `.` and `,` are both read as decimal signs. When both occur, the last is the decimal sign; a single
 * one before exactly three digits separates thousands, but not a point in a currency with three decimals. The
 * display shows the lowest and highest amount, zero as "Free", with the site's sign when the text has none. A lone
 * `0` and an empty value mean no cost. Undefined for other types and for texts that are too long.
 */
export function parseCost(value: unknown, currency: string): Cost | undefined {
  const given = Array.isArray(value) ? value : [value]
  if (given.length > mostItems || !given.every(isWritten)) return undefined
  const texts = given.map(item => plainTitle(ungrouped(written(item).replace(/<[^<>]*>/g, ''))))
  const filled = texts.filter(text => text !== '')
  if (filled.length === 0 || (!Array.isArray(value) && filled[0] === '0')) return noCost
  const items = filled.flatMap(apartFromFree).map(text => readItem(text, currency))
  const amounts = items.flatMap(item => item.amounts).sort((a, b) => +a.value - +b.value)
  const signed = amounts.filter(amount => !amount.isWord)
  const [first] = signed
  const isOneSign = first && signed.every(other => isSameSign(first, other))
  const symbol = isOneSign ? first.symbol : ''
  return {
    symbol,
    position: isOneSign ? first.position : '',
    code: isCode(symbol) ? symbol : '',
    values: [...new Set(amounts.map(amount => amount.value))],
    display: displayOf(items, amounts, currency),
  }
}

/**
 * The displayed cost of an event that has tickets: lowest to highest price with all decimals and the site's
 * sign (`Free – &#x24;99.99`). Its symbol and position stay empty.
 */
export function costOfPrices(minors: readonly number[], currency: string): Cost {
  if (minors.length === 0) return noCost
  const sorted = [...new Set(minors)].sort((a, b) => a - b)
  const format = { ...formatOf(currency), symbol: symbolAsEntity(symbolOf(currency)) }
  const shown = [sorted[0] ?? 0, sorted.at(-1) ?? 0].map(minor =>
    minor === 0 ? 'Free' : formatWithSymbol({ minor, currency }, format),
  )
  const values = sorted.map(minor => formatShort({ minor, currency }))
  return { ...noCost, values, display: range(shown) }
}

/** A JSON number has a decimal point. Another zero keeps that of 1.234 from being read as one between thousands. */
const written = (item: string | number | null | undefined) =>
  typeof item === 'number' ? String(item).replace(/\.\d{3}$/, '$&0') : (item ?? '')

/** Narrow blanks and apostrophes can only be thousands separators. */
const tightGroups = /(?<![\d.,])[1-9]\d{0,2}(?:[\u00A0\u2009\u202F'’]\d{3})+(?!\d)/g
/** A plain blank also separates prices. It separates thousands only where no price can follow: `1 000`, `2 500 000`. */
const looseGroups = /(?<![\d.,])[1-9]\d{0,2}(?: 000|(?: \d{3}){2,})(?!\d)/g
/** Indian grouping: `1,00,000`. */
const lakhs = /(?<![\d.,])[1-9]\d?(?:,\d{2})+,\d{3}(?![\d,])/g

/** Joins thousands that are separated by anything but a single `.` or `,`. */
function ungrouped(text: string): string {
  const together = (amount: string) => amount.replace(/\D/g, '')
  return text.replace(tightGroups, together).replace(looseGroups, together).replace(lakhs, together)
}

/** `Free – $20`, as costs are shown, is two amounts. */
function apartFromFree(text: string): string[] {
  const [, free = '', rest = ''] = /^(free) ?(?:[–—/-]|to ) ?(.*)$/i.exec(text) ?? []
  return /\d/.test(rest) ? [free, rest] : [text]
}

function displayOf(items: Item[], amounts: Amount[], currency: string): string {
  const [only] = items
  const isWord = items.length === 1 && only !== undefined && isFree(only.text)
  if (isWord || items.some(item => item.isMoreThanAmounts)) {
    return items.map(item => escapeHtml(item.text)).join(' – ')
  }
  const ends = [amounts[0], amounts.at(-1)]
  return range(ends.map(amount => (amount ? shownAmount(amount, currency) : '')))
}

const range = (ends: string[]) => [...new Set(ends)].join(' – ')

function shownAmount({ value, symbol, position }: Amount, currency: string): string {
  if (Number(value) === 0) return 'Free'
  if (symbol === '') return glue(symbolAsEntity(symbolOf(currency)), value)
  return position === 'prefix' ? glue(escapeHtml(symbol), value) : glue(value, escapeHtml(symbol))
}

/** A word is separated from a number by a blank; a sign or single letter is not: `USD 15`, `R15`, `20€`. */
function glue(left: string, right: string): string {
  return /\p{L}{2}$/u.test(left) || /^\p{L}{2}/u.test(right) ? `${left} ${right}` : left + right
}

function readItem(text: string, currency: string): Item {
  if (isFree(text)) {
    const free: Amount = { value: '0', symbol: '', position: '', isWord: true }
    return { text, amounts: [free], isMoreThanAmounts: false }
  }
  const matches = [...text.matchAll(/[.,]?\d(?:[\d.,]*\d)?/g)]
  const sign = signOf(text.split(/[.,]?\d(?:[\d.,]*\d)?/))
  const unit = sign && isCode(sign.symbol) ? sign.symbol : currency
  const values = matches.map(match => readNumbers(match[0], unit))
  // A minus before the first amount is no currency sign. Such a text is shown as it was written.
  if (matches.length === 0 || values.includes(undefined) || text.startsWith('-')) {
    return { text, amounts: [], isMoreThanAmounts: true }
  }
  const numbers = values.flatMap(some => some ?? [])
  const amounts = numbers.map(value => ({
    value,
    ...(sign ?? { symbol: '', position: '' as const }),
  }))
  return { text, amounts, isMoreThanAmounts: sign === undefined }
}

/** The one currency sign that all amounts share, on one side; undefined when the text around the amounts holds more. */
function signOf(around: string[]): Pick<Amount, 'symbol' | 'position'> | undefined {
  const bare = around.map(part => part.replace(/^[\s,;/–—-]+|(?<![\s,;/–—-])[\s,;/–—-]+$/g, ''))
  const [before = ''] = bare
  const after = bare.at(-1) ?? ''
  const between = bare.slice(1, -1).map(part => part.replace(/^to(?: |$)| to$/i, ''))
  const fits = (symbol: string) => between.every(part => part === '' || part === symbol)
  if (before !== '' && after === '' && fits(before)) return { symbol: before, position: 'prefix' }
  if (after !== '' && before === '' && fits(after)) return { symbol: after, position: 'postfix' }
  return before === '' && after === '' && fits('') ? { symbol: '', position: '' } : undefined
}

/** `1,234.50` → `1234.50`. Several amounts when commas separate whole numbers; undefined when the text is no number. */
function readNumbers(text: string, currency: string): string[] | undefined {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return [decimal(text, '', currency)]
  const [whole, fraction] = [text.slice(0, last), text.slice(last + 1)]
  const sign = text.charAt(last)
  const other = sign === '.' ? ',' : '.'
  const isThousands = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.test(text)
  const isThousandths = exponentOf(currency) === 3 && /^\d+\.\d{3}$/.test(text)
  if (isThousands && !isThousandths) return [decimal(text.replace(/[.,]/g, ''), '', currency)]
  if (!whole.includes(sign)) {
    return [decimal(whole.replaceAll(other, ''), fraction, currency)]
  }
  return whole.includes(other)
    ? undefined
    : text.split(sign).map(part => decimal(part, '', currency))
}

/** Whole amounts without decimals, others with at least the currency's decimals (contract.md 6.5). */
function decimal(whole: string, fraction: string, currency: string): string {
  const shortened = fraction.replace(/(?<!0)0+$/, '')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return shortened === '' ? digits : `${digits}.${shortened.padEnd(exponentOf(currency), '0')}`
}

const isCode = (symbol: string) => /^[A-Z]{3}$/.test(symbol)
const isFree = (text: string) => /^free$/i.test(text)
const isSameSign = (a: Amount, b: Amount) => a.symbol === b.symbol && a.position === b.position

function isWritten(value: unknown): value is string | number | null | undefined {
  if (value === null || value === undefined) return true
  if (typeof value === 'number') return Math.abs(value) < 1e15 && !/e/.test(String(value))
  return typeof value === 'string' && value.length <= longestItem
}
