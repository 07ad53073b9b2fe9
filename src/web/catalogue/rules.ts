import { lastDayOf, nightEnds } from '../../core/words/event-times.ts'

/** Days are `YYYY-MM-DD` and months `YYYY-MM`: dates of a calendar, without a zone. */
const dayMs = 86_400_000

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The first and the last year with pages in the calendar. */
const firstYear = 1970
const lastYear = 2100

/** Whether a text is a day that has a page. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  return !Number.isNaN(msOf(text)) && dayAt(msOf(text)) === text && isYear(year)
}

/** Whether a text is a month that has a page. */
export const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`)

const isYear = (year: number) => year >= firstYear && year <= lastYear

export const shiftDay = (day: string, days: number) => dayAt(msOf(day) + days * dayMs)

export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** 1 Monday … 7 Sunday. */
const weekdayOf = (day: string) => new Date(msOf(day)).getUTCDay() || 7

const firstWeekdays = { monday: 1, saturday: 6, sunday: 7 } as const

/** The weeks of a month from their first day on, filled up with days of its neighbours. */
export function weeksOf(month: string, begins: keyof typeof firstWeekdays): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  let day = shiftDay(first, -((weekdayOf(first) - firstWeekdays[begins] + 7) % 7))
  do {
    const begin = day
    weeks.push(Array.from({ length: 7 }, (_, index) => shiftDay(begin, index)))
    day = shiftDay(day, 7)
  } while (day.startsWith(month))
  return weeks
}

/** Friday to Sunday of this week, or what is left of them. */
export function weekendFrom(today: string): { from: string; to: string } {
  const weekday = weekdayOf(today)
  return {
    from: weekday >= 5 ? today : shiftDay(today, 5 - weekday),
    to: shiftDay(today, 7 - weekday),
  }
}

/** How many days the dates of two places are apart at most: clocks on both sides of the date line differ by 26 hours. */
export const daysApart = 2

/** The bounds of the events that run on one of these days, the same as by `daysWithin`. */
export const boundsOfDays = (first: string, last: string) => ({
  startsBefore: `${shiftDay(last, 1)} 00:00:00`,
  startsFrom: `${first} 00:00:00`,
  endsAfter: `${first} ${nightEnds}`,
})

export type Days = { first: string; last: string }

/** The days of a period on which an event runs; an event may have begun years before it. */
export function daysWithin(
  { first, last }: Days,
  { start_local, end_local }: { start_local: string; end_local: string },
): string[] {
  const begins = start_local.slice(0, 10)
  const ends = lastDayOf(start_local, end_local)
  const days: string[] = []
  const until = ends < last ? ends : last
  for (let day = begins > first ? begins : first; day <= until; day = shiftDay(day, 1)) {
    days.push(day)
  }
  return days
}
