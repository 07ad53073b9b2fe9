import { toInstant } from '../../core/local-time.ts'

/** What guests know about an event: when and where it is, and whether it takes place. */
export type AnnouncedEvent = {
  start_local: string
  end_local: string
  timezone: string
  all_day: boolean
  venue_id: number
  happening: string
}

export const toldNow = (
  event: Omit<AnnouncedEvent, 'venue_id'> & { venue_id: number | null },
): AnnouncedEvent => ({
  start_local: event.start_local,
  end_local: event.end_local,
  timezone: event.timezone,
  all_day: event.all_day,
  venue_id: event.venue_id ?? 0,
  happening: event.happening,
})

/** Whether two states are the same to guests, so that no notice is needed. */
export const isTheSame = (one: AnnouncedEvent, other: AnnouncedEvent): boolean =>
  one.start_local === other.start_local &&
  one.end_local === other.end_local &&
  one.timezone === other.timezone &&
  one.all_day === other.all_day &&
  one.venue_id === other.venue_id &&
  one.happening === other.happening

/**
 * What guests believe that is not true any more. Of changes that were undone only those are told who bought in between,
 * because their tickets, mails and calendars have the values of then.
 */
export function newsOf(
  { told, meanwhile }: { told: AnnouncedEvent; meanwhile: AnnouncedEvent | null },
  now: AnnouncedEvent,
): { believed: AnnouncedEvent; isUndone: boolean } | undefined {
  if (!isTheSame(told, now)) return { believed: told, isUndone: false }
  return meanwhile && !isTheSame(meanwhile, now)
    ? { believed: meanwhile, isUndone: true }
    : undefined
}

/** Whether guests were told that the event is cancelled, and it still is: when and where it would be matters to nobody. */
export const staysCancelled = (
  told: AnnouncedEvent,
  { happening }: Pick<AnnouncedEvent, 'happening'>,
): boolean => told.happening === 'cancelled' && happening === 'cancelled'

/** Whether the event that guests knew was over at a moment. */
export const wasOver = ({ end_local, timezone }: AnnouncedEvent, at: Date): boolean =>
  toInstant(end_local, timezone) <= at

/** The values that guests knew before a fact about a saved event; undefined when none of them changed. */
export function toldBefore(payload: Readonly<Record<string, unknown>>): AnnouncedEvent | undefined {
  const { was_start: start, was_end: end, was_timezone: timezone } = payload
  if (typeof start !== 'string' || typeof end !== 'string' || typeof timezone !== 'string') {
    return undefined
  }
  return {
    start_local: start,
    end_local: end,
    timezone,
    all_day: payload['was_all_day'] === true,
    venue_id: Number(payload['was_venue_id']),
    happening: String(payload['was_happening']),
  }
}

const quietMs = 10 * 60_000
const patienceMs = 60 * 60_000

/** When a notice, or the mail of one, that has to wait is looked at again. */
export const lookedAtAgain = (now: Date): Date => new Date(now.getTime() + quietMs)

/**
 * When guests are told: ten minutes after the last change, so that corrected mistakes reach nobody, and at most an
 * hour after the first.
 */
export function dueAt(since: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + quietMs, since.getTime() + patienceMs))
}
