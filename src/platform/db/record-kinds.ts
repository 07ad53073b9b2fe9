import { sql } from 'kysely'
import type { Db } from './database.ts'
import { recordTables } from './tables.ts'

/**
 * Whether an id that was not found belongs to a record of another kind, among all or these. One statement, for refusals
 * only.
 */
export async function isOtherRecord(
  db: Db,
  id: number,
  among: readonly (typeof recordTables)[number][] = recordTables,
): Promise<boolean> {
  const looked = among.map(table => sql`select from ${sql.table(table)} where id = ${id}`)
  const { rows } = await sql<{ known: boolean }>`
    select exists (${sql.join(looked, sql` union all `)}) as known
  `.execute(db)
  return rows[0]?.known === true
}
