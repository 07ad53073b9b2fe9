import { type Caller, isInReach, reachOf, userIdOf } from '../../core/caller.ts'
import { findAttendee } from '../attendees/lookup.ts'
import type { Deps } from '../deps.ts'
import { attendeeWithDoorCode } from './lookup.door-codes.ts'
import { readDoorCode } from './door-code.ts'
import type { ScannedCode } from './scan-ticket.ts'

type Typing = { caller: Caller; address: string }

/**
 * The code of the ticket whose door code staff typed (contract.md 34.7); undefined when it is nobody's at their events, and for every
 * caller that is no person. Fails with `rest_too_many_requests` after too many wrong ones.
 */
export async function judgeDoorCode(
  { db, attempts }: Pick<Deps, 'db' | 'attempts'>,
  text: string,
  { caller, address }: Typing,
): Promise<ScannedCode | undefined> {
  const userId = userIdOf(caller)
  const code = readDoorCode(text)
  if (userId === null || code === undefined) return undefined
  return attempts.judge('door code', { target: `staff ${userId}`, address }, async () => {
    const id = await attendeeWithDoorCode(db, { code })
    const attendee = id === undefined ? undefined : await findAttendee(db, id)
    const isTheirs = attendee && isInReach(reachOf(caller, 'door.scan'), attendee.event_id)
    if (!isTheirs) return undefined
    return { kind: 'code', attendeeId: attendee.id, code: attendee.security_code }
  })
}
