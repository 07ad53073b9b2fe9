import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type HandoverRow = {
  codeHash: string
  browserHash: string
  network: string
  eventId: number
  /** How many of each ticket, by its id. */
  quantities: Readonly<Record<string, number>>
  expiresAt: Date
}

/** Deletes what has expired. Those that are just being taken are left to whoever takes them. */
export async function deleteExpiredHandovers(db: Db, now: Date): Promise<void> {
  await sql`
    delete from handovers where code_hash = any(array(
      select code_hash from handovers where expires_at <= ${now}
      order by expires_at limit 1000 for update skip locked
    ))`.execute(db)
}

/** Adds a handover, unless its network has so many open ones already; says whether it was added. */
export async function insertHandover(
  db: Db,
  row: HandoverRow,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into handovers (code_hash, browser_hash, network, event_id, quantities, expires_at)
    select ${row.codeHash}, ${row.browserHash}, ${row.network}, ${row.eventId}::bigint,
      ${JSON.stringify(row.quantities)}::jsonb, ${row.expiresAt}::timestamptz
    where (select count(*) from handovers where network = ${row.network} and expires_at > ${now}) < ${most}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Takes a handover away; of two that try at once one gets it. */
export async function takeHandover(
  db: Db,
  { codeHash, browserHash, now }: { codeHash: string; browserHash: string; now: Date },
): Promise<{ eventId: number; quantities: Readonly<Record<string, number>> } | undefined> {
  const row = await db
    .deleteFrom('handovers')
    .where('code_hash', '=', codeHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['event_id', 'quantities'])
    .executeTakeFirst()
  return (
    row && { eventId: row.event_id, quantities: row.quantities as Readonly<Record<string, number>> }
  )
}
