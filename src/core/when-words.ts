import { fixedOffsetMinutes, isTimeZone } from './zone.ts'

/** The parts of a date phrase, before the current day is known. */
export type Reading = {
  date?: { year?: number; month: number; day?: number }
  /** Days from today: 0 today, 1 tomorrow, -1 yesterday. */
  dayFromNow?: number
  time?: { hour: number; minute: number; second: number }
  zone?: string
  shift: { years: number; months: number; weeks: number; days: number; seconds: number }
  /** 1 Monday … 7 Sunday. */
  weekday?: { day: number; which: 'this' | 'next' | 'last' | 'named' }
  /** "next week" and the like: a weekday named beside it is the one in that week. */
  isWeekNamed: boolean
  /** "first day of", "last day of". */
  edgeOfMonth?: 'first' | 'last'
  /** "second monday of", "last friday of" (-1). */
  weekdayOfMonth?: { nth: number; day: number }
}

/** A pattern that matches at one place of the text. `read` returns false when the words contradict earlier ones. */
export type Word = {
  pattern: RegExp
  read: (into: Reading, match: (index: number) => string) => boolean
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdays = 'mon tue wed thu fri sat sun'.split(' ')
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?(?![a-z])'
const weekday =
  '(mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\.?(?![a-z])'
const unit = '(second|sec|minute|min|hour|day|week|fortnight|month|year)s?(?![a-z])'
const nth = '(?:st|nd|rd|th)?'
const year = '(\\d{4})(?![\\d:])'

const word = (source: string, read: Word['read']): Word => ({
  pattern: new RegExp(source, 'iy'),
  read,
})

/** Filler words without meaning, which may stand between the others. */
export const between = /(?:[\s,]|(?:at|on|in|and)(?=\s))+/iy

/**
 * Longer forms come before the shorter forms they begin with. Slashes mean m/d/Y; dashes and dots mean d-m-Y
 * (contract.md 11.1).
 */
export const words: readonly Word[] = [
  word('(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?!\\d)', (into, m) => date(into, [m(1), m(3), m(4)])),
  word('(\\d{4})-?w(\\d\\d)(?:-?([1-7]))?(?!-?\\d)', (into, m) =>
    isoWeek(into, [m(1), m(2), m(3) || '1']),
  ),
  word('(\\d{4})(\\d\\d)(\\d\\d)(?=t\\d)', (into, m) => date(into, [m(1), m(2), m(3)])),
  word('(\\d{1,2})/(\\d{1,2})/(\\d{4})(?!\\d)', (into, m) => date(into, [m(3), m(1), m(2)])),
  word('(\\d{1,2})([-.])(\\d{1,2})\\2(\\d{4})(?!\\d)', (into, m) => date(into, [m(4), m(3), m(1)])),
  word('(\\d{1,2})/(\\d{1,2})(?![\\d/])', (into, m) => date(into, ['', m(1), m(2)])),
  word('(\\d{4})-(\\d\\d)(?![\\d:-])', (into, m) => date(into, [m(1), m(2), '1'])),
  word(`(\\d{1,2})${nth}[\\s.-]*(?:of\\s+)?${month}(?:[\\s,.-]*${year})?`, (into, m) =>
    date(into, [m(3), m(2), m(1)]),
  ),
  word(`${month}[\\s.-]*(\\d{1,2})${nth}(?![\\d:a-z])(?:[\\s,.-]+${year})?`, (into, m) =>
    date(into, [m(3), m(1), m(2)]),
  ),
  word(`${month}[\\s,.-]*${year}`, (into, m) => date(into, [m(2), m(1), '1'])),
  word(month, (into, m) => date(into, ['', m(1), ''])),
  word(
    't?(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d{1,9})?)?(?:\\s*([ap])\\.?m\\.?(?![a-z]))?(?![\\d:])',
    (into, m) => time(into, [m(1), m(2), m(3)], m(4)),
  ),
  word('t(\\d\\d)(\\d\\d)(\\d\\d)?(?!\\d)', (into, m) => time(into, [m(1), m(2), m(3)], '')),
  word('(\\d{1,2})\\s*([ap])\\.?m\\.?(?![a-z])', (into, m) => time(into, [m(1), '', ''], m(2))),
  word('now(?![a-z])', () => true),
  word('(today|tomorrow|yesterday)(?![a-z])', (into, m) => dayFromNow(into, m(1))),
  word('(noon|midnight)(?![a-z])', (into, m) =>
    time(into, [m(1).toLowerCase() === 'noon' ? '12' : '0', '', ''], ''),
  ),
  word('(first|last)\\s+day\\s+of(?![a-z])', (into, m) => {
    if (into.edgeOfMonth || into.weekdayOfMonth) return false
    into.edgeOfMonth = m(1).toLowerCase() === 'first' ? 'first' : 'last'
    return true
  }),
  word(`(first|second|third|fourth|fifth|last)\\s+${weekday}\\s+of(?![a-z])`, (into, m) => {
    if (into.edgeOfMonth || into.weekdayOfMonth) return false
    const last = m(1).toLowerCase() === 'last'
    into.weekdayOfMonth = { nth: last ? -1 : numberOf(m(1)), day: indexOf(weekdays, m(2)) }
    return true
  }),
  word(`(next|last|previous|this)\\s+${weekday}`, (into, m) => {
    const given = m(1).toLowerCase()
    return onWeekday(
      into,
      m(2),
      given === 'previous' ? 'last' : (given as 'next' | 'last' | 'this'),
    )
  }),
  word(weekday, (into, m) => onWeekday(into, m(1), 'named')),
  word(`(next|last|previous|this)\\s+${unit}`, (into, m) => {
    const which = m(1).toLowerCase()
    if (m(2).toLowerCase() === 'week') into.isWeekNamed = true
    return shift(into, which === 'next' ? 1 : which === 'this' ? 0 : -1, m(2))
  }),
  word(`([+-]?)\\s*(\\d{1,9}|an?(?=\\s)|${ordinals.replaceAll(' ', '|')})\\s*${unit}`, (into, m) =>
    shift(into, m(1) === '-' ? -numberOf(m(2)) : numberOf(m(2)), m(3)),
  ),
  word('ago(?![a-z])', into => {
    const { years, months: some, weeks, days, seconds } = into.shift
    into.shift = { years: -years, months: -some, weeks: -weeks, days: -days, seconds: -seconds }
    return Object.values(into.shift).some(step => step !== 0)
  }),
  word('(?:utc|gmt)?([+-])(\\d{1,2})(?::?([0-5]\\d))?(?![\\d:a-z])', (into, m) =>
    inZone(into, `UTC${m(1)}${m(2)}:${m(3) || '00'}`),
  ),
  word('z(?![a-z])', into => inZone(into, 'UTC')),
  word('([a-z]{2,5})(?![a-z/_])', (into, m) => {
    const offset = zoneLetters[m(1).toUpperCase()]
    return offset !== undefined && inZone(into, offset)
  }),
  word('([a-z]+(?:/[a-z_+-]+){1,2})', (into, m) => inZone(into, m(1))),
]

/** Zone abbreviations of mail dates and of Europe. Others are ambiguous, so they are not understood. */
const zoneLetters: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  EST: 'UTC-5',
  EDT: 'UTC-4',
  CDT: 'UTC-5',
  MST: 'UTC-7',
  MDT: 'UTC-6',
  PST: 'UTC-8',
  PDT: 'UTC-7',
  WET: 'UTC',
  WEST: 'UTC+1',
  CET: 'UTC+1',
  CEST: 'UTC+2',
  EET: 'UTC+2',
  EEST: 'UTC+3',
}

