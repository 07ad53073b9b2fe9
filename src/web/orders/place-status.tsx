import type { EventRow } from '../../catalogue/events/lookup.ts'
import { Pill } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { isOnItsOnlyDay } from './only-day.ts'

type PlaceStatusProps = {
  place: { order_status: string; checked_in_at: Date | null }
  /** Whether check-in accepts it, or has accepted it. */
  admits: boolean
  event: EventRow | undefined
}

/** What a ticket is worth at the door: valid, used already, or nothing. */
export function PlaceStatus({ place, admits, event }: PlaceStatusProps) {
  const { site, words } = useView()
  const { t, moment } = words
  if (!admits) {
    const isDeclined = place.order_status === 'no'
    return (
      <Pill tone={isDeclined ? 'plain' : 'bad'}>
        {t(isDeclined ? 'ticket.notComing' : 'ticket.invalid')}
      </Pill>
    )
  }
  if (place.checked_in_at === null) return <Pill tone="good">{t('ticket.valid')}</Pill>
  const at = place.checked_in_at
  const zone = event?.timezone ?? site.zone
  const time = moment(at, zone, 'time')
  const isPlain = event !== undefined && isOnItsOnlyDay(at, event)
  return (
    <Pill tone="plain">
      {isPlain
        ? t('ticket.used', { time })
        : t('ticket.usedOn', { day: moment(at, zone, 'shortDay'), time })}
    </Pill>
  )
}
