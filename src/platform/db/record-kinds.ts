import { sql } from 'kysely'
import type { Db } from './database.ts'
import { recordTables } from './tables.ts'

/** Whether an id that was not found belongs to a record of another kind. One statement, for refusals only. */
export async function isOtherRecord(db: Db, id: number): Promise<boolean> {
  const looked = recordTables.map(table => sql`select from ${sql.table(table)} where id = ${id}`)
  const { rows } = await sql<{ known: boolean }>`
    select exists (${sql.join(looked, sql` union all `)}) as known
  `.execute(db)
  return rows[0]?.known === true
}
