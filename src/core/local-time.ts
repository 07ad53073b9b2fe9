import { Temporal } from 'temporal-polyfill'
import { offsetMsAt } from './zone.ts'
import { abbreviationAt } from './zone-name.ts'

/** A moment in time, the same everywhere. Compared by seconds; a moment read from a clock keeps its milliseconds. */
export type Instant = Date

declare const localTime: unique symbol

/** A wall-clock time, `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999. It becomes a moment only together with a zone. */
export type LocalDateTime = string & { readonly [localTime]: true }

/** A moment and the wall-clock time of one zone at that moment. */
export type When = { readonly local: LocalDateTime; readonly instant: Instant }

type DateDetails = {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minutes: string
  readonly seconds: string
}

/** 0001-01-01 00:00:00 and the last millisecond of 9999, in UTC. */
const firstMs = -62_135_596_800_000
const lastMs = 253_402_300_799_999
const dayMs = 86_400_000

/** Takes a text of ours as a wall-clock time; throws when it is none. Texts from clients go through `parseWhen`. */
export function localDateTime(text: string): LocalDateTime {
  wallMs(text)
  return text as LocalDateTime
}

/**
 * The moment at which clocks in the zone show `local`. A time skipped by a clock change moves forward by the
 * skipped amount (02:30 → 03:30). A time that occurs twice means the earlier. The zone must pass
 * `isTimeZone`.
 */
export function toInstant(local: string, zone: string): Instant {
  return new Date(clamp(wallToEpochMs(local, zone)))
}

/**
 * Milliseconds since 1970 for `toInstant`. In the first and last hours of the years 1 and 9999 the result may
 * lie outside them.
 */
export function wallToEpochMs(local: string, zone: string): number {
  const wall = wallMs(local)
  const before = offsetMsAt(wall - dayMs, zone)
  const after = offsetMsAt(wall + dayMs, zone)
  const candidates =
    before === after ? [before] : before > after ? [before, after] : [after, before]
  const fits = candidates.find(offset => offsetMsAt(wall - offset, zone) === offset)
  if (fits === undefined && before === after) return slowEpochMs(local, zone)
  return wall - (fits ?? before)
}

/**
 * The wall-clock time of the zone at this moment; fractions of a second are dropped. The first and last hours
 * of the years 1 and 9999 are kept inside these years, so that every stored time has the same shape.
 */
export function toLocal(instant: Instant, zone: string): LocalDateTime {
  return epochMsToWall(clamp(instant.getTime()), zone)
}

/** `toLocal` for milliseconds since 1970. */
export function epochMsToWall(epochMs: number, zone: string): LocalDateTime {
  return wallText(epochMs + offsetMsAt(epochMs, zone))
}

/** The zone's abbreviation: `EST`, `CEST`, `+03`, `UTC`. For a zone given as an offset, that text. */
export function zoneAbbreviation(instant: Instant, zone: string): string {
  return abbreviationAt(instant.getTime(), zone)
}

/** The parts of a wall-clock time, zero-padded; all `""` when there is no time. */
export function details(local: string | null | undefined): DateDetails {
  const text = local ?? ''
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minutes: text.slice(14, 16),
    seconds: text.slice(17, 19),
  }
}

