import type { Words } from './speak.ts'

/** When an event takes place, in local time of its zone (`YYYY-MM-DD HH:MM:SS`). */
export type EventTimes = {
  start_local: string
  end_local: string
  timezone: string
  all_day: boolean
}

const dayMs = 86_400_000

/** An event that ends by this hour belongs to the day before only. */
export const nightEnds = '05:00:00'

/** The last day on which an event runs, as `YYYY-MM-DD`. */
export function lastDayOf(startLocal: string, endLocal: string): string {
  const ended = endLocal.slice(0, 10)
  const isNight = ended > startLocal.slice(0, 10) && endLocal.slice(11) <= nightEnds
  return isNight ? wall(`${ended} 00:00:00`, -dayMs).toISOString().slice(0, 10) : ended
}

/**
 * When an event takes place: the day, and its hours where it is one evening, `7:30 pm – 10:30 pm`. Of several days, `days`
 * has everything.
 */
export function spanOf(
  times: EventTimes,
  { moment, range }: Pick<Words, 'moment' | 'range'>,
): { days: string; hours?: string } {
  const { start_local: start, end_local: end, all_day: allDay } = times
  const [from, until] = [wall(start), wall(end)]
  const between = (style: 'day' | 'full') => range(from, until, { zone: 'UTC', style })
  if (allDay) return { days: between('day') }
  const isLater = lastDayOf(start, end) > start.slice(0, 10)
  const isWholeDay = until.getTime() - from.getTime() >= dayMs
  if (isLater || isWholeDay) return { days: between('full') }
  const clock = (at: Date) => moment(at, 'UTC', 'time')
  const hours = start === end ? clock(from) : `${clock(from)}\u00a0– ${clock(until)}`
  return { days: moment(from, 'UTC', 'day'), hours }
}

/** When an event takes place, in words with the place whose clock it is by; whole days without either. */
export function whenInWords(times: EventTimes, words: Pick<Words, 'moment' | 'range' | 't'>) {
  const { days, hours } = spanOf(times, words)
  const { timezone, all_day: allDay } = times
  const { t } = words
  const place = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
  const zone = timezone.includes('/') ? t('event.zone', { zone: place }) : timezone
  const time = hours === undefined ? days : `${days}, ${hours}`
  return plainSpaces(allDay ? time : t('time.zone', { time, zone }))
}

/** Some fonts lack some of the spaces in times, and people search mails for the plain one. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** A local time as if it were UTC. */
const wall = (local: string, moved = 0) =>
  new Date(Date.parse(`${local.slice(0, 19).replace(' ', 'T')}Z`) + moved)
