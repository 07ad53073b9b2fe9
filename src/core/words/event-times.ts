import type { Words } from './speak.ts'

/** When an event takes place, in local time of its zone. */
export type EventTimes = {
  start_local: string
  end_local: string
  timezone: string
  all_day: boolean
}

/** When an event takes place, in words with the place whose clock it is by; whole days without either. */
export function whenInWords(times: EventTimes, { moment, t }: Pick<Words, 'moment' | 't'>): string {
  const { start_local: start, end_local: end, timezone, all_day: allDay } = times
  const [from, until] = [wall(start), wall(end)]
  const say = (at: Date, style: 'day' | 'time' | 'full') => moment(at, 'UTC', style)
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  const words = () => {
    if (allDay) return isOneDay ? say(from, 'day') : `${say(from, 'day')} – ${say(until, 'day')}`
    if (start === end) return say(from, 'full')
    return `${say(from, 'full')} – ${say(until, isOneDay ? 'time' : 'full')}`
  }
  const place = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
  const zone = timezone.includes('/') ? t('event.zone', { zone: place }) : timezone
  return plainSpaces(allDay ? words() : t('time.zone', { time: words(), zone }))
}

/** Some fonts lack some of the spaces in times, and people search mails for the plain one. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** A local time as if it were UTC. */
const wall = (local: string) => new Date(`${local.slice(0, 19).replace(' ', 'T')}Z`)
