import type { EventRow } from '../../catalogue/events/lookup.ts'
import { Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

/** The notice that an event is cancelled or postponed, and why. */
export function CalledOff({ event }: { event: Pick<EventRow, 'happening' | 'happening_reason'> }) {
  const { t } = useView().words
  if (event.happening === 'scheduled') return null
  const isCancelled = event.happening === 'cancelled'
  return (
    <Notice
      tone={isCancelled ? 'bad' : 'warn'}
      title={t(isCancelled ? 'ticket.eventCancelled' : 'ticket.eventPostponed')}
    >
      {event.happening_reason !== '' && <p>{event.happening_reason}</p>}
    </Notice>
  )
}
