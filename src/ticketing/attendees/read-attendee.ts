import { type Caller, can } from '../../core/caller.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { eventIsUnlocked, type Key } from '../../catalogue/events/unlock-event.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { type AttendeeRow, findAttendee } from './lookup.ts'
import { isPublic } from './rules.ts'

/**
 * The attendee if this caller may read it. Staff learn that one does not exist (`attendee-not-found`); everybody else
 * cannot tell that from one that is not shown (`attendee-not-accessible`). A scanner key reads those it may let in. Fails
 * with `rest_too_many_requests` after too many wrong passwords.
 */
export async function readAttendee(
  deps: Pick<Deps, 'db' | 'attempts'>,
  id: number,
  { caller, key }: { caller: Caller; key?: Key },
): Promise<AttendeeRow> {
  const row = await findAttendee(deps.db, id)
  if (can(caller, 'manage_attendees')) return row ?? fail('attendee-not-found')
  if (row && (mayRead(row, caller) || (await isUnlocked(deps, row, key)))) return row
  return fail('attendee-not-accessible')
}

/** The password of a protected event opens what would be public without it. */
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

/** A key made for an event is of use for that event only. */
export function coversEvent(key: { readonly eventId: number | null }, eventId: number): boolean {
  return key.eventId === null || key.eventId === eventId
}
