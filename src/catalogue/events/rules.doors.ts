import { type Instant, parseWhen, toInstant, toLocal, type When } from '../../core/time.ts'

const daySeconds = 86_400

/** Its start on its clock, as events store it. */
type Timed = { start_local: string; timezone: string }

/** A local time as seconds of a clock that never changes, so that differences are those that people read off. */
const wallSeconds = (local: string) => Date.parse(`${local.slice(0, 19).replace(' ', 'T')}Z`) / 1000

/** When the doors of an event open; undefined when nobody said so. */
export function doorsOf({
  doors_offset_s: offset,
  start_local: start,
  timezone,
}: Timed & { doors_offset_s: number | null }): When | undefined {
  if (offset === null) return undefined
  const wall = new Date((wallSeconds(start) + offset) * 1000).toISOString()
  const instant = toInstant(wall.slice(0, 19).replace('T', ' '), timezone)
  // A time that the clocks skip moves forward, and is shown as it is then.
  return { local: toLocal(instant, timezone), instant }
}

/**
 * The wish of a client for the doors, as seconds from the start on the clock of the event; null for none. A time of day alone is
 * meant on the day of the start. Undefined when it is no time.
 */
export function doorsOffset(
  wish: string,
  { start_local: start, timezone }: Timed,
  now: Instant,
): number | null | undefined {
  const text = wish.trim()
  if (text === '') return null
  const whole = /^\d{1,2}:\d\d(:\d\d)?$/.test(text) ? `${start.slice(0, 10)} ${text}` : text
  const when = parseWhen(whole, { zone: timezone, now })
  return when && wallSeconds(when.local) - wallSeconds(start)
}

/** Whether doors belong to this start (contract.md 37.2). */
export const doorsFit = (offset: number, { all_day: isAllDay }: { all_day: boolean }): boolean =>
  offset >= -daySeconds && (isAllDay ? offset < daySeconds : offset <= 0)
