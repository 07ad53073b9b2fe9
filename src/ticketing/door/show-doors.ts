import { type Caller, reachOf } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { type DoorEventRow, eventsWithDoors } from './lookup.events.ts'
import { listDevices } from './store.devices.ts'
import { type GateRow, listGates } from './store.gates.ts'
import { countInside } from './store.scans.ts'
import { deviceView } from './view.ts'

export type { GateRow }
export type ShownDevice = ReturnType<typeof deviceView>

/** The doors of an event, for the page on which staff set them up. */
export type Doors = {
  readonly events: readonly DoorEventRow[]
  readonly event: DoorEventRow | undefined
  readonly gates: readonly GateRow[]
  readonly devices: readonly ShownDevice[]
  readonly counts: { readonly inside: number; readonly expected: number }
}

/** The doors that this caller may set up: those of the named event, or else of the next one. */
export async function showDoors(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  eventId: number | undefined,
): Promise<Doors> {
  const reach = reachOf(caller, 'keys.write')
  const events = await eventsWithDoors(db, { reach, now: clock.now() })
  const event = events.find(({ id }) => id === eventId) ?? events[0]
  if (!event) return { events, event, gates: [], devices: [], counts: { inside: 0, expected: 0 } }
  const devices = await listDevices(db, reach)
  return {
    events,
    event,
    gates: await listGates(db, event.id),
    devices: devices.map(deviceView).filter(({ events: of }) => of.includes(event.id)),
    counts: await countInside(db, event.id),
  }
}
