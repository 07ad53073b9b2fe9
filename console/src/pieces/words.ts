import { site } from '../site.ts'

/** An amount of the interface, such as `12.50`, with its currency for people. */
export function moneyWords(decimal: string | number | undefined, currency = site.currency): string {
  if (decimal === undefined || decimal === '') return ''
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  // A decimal as text is formatted exactly; as a number it might be rounded.
  return format.format(String(decimal) as Intl.StringNumericLiteral)
}

const utc = { timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const timeFormat = new Intl.DateTimeFormat('en-GB', { ...utc, hour: '2-digit', minute: '2-digit' })

/** A wall clock of the interface, `YYYY-MM-DD HH:MM:SS`, for people. It is text: no zone of this browser has a part in it. */
export function wallWords(local: string): string {
  const at = wallInstant(local)
  return at === undefined ? local : `${dayFormat.format(at)}, ${timeFormat.format(at)}`
}

export function dayWords(local: string): string {
  const at = wallInstant(local)
  return at === undefined ? local : dayFormat.format(at)
}

function wallInstant(local: string): number | undefined {
  const at = Date.parse(`${local.slice(0, 10)}T${local.slice(11, 16) || '00:00'}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** An instant of the interface (ISO 8601), on the clock of the site. */
export function instantWords(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  const zone = { timeZone: site.zone }
  const day = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const time = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' })
  return `${day.format(at)}, ${time.format(at)}`
}

const minuteMs = 60_000
const agoFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** An instant of today by how long it is ago at `now`, such as "2 minutes ago"; an earlier one by its day and time. */
export function agoWords(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / minuteMs)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return agoFormat.format(-minutes, 'minute')
  if (minutes < 24 * 60) return agoFormat.format(-Math.floor(minutes / 60), 'hour')
  return instantWords(iso)
}

/** Titles come with HTML escaped; React escapes by itself. */
export function plain(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').documentElement.textContent
}

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
