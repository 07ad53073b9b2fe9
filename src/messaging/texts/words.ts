import { doorsOf } from '../../catalogue/events/rules.doors.ts'
import type { Locale } from '../../core/locale.ts'
import { exponentOf, formatDecimal, type Money } from '../../core/money.ts'

/** An amount in a language's notation, with all decimals of its currency. */
export function moneyWords(amount: Money, locale: Locale): string {
  const digits = exponentOf(amount.currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // Formatted from text, so that no amount becomes a floating-point number.
  return format.format(formatDecimal(amount) as unknown as number)
}

/** When an event takes place, in local time of its zone. */
export type EventTimes = {
  start_local: string
  end_local: string
  timezone: string
  all_day: boolean
}

/** When an event takes place, in words with its zone; whole days without times. */
export function whenWords(times: EventTimes, locale: Locale): string {
  const { start_local: start, end_local: end, timezone, all_day: allDay } = times
  const { day, clock, both } = formatsOf(locale)
  const [from, until] = [wall(start), wall(end)]
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  const words = () => {
    if (allDay) return isOneDay ? day.format(from) : `${day.format(from)} – ${day.format(until)}`
    if (start === end) return both.format(from)
    return `${both.format(from)} – ${isOneDay ? clock.format(until) : both.format(until)}`
  }
  // Some formats have spaces that some fonts lack.
  return `${words().replace(/[\u2009\u202f]/g, ' ')} (${timezone})`
}

/** When the doors open: the time alone on the day of the start. Undefined when nobody said so. */
export function doorsWords(
  event: { start_local: string; timezone: string; doors_offset_s: number | null },
  locale: Locale,
): string | undefined {
  const doors = doorsOf(event)
  if (!doors) return undefined
  const { clock, both } = formatsOf(locale)
  const isThatDay = doors.local.slice(0, 10) === event.start_local.slice(0, 10)
  return (isThatDay ? clock : both).format(wall(doors.local)).replace(/[\u2009\u202f]/g, ' ')
}

// English dates are in British order, as on the pages; nobody misreads it when the month is a word.
const dateLocale = (locale: Locale) => (locale === 'en' ? 'en-GB-u-hc-h12' : locale)

const formats = new Map<Locale, ReturnType<typeof makeFormats>>()

function formatsOf(locale: Locale) {
  const format = formats.get(locale) ?? makeFormats(dateLocale(locale))
  formats.set(locale, format)
  return format
}

/** Local times are written as if they were UTC. */
const makeFormats = (locale: string) => ({
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }),
  clock: new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }),
  both: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }),
})

const wall = (local: string) => new Date(`${local.slice(0, 19).replace(' ', 'T')}Z`)
