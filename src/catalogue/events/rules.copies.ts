import {
  isDayAlone,
  parseWhen,
  secondsBetween,
  secondsLater,
  toInstant,
  toLocal,
} from '../../core/time.ts'
import type { Schedule } from './rules.ts'

/** How far a copy lies from its event, on a clock that is never changed. */
export type WallShift = { readonly seconds: number; readonly days: number; readonly zone: string }

const daySeconds = 86_400
const midnight = (local: string) => `${local.slice(0, 10)} 00:00:00`

/** The distance of two starts in one zone: in seconds for times, in whole days for days. */
const shiftBetween = (from: string, to: string, zone: string): WallShift => ({
  seconds: secondsBetween(from, to),
  days: secondsBetween(midnight(from), midnight(to)) / daySeconds,
  zone,
})

/**
 * A time or a day of the copy (contract.md 5.21): as far from its start as the original is from its own, read from the clock
 * on the wall. A time that the clocks skip moves forward; empty stays empty.
 */
export function shiftedText(local: string, { seconds, days, zone }: WallShift): string {
  if (local === '') return ''
  if (local.length <= 10) return secondsLater(midnight(local), days * daySeconds).slice(0, 10)
  const wall = secondsLater(local, seconds)
  return toLocal(toInstant(wall, zone), zone)
}

/** A moment of the copy; null stays null. */
export function shiftedInstant(instant: Date | null, shift: WallShift): Date | null {
  if (instant === null) return null
  return toInstant(secondsLater(toLocal(instant, shift.zone), shift.seconds), shift.zone)
}

type Written = Pick<Schedule, 'timezone' | 'all_day'> & { start_local: string; end_local: string }

/** When the copy takes place: the event's own length on the clock, from another start. */
export function shiftedSchedule(
  { timezone, all_day, start_local, end_local }: Written,
  shift: WallShift,
): Schedule {
  const start = toInstant(secondsLater(start_local, shift.seconds), timezone)
  const wished = toInstant(secondsLater(end_local, shift.seconds), timezone)
  const end = wished < start ? start : wished
  return {
    timezone,
    all_day,
    start_local: toLocal(start, timezone),
    end_local: toLocal(end, timezone),
    starts_at: start,
    ends_at: end,
  }
}

type Start = { readonly start_local: string; readonly timezone: string }

/** How far the copy lies from its event; a day alone keeps the time of day. Undefined when the text is no date. */
export function shiftTo(
  wish: string,
  { start_local: start, timezone: zone }: Start,
  now: Date,
): WallShift | undefined {
  const when = parseWhen(wish, { zone, now })
  if (!when) return undefined
  const local = isDayAlone(wish) ? `${when.local.slice(0, 10)}${start.slice(10)}` : when.local
  return shiftBetween(start, local, zone)
}
