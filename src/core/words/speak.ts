import { IntlMessageFormat } from 'intl-messageformat'
import { formatDecimal, type Money } from '../money.ts'
import { type Instant, toLocal } from '../time.ts'
import { catalogues, type MessageKey, type ValuesOf } from './catalogue.ts'
import { directionOf, type Language } from './languages.ts'
import { pseudoMessage } from './pseudo.ts'

/** Everything that a page, a mail or a paper needs to write in one language. */
export type Words = {
  readonly language: Language
  readonly dir: 'ltr' | 'rtl'
  /** A sentence of the catalogue. */
  readonly t: <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>) => string
  /** A moment in local time of a zone; `style` chooses the parts. */
  readonly moment: (instant: Instant, zone: string, style: MomentStyle) => string
  /** A period of time, without repeating what both ends share. */
  readonly range: (
    from: Instant,
    to: Instant,
    format: { zone: string; style: MomentStyle },
  ) => string
  /** An amount with its sign and all decimals: `$32.00`. */
  readonly money: (amount: Money) => string
  /** An amount without decimals when it is whole: `$32`. */
  readonly roundMoney: (amount: Money) => string
  readonly number: (value: number) => string
  /** Whole kilometres: `34 km`. */
  readonly distance: (kilometres: number) => string
  /** Several texts as one phrase: `jazz, folk and blues`. */
  readonly list: (items: readonly string[]) => string
}

const styles = {
  /** Friday, 5 December 2026 */
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Fri, 5 Dec */
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  dayOfMonth: { day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
  /** Friday, 5 December 2026 at 19:30 */
  full: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type MomentStyle = keyof typeof styles

const speakers = new Map<Language, Words>()

/** The words of a language, made once. */
export function speakerOf(language: Language): Words {
  const speaker = speakers.get(language) ?? makeSpeaker(language)
  speakers.set(language, speaker)
  return speaker
}

function makeSpeaker(language: Language): Words {
  const isPseudo = language === 'en-XA' || language === 'ar-XB'
  // Numbers and dates of the pseudo-languages are English, because other letters would look like missing
  // translations.
  const locale = isPseudo ? 'en' : language
  const catalogue = catalogues[locale]
  const messages = new Map<MessageKey, IntlMessageFormat | string>()
  const t: Words['t'] = (key, ...[values]) => {
    const message = messages.get(key) ?? prepared(catalogue[key], { isPseudo, locale })
    messages.set(key, message)
    return typeof message === 'string' ? message : String(message.format(values))
  }
  const moments = momentsIn(dateLocale(locale))
  const money = amountsIn(locale)
  const numbers = new Intl.NumberFormat(locale)
  const distances = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 0,
  })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    language,
    dir: directionOf(language),
    t,
    moment: (instant, zone, style) => unbroken(moments(style).format(wallClock(instant, zone))),
    range: (from, to, { zone, style }) =>
      unbroken(moments(style).formatRange(wallClock(from, zone), wallClock(to, zone))),
    money: amount => money(amount, 'auto'),
    roundMoney: amount => money(amount, 'stripIfInteger'),
    number: value => numbers.format(value),
    distance: kilometres => distances.format(kilometres).replace(/\s/g, noBreak),
    list: items => lists.format(items),
  }
}

const noBreak = '\u00a0'

/** Lines of a page end before or after a time, not inside: `7:30 pm`, `kl. 19:30`. */
const unbroken = (text: string) => text.replace(/(?<=\d)\s(?=[ap]m\b)|(?<=\bkl\.)\s/gi, noBreak)

// English dates are in British order, which nobody misreads when the month is a word.
const dateLocale = (locale: string) => (locale === 'en' ? 'en-GB-u-hc-h12' : locale)

function prepared(message: string, { isPseudo, locale }: { isPseudo: boolean; locale: string }) {
  if (isPseudo) return new IntlMessageFormat(pseudoMessage(message), locale)
  return /[{}'<]/.test(message) ? new IntlMessageFormat(message, locale) : message
}

/** Formats take about forty microseconds to make, so they are kept; there are few currencies. */
const formatsMost = 500

/** Formats for local times: core/time.ts has converted them, so they are written as if they were UTC. */
function momentsIn(locale: string) {
  const formats = new Map<MomentStyle, Intl.DateTimeFormat>()
  return (style: MomentStyle) => {
    const format =
      formats.get(style) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: 'UTC' })
    formats.set(style, format)
    return format
  }
}

const wallClock = (instant: Instant, zone: string) =>
  new Date(`${toLocal(instant, zone).replace(' ', 'T')}Z`)

function amountsIn(locale: string) {
  const formats = new Map<string, Intl.NumberFormat>()
  return (amount: Money, trailingZeroDisplay: 'auto' | 'stripIfInteger') => {
    const text = formatDecimal(amount)
    const decimals = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
    const name = `${amount.currency} ${trailingZeroDisplay}`
    const format =
      formats.get(name) ??
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: amount.currency,
        currencyDisplay: 'narrowSymbol',
        // The decimals are from our own table (core/currency.ts), not from the runtime's.
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        trailingZeroDisplay,
      })
    if (formats.size < formatsMost) formats.set(name, format)
    return format.format(text as unknown as number)
  }
}
