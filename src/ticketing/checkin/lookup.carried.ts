import { sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { carriedKey, keyHash } from './carried-code.ts'

/** Longer texts are no code of a ticket. */
const codeMost = 200

/**
 * The attendee whose ticket of another system has this code, at one of these events. The same code may be at several events: the
 * one counts that is not over, and of those the next. Its ticket is of the first generation: it ends when it is passed on.
 */
export async function findCarried(db: Db, text: string, reach: Reach): Promise<number | undefined> {
  const code = text.trim()
  if (code === '' || code.length > codeMost) return undefined
  const within = reach === 'all' ? sql`true` : sql`c.event_id = any(${[...reach]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select c.attendee_id as id from carried_codes c join events e on e.id = c.event_id
    where c.key_hash = ${keyHash(carriedKey(code))} and c.is_code and c.attendee_id is not null and ${within}
    order by e.ends_at < clock_timestamp(), e.starts_at, c.event_id limit 1
  `.execute(db)
  return rows[0]?.id
}

/** The generation that attendees of lists are made with. */
export const carriedGeneration = 1
