import type { EventRow } from '../../catalogue/events/lookup.ts'
import { type Instant, toLocal } from '../../core/time.ts'
import { lastDayOf } from '../../core/words/event-times.ts'

type Bounds = Pick<EventRow, 'start_local' | 'end_local' | 'timezone'>

/** Whether a time of day alone tells a moment at the event: it runs on one day, and the moment is on this day. */
export function isOnItsOnlyDay(at: Instant, { start_local, end_local, timezone }: Bounds): boolean {
  const day = start_local.slice(0, 10)
  return lastDayOf(start_local, end_local) === day && toLocal(at, timezone).startsWith(day)
}