/** `parts` lists year, month (number or name) and day. Year and day may be missing. */
function date(into: Reading, parts: [string, string, string]): boolean {
  const [yearText, monthText, dayText] = parts
  if (into.date) return false
  const number = /^\d/.test(monthText) ? Number(monthText) : indexOf(months, monthText)
  if (number < 1 || number > 12) return false
  into.date = {
    month: number,
    ...(yearText !== '' && { year: Number(yearText) }),
    ...(dayText !== '' && { day: Number(dayText) }),
  }
  return true
}

/** `2026-W48-5`: ISO 8601 year, week and weekday. Week 1 is the one with 4 January. Without a weekday it is Monday. */
function isoWeek(into: Reading, parts: [string, string, string]): boolean {
  const [year, week, day] = parts.map(Number) as [number, number, number]
  const first = new Date(Date.UTC(2000 + (year % 400), 0, 4))
  const toMonday = 1 - (first.getUTCDay() || 7)
  const inWeek = (on: number) =>
    new Date(Date.UTC(2000 + (year % 400), 0, 4 + toMonday + (week - 1) * 7 + on - 1))
  const isOfYear = week >= 1 && inWeek(4).getUTCFullYear() === first.getUTCFullYear()
  const calendarDay = inWeek(day)
  const actual = year + calendarDay.getUTCFullYear() - first.getUTCFullYear()
  return (
    isOfYear &&
    date(into, [
      String(actual),
      String(calendarDay.getUTCMonth() + 1),
      String(calendarDay.getUTCDate()),
    ])
  )
}

function time(into: Reading, parts: [string, string, string], half: string): boolean {
  const [hour, minute, second] = parts.map(Number) as [number, number, number]
  if (into.time || minute > 59 || second > 59) return false
  const isMidnightAtEnd = hour === 24 && minute === 0 && second === 0
  if (half === '' ? hour > 23 && !isMidnightAtEnd : hour < 1 || hour > 12) return false
  const afternoon = half.toLowerCase() === 'p' ? 12 : 0
  into.time = { hour: half === '' ? hour : (hour % 12) + afternoon, minute, second }
  return true
}

function dayFromNow(into: Reading, name: string): boolean {
  if (into.dayFromNow !== undefined) return false
  into.dayFromNow = { today: 0, tomorrow: 1, yesterday: -1 }[name.toLowerCase()] ?? 0
  return true
}

function onWeekday(
  into: Reading,
  name: string,
  which: 'this' | 'next' | 'last' | 'named',
): boolean {
  if (into.weekday) return false
  into.weekday = { day: indexOf(weekdays, name), which }
  return true
}

function shift(into: Reading, amount: number, name: string): boolean {
  const kind = name.toLowerCase()
  if (kind === 'year') into.shift.years += amount
  else if (kind === 'month') into.shift.months += amount
  else if (kind === 'fortnight') into.shift.weeks += 2 * amount
  else if (kind === 'week') into.shift.weeks += amount
  else if (kind === 'day') into.shift.days += amount
  else into.shift.seconds += amount * (kind === 'hour' ? 3600 : kind.startsWith('min') ? 60 : 1)
  return true
}

/** A zone tells how to read a date or time. A zone alone is no date. */
function inZone(into: Reading, zone: string): boolean {
  if (into.zone !== undefined || !(into.date || into.time)) return false
  if (fixedOffsetMinutes(zone) === undefined && !isTimeZone(zone)) return false
  into.zone = zone
  return true
}

function numberOf(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  return Math.max(1, ordinals.split(' ').indexOf(text.toLowerCase()) + 1)
}

function indexOf(names: readonly string[], name: string): number {
  return names.indexOf(name.slice(0, 3).toLowerCase()) + 1
}
