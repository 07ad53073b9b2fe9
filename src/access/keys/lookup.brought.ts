import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

type BroughtPassword = { id: number; name: string; stored: string }

/** The passwords of an account's programs that were made elsewhere and not used here so far. */
export async function broughtPasswordsOf(db: Db, userId: number): Promise<BroughtPassword[]> {
  const { rows } = await sql<BroughtPassword>`
    select id, name, stored from brought_passwords where user_id = ${userId} order by id limit 100
  `.execute(db)
  return rows
}

/** Takes a brought password away, because ours replaces it; false when another request did. */
export async function takeBrought(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from brought_passwords where id = ${id} returning id`.execute(
    tx,
  )
  return rows.length > 0
}