/** `2027-01-15T19:00:00-05:00`: ISO 8601 in the zone's wall-clock time, with its offset at that moment. */
export function isoWithOffset(instant: Instant, zone: string): string {
  const minutes = Math.round(offsetMsAt(instant.getTime(), zone) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const offset = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  return toLocal(instant, zone).replace(' ', 'T') + offset
}

/** The first second of the day of a local time: 00:00:00. */
export function startOfDay(local: string): LocalDateTime {
  return localDateTime(`${local.slice(0, 10)} 00:00:00`)
}

/** The last second of the day of a local time: 23:59:59. */
export function endOfDay(local: string): LocalDateTime {
  return localDateTime(`${local.slice(0, 10)} 23:59:59`)
}

/** A distance on the calendar; each member may be negative. */
type Shift = { years?: number; months?: number; weeks?: number; days?: number }

/**
 * `local` moved by a distance, at the same time of day. A day that the month does not have becomes the
 * month's last (31 January + 1 month).
 */
export function shiftLocal(local: string, shift: Shift): LocalDateTime {
  if (!(shift.years || shift.months || shift.weeks || shift.days)) return localDateTime(local)
  const moved = Temporal.PlainDateTime.from(local.replace(' ', 'T')).add(shift)
  if (moved.year < 1 || moved.year > 9999) throw new RangeError('Years run from 1 to 9999')
  return localDateTime(moved.toString({ smallestUnit: 'second' }).replace('T', ' '))
}

/** Seconds from one wall-clock time to another, on a clock that is never changed. */
export const secondsBetween = (from: string, to: string): number =>
  (wallMs(to) - wallMs(from)) / 1000

/** `local` some seconds later on a clock that is never changed; within the years 1 to 9999. */
export const secondsLater = (local: string, seconds: number): LocalDateTime =>
  wallText(wallMs(local) + seconds * 1000)

/**
 * The first (`start`) or last second (`end`) of the calendar day of `local` in the zone, also on days with a
 * clock change.
 */
export function dayEdge(local: string, edge: 'start' | 'end', zone: string): When {
  const start = startOfDay(local)
  if (edge === 'start') return { local: start, instant: toInstant(start, zone) }
  const end = endOfDay(local)
  const nextDay = wallMs(start) + dayMs
  if (nextDay > lastMs) return { local: end, instant: toInstant(end, zone) }
  return { local: end, instant: new Date(toInstant(wallText(nextDay), zone).getTime() - 1000) }
}

/** The instant at which the next day begins in the zone. */
export function nextMidnight(now: Instant, zone: string): Instant {
  return new Date(dayEdge(toLocal(now, zone), 'end', zone).instant.getTime() + 1000)
}

/**
 * The default window of a list without dates: from the start of yesterday to the end of the day in 24 months
 * (contract.md 5.4).
 */
export function defaultWindow(now: Instant, zone: string): { start: When; end: When } {
  const today = toLocal(now, zone)
  // A list may begin at any date (contract.md 25.5), also less than 24 months before the last one.
  const last =
    Number(today.slice(0, 4)) > lastYear - 2 ? lastDay : shiftLocal(today, { months: 24 })
  return {
    start: dayEdge(shiftLocal(today, { days: -1 }), 'start', zone),
    end: dayEdge(last, 'end', zone),
  }
}

const lastYear = 9999
const lastDay = localDateTime(`${lastYear}-12-31 00:00:00`)

/** Milliseconds from 1970-01-01 00:00:00 to this wall-clock time, both without a zone. */
function wallMs(local: string): number {
  const ms = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(local)
    ? Date.parse(`${local.slice(0, 10)}T${local.slice(11)}Z`)
    : Number.NaN
  // `Date` reads 30 February as 2 March, so a date is valid only when it prints as it was written.
  if (
    Number.isNaN(ms) ||
    ms < firstMs ||
    new Date(ms).toISOString().slice(8, 10) !== local.slice(8, 10)
  ) {
    throw new Error(`${local.slice(0, 40)} is not a wall-clock time`)
  }
  return ms
}

function wallText(ms: number): LocalDateTime {
  const iso = new Date(clamp(ms)).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}` as LocalDateTime
}

/** Two clock changes within two days have happened in the past. Temporal resolves these cases. */
function slowEpochMs(local: string, zone: string): number {
  return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(zone)
    .epochMilliseconds
}

/** The nearest moment within the years 1 to 9999 (UTC), which PostgreSQL, JSON and every client can represent. */
export function clamp(epochMs: number): number {
  if (Number.isNaN(epochMs)) throw new Error('Not a moment')
  return Math.min(lastMs, Math.max(firstMs, epochMs))
}
