import type { Caller } from '../../core/caller.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { eventIsUnlocked, type Key } from '../../catalogue/events/unlock-event.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { type AttendeeRow, findAttendee } from './lookup.ts'
import { isPublic } from './rules.ts'
import { audienceAt } from './sight.ts'

/**
 * The attendee, when this caller may read it. Staff get `attendee-not-found` for an unknown id. Other callers
 * get `attendee-not-accessible` for unknown and hidden attendees alike. A scanner key reads attendees of its
 * events. Fails with `rest_too_many_requests` after too many wrong passwords.
 */
export async function readAttendee(
  deps: Pick<Deps, 'db' | 'attempts'>,
  id: number,
  { caller, key }: { caller: Caller; key?: Key },
): Promise<AttendeeRow> {
  const row = await findAttendee(deps.db, id)
  const isStaff = (event?: number) => ['staff', 'door'].includes(audienceAt(caller, event))
  if (isStaff()) return row ?? fail('attendee-not-found')
  if (row && isStaff(row.event_id)) return row
  if (row && (mayRead(row, caller) || (await isUnlocked(deps, row, key)))) return row
  return fail('attendee-not-accessible')
}

/** The password of a protected event makes readable what would be public without the password. */
async function isUnlocked(
  deps: Pick<Deps, 'db' | 'attempts'>,
  row: AttendeeRow,
  key: Key | undefined,
) {
  const isPublicInside = row.event_is_protected && isPublic({ ...row, event_is_protected: false })
  if (key?.password === undefined || !isPublicInside) return false
  const event = await findEvent(deps.db, row.event_id)
  return event !== undefined && eventIsUnlocked(deps, event, key)
}

function mayRead(row: AttendeeRow, caller: Caller): boolean {
  if (caller.kind !== 'scanner') return isPublic(row)
  return row.status === 'publish' && coversEvent(caller, row.event_id)
}

/** A scanner key made for one event works for that event only. */
export function coversEvent(key: { readonly eventId: number | null }, eventId: number): boolean {
  return key.eventId === null || key.eventId === eventId
}
