import { sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'

export type DoorEventRow = { id: number; title: string; starts_at: Date; timezone: string }

/** The events in reach that are not long over, the next first: those whose doors are set up. */
export async function eventsWithDoors(
  db: Db,
  { reach, now }: { reach: Reach; now: Date },
): Promise<DoorEventRow[]> {
  const here = reach === 'all' ? sql`true` : sql`id = any(${[...reach]}::bigint[])`
  const { rows } = await sql<DoorEventRow>`
    select id, title, starts_at, timezone from events
    where ends_at > ${now}::timestamptz - interval '1 day' and status <> 'trash' and ${here}
    order by starts_at, id limit 100
  `.execute(db)
  return rows
}
