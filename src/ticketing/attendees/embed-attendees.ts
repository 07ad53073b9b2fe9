import type { Deps } from '../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { attendeesOfTickets } from './lookup.ts'
import { type AttendeeView, showAttendee } from './show-attendee.ts'

/** The attendees embedded in tickets for staff: at most `limit` of each ticket, in one statement. */
export function embeddedAttendees(deps: Deps) {
  return async (
    db: Db,
    ticketIds: readonly number[],
    limit: number,
  ): Promise<Map<number, AttendeeView[]>> => {
    const rows = await attendeesOfTickets(db, ticketIds, limit)
    const views = new Map<number, AttendeeView[]>()
    for (const row of rows) {
      const list = views.get(row.ticket_id) ?? []
      list.push(showAttendee(row, 'staff', deps))
      views.set(row.ticket_id, list)
    }
    return views
  }
}
