import type { Actor } from '../../core/actor.ts'
import { type Caller, reachOf } from '../../core/caller.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Deps } from '../deps.ts'
import { findDevice, revokeDevice } from './store.devices.ts'
import { insertGate } from './store.gates.ts'

/** Makes a gate of an event. */
export const addGate = (
  { db }: Pick<Deps, 'db'>,
  { eventId, name, place }: { eventId: number; name: string; place: string },
  actor: Actor | undefined,
) => insertGate(actingOn(db, actor), { event_id: eventId, name, place, ticket_ids: [] })

/** Ends the secret of a phone at whose events the caller may do so; false when there is none. */
export async function endDevice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  { caller, actor }: { caller: Caller; actor: Actor | undefined },
): Promise<boolean> {
  const there = await findDevice(db, id, reachOf(caller, 'keys.write'))
  return there !== undefined && (await revokeDevice(actingOn(db, actor), there.id, clock.now()))
}
