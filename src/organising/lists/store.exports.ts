import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type NewExport = {
  readonly userId: number
  readonly list: string
  readonly format: string
  readonly query: string
  /** Seconds after which it counts as broken off, unless it is renewed. */
  readonly leaseSeconds: number
}

/** Notes that an export begins; undefined while another one of the account is being sent. */
export async function openExport(db: Db, begun: NewExport): Promise<number | undefined> {
  const { userId, list, format, query, leaseSeconds } = begun
  await sql`delete from running_exports where user_id = ${userId} and open_until < clock_timestamp()`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into running_exports (user_id, list, format, query, open_until)
    values (${userId}, ${list}, ${format}, ${query}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    on conflict (user_id) do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** Whether it is still the export of its account. */
export async function renewExport(db: Db, id: number, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update running_exports set open_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} returning id`.execute(db)
  return rows.length > 0
}

export async function closeExport(db: Db, id: number): Promise<void> {
  await sql`delete from running_exports where id = ${id}`.execute(db)
}
