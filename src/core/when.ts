import {
  clamp,
  epochMsToWall,
  type Instant,
  type LocalDateTime,
  localDateTime,
  shiftLocal,
  toLocal,
  type When,
  wallToEpochMs,
} from './local-time.ts'
import { between, type Reading, words } from './when-words.ts'
import { isTimeZone } from './zone.ts'

/** `zone` is used for texts that name no zone, and for `local`. `now` is the moment from which "tomorrow" counts. */
export type WhenOptions = { readonly zone: string; readonly now: Instant }

const longest = 200

/**
 * The moment that a client's text or number means (contract.md 5.5, 11.1): `2026-12-01 19:00`, ISO 8601,
 * `12/31/2026`, `1 Dec 2026`, `tomorrow 9am`, `next friday 5pm`, `last day of next month`, `+2 weeks`, `-8
 * days`, `now`, or seconds since 1970. An offset or zone in the text is honoured; other texts are read in
 * `zone`. A date without a time is midnight; a step such as `+2 weeks` keeps the time of day. Returns
 * undefined when any word is not understood or the year is outside 1 to 9999. Never throws. (A general date
 * library was rejected: it finds dates inside nonsense, takes "friday" for the past one, reads 31/12, and
 * calculates in the zone of the process.)
 */
export function parseWhen(value: unknown, options: WhenOptions): When | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (!isTimeZone(options.zone) || Number.isNaN(options.now.getTime())) return undefined
  const text = String(value).trim()
  if (text === '' || text.length > longest) return undefined
  try {
    return isSeconds(text)
      ? fromSeconds(Number(text.replace('@', '')), options.zone)
      : fromWords(text, options)
  } catch (error) {
    // A RangeError means a year beyond 9999 or a day that does not exist. Any other error is a bug of ours.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isSeconds = (text: string) => /^@?[+-]?\d+(\.\d*)?$/.test(text)

/**
 * Whether a text for `parseWhen` means a calendar day and nothing narrower: `2026-12-01`, `1 Dec 2026`, `tomorrow`. Steps
 * from now, seconds, and a day in a zone of its own are moments.
 */
export function isDayAlone(value: string): boolean {
  const text = value.trim()
  const reading = isSeconds(text) || text.length > longest ? undefined : read(text)
  if (reading === undefined || !namesDay(reading)) return false
  const { shift, time, zone } = reading
  return time === undefined && zone === undefined && shift.seconds === 0
}

/** Whether a text for `parseWhen` names the zone in which it is read. */
export function namesZone(value: string): boolean {
  return value.length <= longest && read(value)?.zone !== undefined
}

/** Whether the text means the same moment whenever it is read; said of years, months and days in full, and of seconds. */
export const isFixedMoment = (value: string | number): boolean =>
  /^(?:@?[+-]?\d+(?:\.\d*)?|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?)$/.test(
    String(value).trim(),
  )

function fromSeconds(seconds: number, zone: string): When | undefined {
  const epochMs = Math.floor(seconds) * 1000
  if (clamp(epochMs) !== epochMs) return undefined
  return { local: epochMsToWall(epochMs, zone), instant: new Date(epochMs) }
}

function fromWords(text: string, { zone, now }: WhenOptions): When | undefined {
  const reading = read(text)
  if (reading === undefined) return undefined
  const readIn = reading.zone ?? zone
  const wall = wallClock(reading, toLocal(now, readIn))
  if (wall === undefined) return undefined
  const epochMs = wallToEpochMs(wall, readIn) + reading.shift.seconds * 1000
  const year = new Date(epochMs).getUTCFullYear()
  if (reading.shift.seconds !== 0 && !(year >= 1 && year <= 9999)) return undefined
  return { local: epochMsToWall(epochMs, zone), instant: new Date(clamp(epochMs)) }
}

/** Reads the text word by word from the left. Returns undefined when a word is not understood, or there is none. */
function read(text: string): Reading | undefined {
  const shift = { years: 0, months: 0, weeks: 0, days: 0, seconds: 0 }
  const reading: Reading = { shift, isWeekNamed: false }
  let at = skip(text, 0)
  if (at === text.length) return undefined
  while (at < text.length) {
    const next = readWord(reading, text, at)
    if (next === undefined) return undefined
    at = skip(text, next)
  }
  return reading
}

/** The position at which the word that starts here ends. */
function readWord(into: Reading, text: string, at: number): number | undefined {
  for (const { pattern, read: take } of words) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) return take(into, index => match[index] ?? '') ? pattern.lastIndex : undefined
  }
  return undefined
}

