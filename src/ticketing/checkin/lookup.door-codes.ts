import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The attendee of an event with this door code; without an event that of any. */
export async function attendeeWithDoorCode(
  db: Db,
  { code, eventId }: { code: string; eventId?: number },
): Promise<number | undefined> {
  const here = eventId === undefined ? sql`true` : sql`a.event_id = ${eventId}`
  const { rows } = await sql<{ id: number }>`
    select a.id from door_codes dc join attendees a on a.id = dc.attendee_id
    where dc.code = ${code} and ${here}
  `.execute(db)
  return rows[0]?.id
}
