import type { Locale } from '../../core/locale.ts'
import { exponentOf, formatDecimal, type Money } from '../../core/money.ts'

/** An amount as people of a language write it, with all decimals of its currency. */
export function moneyWords(amount: Money, locale: Locale): string {
  const digits = exponentOf(amount.currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // As text, so that no amount goes through a floating point number.
  return format.format(formatDecimal(amount) as unknown as number)
}

/** When an event takes place: wall clocks in its zone. */
export type EventTimes = {
  start_local: string
  end_local: string
  timezone: string
  all_day: boolean
}

/** When an event takes place, in words with its zone; whole days have no time. */
export function whenWords(times: EventTimes, locale: Locale): string {
  const { start_local: start, end_local: end, timezone, all_day: allDay } = times
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const both = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const [from, until] = [wall(start), wall(end)]
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  if (allDay) {
    const days = isOneDay ? day.format(from) : `${day.format(from)} – ${day.format(until)}`
    return `${days} (${timezone})`
  }
  if (start === end) return `${both.format(from)} (${timezone})`
  const last = isOneDay ? clock.format(until) : both.format(until)
  return `${both.format(from)} – ${last} (${timezone})`
}

/** A wall clock as if it were UTC, for formats that are told so. */
const wall = (local: string) => new Date(`${local.slice(0, 19).replace(' ', 'T')}Z`)
