import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const latestMost = 5000

/** The latest names on tickets and titles of events that have letters beyond Latin, Greek and Cyrillic. */
export async function namesInOtherScripts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    (select holder_name as name from attendees where holder_name ~ '[^\u0001-\u052F]' and status = 'publish'
      order by id desc limit ${latestMost})
    union all
    (select title from events where title ~ '[^\u0001-\u052F]' order by id desc limit ${latestMost})
  `.execute(db)
  return rows.map(({ name }) => name)
}
