import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'

/** The event, for a phone that was paired for it; for every other there is none. */
export async function eventOfDevice(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  id: number,
): Promise<EventRow> {
  const isTheirs = caller.kind === 'device' && caller.eventIds.includes(id)
  if (!isTheirs) return fail('rest-event-not-found')
  return (await findEvent(db, id)) ?? fail('rest-event-not-found')
}
