import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The names under which calendars knew events before they came here: they keep them for ever (contract.md 35.9). */
export async function broughtUids(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; uid: string }>`
    select event_id as id, uid from calendar_uids where event_id = any(${[...ids]}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, uid }) => [id, uid]))
}
