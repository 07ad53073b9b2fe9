import type { EventRow } from '../../catalogue/events/lookup.ts'
import type { Words } from '../words/speak.ts'

type Timed = Pick<EventRow, 'starts_at' | 'ends_at' | 'timezone' | 'all_day'>

/** When an event takes place, with its zone. */
export function whenOf(event: Timed, { t, moment }: Words): string {
  const { starts_at: starts, timezone: zone, all_day } = event
  if (all_day) return moment(starts, zone, 'day')
  return t('time.zone', { time: moment(starts, zone, 'full'), zone })
}
