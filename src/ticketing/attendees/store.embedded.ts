import { sql } from 'kysely'
import type { Piece } from '../../platform/db/together.ts'
import { attendeeColumns, type AttendeeRow } from './lookup.ts'

/**
 * At most `limit` valid attendees of each of these tickets, oldest first. `between` and the order name the whole index: with
 * `=` and `order by id` the planner takes the attendees of all tickets in the order of their ids where tickets are few, and
 * those of a young ticket come last.
 */
export const attendeesOfTickets = (
  ticketIds: readonly number[],
  limit: number,
): Piece<AttendeeRow> => ({
  query: sql`
    select ${attendeeColumns}
    from unnest(${ticketIds}::bigint[]) as wanted (id)
    cross join lateral (
      select * from attendees
      where ticket_id between wanted.id and wanted.id and status = 'publish'
      order by ticket_id, id limit ${limit}
    ) a
    join events e on e.id = a.event_id
    left join tickets t on t.id = a.ticket_id
    order by a.id`,
})

/** For each of these tickets that has attendees: a text that changes with every member of their rows. */
export const fingerprintsOfTickets = (
  ticketIds: readonly number[],
  limit: number,
): Piece<{ ticket_id: number; fingerprint: string }> => ({
  query: sql`
    select r.ticket_id,
      encode(sha256(convert_to(string_agg(r::text, E'\\n' order by r.id), 'UTF8')), 'base64')
        as fingerprint
    from (${attendeesOfTickets(ticketIds, limit).query}) r group by r.ticket_id`,
})
