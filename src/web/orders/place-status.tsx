import { Pill } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

type PlaceStatusProps = {
  place: { order_status: string; checked_in_at: Date | null }
  /** Whether check-in accepts it, or has accepted it. */
  admits: boolean
  /** The time zone of its event; the site's when it is undefined. */
  zone: string | undefined
}

/** What a ticket is worth at the door: valid, used already, or nothing. */
export function PlaceStatus({ place, admits, zone }: PlaceStatusProps) {
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
  const time = moment(place.checked_in_at, zone ?? site.zone, 'time')
  return <Pill tone="plain">{t('ticket.used', { time })}</Pill>
}
