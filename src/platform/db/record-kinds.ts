import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Tables whose ids come from the one sequence of records. */
const tables = [
  'events',
  'venues',
  'organizers',
  'images',
  'tickets',
  'attendees',
  'orders',
] as const

/** Whether an id that is not what was asked for names a record of another kind. One statement, for refusals only. */
export async function isOtherRecord(db: Db, id: number): Promise<boolean> {
  const looked = tables.map(table => sql`select from ${sql.table(table)} where id = ${id}`)
  const { rows } = await sql<{ known: boolean }>`
    select exists (${sql.join(looked, sql` union all `)}) as known
  `.execute(db)
  return rows[0]?.known === true
}
