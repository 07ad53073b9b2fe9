import type { EventRow } from '../../catalogue/events/lookup.ts'
import type { Words } from '../../core/words/speak.ts'

type Timed = Pick<EventRow, 'starts_at' | 'timezone' | 'all_day'>

/** When an event takes place, with its zone. */
export function whenOf(event: Timed, words: Words): string {
  const { moment } = words
  const { starts_at: starts, timezone: zone, all_day } = event
  if (all_day) return moment(starts, zone, 'day')
  return inZone(moment(starts, zone, 'full'), zone, words)
}

/** A time with the place whose clock it is by: `7:30 pm (Oslo time)`. */
export function inZone(time: string, zone: string, { t }: Pick<Words, 't'>): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return t('time.zone', {
    time,
    zone: zone.includes('/') ? t('event.zone', { zone: place }) : zone,
  })
}
