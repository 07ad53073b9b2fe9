import { type Caller, can, type Reach, reachOf } from '../../core/caller.ts'
import type { Audience, StaffSees } from './view.attendee.ts'

/** The kind of reader that a caller is for the attendees of an event; without `event` for those of all. */
export function audienceAt(caller: Caller, event?: number): Audience {
  if (can(caller, 'attendees.read', event)) return 'staff'
  if (can(caller, 'door.search', event)) return 'door'
  return caller.kind === 'scanner' ? 'scanner' : 'public'
}

/** What staff see of the attendees of an event beyond names and check-in (contract.md 28.3). */
export const staffSeesAt = (caller: Caller, event: number): StaffSees => ({
  contacts: can(caller, 'contacts.read', event),
  money: can(caller, 'money.read', event),
  codes: can(caller, 'attendees.write', event),
})

/** How a caller reads the list: as whom, at which events, and what may be filtered by. */
export type ListSight = {
  audience: Audience
  reach: Reach
  /** Members by which the list is filtered only where the caller sees them of every attendee. */
  filters: { contacts: boolean; money: boolean; staff: boolean }
}

/** Somebody with grants for single events lists the attendees of these events, and no others. */
export function listSightOf(caller: Caller): ListSight {
  const everywhere = audienceAt(caller)
  const read = reachOf(caller, 'attendees.read')
  const searched = reachOf(caller, 'door.search')
  if (everywhere !== 'public' || read === 'all' || searched === 'all') {
    return {
      audience: everywhere,
      reach: 'all',
      filters: {
        contacts: can(caller, 'contacts.read'),
        money: can(caller, 'money.read'),
        staff: everywhere === 'staff',
      },
    }
  }
  const events = [...new Set([...read, ...searched])]
  const isHeld = (right: 'contacts.read' | 'money.read' | 'attendees.read') =>
    events.every(event => can(caller, right, event))
  return {
    audience: events.length === 0 ? 'public' : read.length > 0 ? 'staff' : 'door',
    reach: events.length === 0 ? 'all' : events,
    filters: {
      contacts: isHeld('contacts.read'),
      money: isHeld('money.read'),
      staff: events.length > 0 && isHeld('attendees.read'),
    },
  }
}