function skip(text: string, at: number): number {
  between.lastIndex = at
  return between.test(text) ? between.lastIndex : at
}

function wallClock(reading: Reading, today: LocalDateTime): LocalDateTime | undefined {
  const { date, dayFromNow, shift } = reading
  if (dayFromNow !== undefined && (date || reading.weekday)) return undefined
  const clock = clockOf(reading, today)
  const day = date ? dayOf(date, today) : today.slice(0, 10)
  if (day === undefined) return undefined
  const { years, months, weeks } = shift
  const days = shift.days + (dayFromNow ?? 0) + (clock.hour === 24 ? 1 : 0)
  const time = [clock.hour % 24, clock.minute, clock.second].map(two).join(':')
  return onDay(reading, shiftLocal(localDateTime(`${day} ${time}`), { years, months, weeks, days }))
}

/** The time in the text; midnight when the text has only a day; else the present time of day. */
function clockOf(reading: Reading, today: LocalDateTime) {
  if (reading.time) return reading.time
  if (namesDay(reading)) return { hour: 0, minute: 0, second: 0 }
  const [hour = 0, minute = 0, second = 0] = today.slice(11).split(':').map(Number)
  return { hour, minute, second }
}

const namesDay = ({ date, dayFromNow, weekday, weekdayOfMonth }: Reading): boolean =>
  Boolean(date ?? weekday ?? weekdayOfMonth) || dayFromNow !== undefined

/** Moves the date to the weekday, or the first or last day of the month, that the text names. */
function onDay(reading: Reading, wall: LocalDateTime): LocalDateTime | undefined {
  const { date, edgeOfMonth, weekdayOfMonth, weekday } = reading
  const isWithinMonth = date?.day === undefined || date.day === 1
  if (edgeOfMonth) return isWithinMonth && !weekday ? edge(wall, edgeOfMonth) : undefined
  if (weekdayOfMonth)
    return isWithinMonth && !weekday ? nthWeekday(wall, weekdayOfMonth) : undefined
  return weekday ? onWeekday(reading, weekday, wall) : wall
}

function onWeekday(
  { date, isWeekNamed }: Reading,
  { day, which }: NonNullable<Reading['weekday']>,
  wall: LocalDateTime,
): LocalDateTime | undefined {
  const ahead = (day - weekdayOf(wall) + 7) % 7
  if (date) return ahead === 0 && which === 'named' ? wall : undefined
  if (isWeekNamed) return shiftLocal(wall, { days: day - weekdayOf(wall) })
  const steps = { this: ahead, named: ahead, next: ahead || 7, last: ahead - 7 }
  return shiftLocal(wall, { days: steps[which] })
}

function edge(wall: LocalDateTime, which: 'first' | 'last'): LocalDateTime {
  const first = localDateTime(`${wall.slice(0, 8)}01${wall.slice(10)}`)
  return which === 'first' ? first : shiftLocal(shiftLocal(first, { months: 1 }), { days: -1 })
}

function nthWeekday(
  wall: LocalDateTime,
  wanted: { nth: number; day: number },
): LocalDateTime | undefined {
  if (wanted.nth < 0) {
    const last = edge(wall, 'last')
    return shiftLocal(last, { days: -((weekdayOf(last) - wanted.day + 7) % 7) })
  }
  const first = edge(wall, 'first')
  const days = ((wanted.day - weekdayOf(first) + 7) % 7) + 7 * (wanted.nth - 1)
  const nthDay = shiftLocal(first, { days })
  return nthDay.slice(0, 7) === first.slice(0, 7) ? nthDay : undefined
}

/** `YYYY-MM-DD`; undefined for a day that does not exist. A missing year is this year, a missing day is today's. */
function dayOf(date: NonNullable<Reading['date']>, today: LocalDateTime): string | undefined {
  const year = date.year ?? Number(today.slice(0, 4))
  const last = new Date(Date.UTC(2000 + (year % 400), date.month, 0)).getUTCDate()
  const day = date.day ?? Math.min(last, Number(today.slice(8, 10)))
  if (year < 1 || day < 1 || day > last) return undefined
  return `${String(year).padStart(4, '0')}-${two(date.month)}-${two(day)}`
}

/** 1 Monday … 7 Sunday. */
function weekdayOf(wall: LocalDateTime): number {
  return new Date(wallToEpochMs(wall, 'UTC')).getUTCDay() || 7
}

const two = (number: number) => String(number).padStart(2, '0')
