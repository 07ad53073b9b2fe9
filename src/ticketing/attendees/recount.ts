import type { Tx } from '../../platform/db/database.ts'
import { isListed } from './rules.ts'
import { changeTicketCounts } from './store.counts.ts'
import type { EditableAttendee } from './store.ts'

type AttendeeChange = Pick<EditableAttendee, 'going' | 'order_status' | 'opted_out' | 'ticket_id'>

/** How the change affects the counters: another answer, into or out of public lists. */
export async function recount(tx: Tx, before: EditableAttendee, after: AttendeeChange) {
  if (before.status !== 'publish') return
  const counts = (attendee: EditableAttendee, sign: 1 | -1) => ({
    eventId: attendee.event_id,
    ticketId: attendee.ticket_id,
    orderStatus: attendee.order_status,
    attendees: sign,
    // A checked-in attendee stays checked in under a new status, unless that status does not admit.
    checkedIn: attendee.checked_in_at === null ? 0 : sign,
    listed: isListed(attendee) ? sign : 0,
    going: attendee.going,
  })
  await changeTicketCounts(tx, [counts(before, -1), counts({ ...before, ...after }, 1)])
}
