import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/**
 * Stores the attempt's id, sets the transaction's lock timeout in milliseconds, and lets its statements find rows by index
 * only. The planner knows only the last ANALYZE: at the start of a sale it expects tables of a few rows, prefers to
 * read them whole, and keeps that plan while they grow a thousandfold. With indexes only, one plan fits all values, so
 * each statement is planned once for a connection: planning took a fifth of the database's time for a batch of holds.
 */
export async function setUpBatch(tx: Tx, { id, lockWaitMs }: { id: string; lockWaitMs: number }) {
  await sql`
    with attempt as (insert into lane_batches (id) values (${id}))
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)
  `.execute(tx)
}

/**
 * Whether the batch with this attempt id was committed. If not, this call uses the id up, so a COMMIT still
 * under way can no longer succeed. Waits for a transaction that is still open with the id. May be called again when
 * its own answer was lost: an id that was used up is told from one that was committed.
 */
export async function wasCommitted(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ given_up: boolean }>`
    insert into lane_batches (id, given_up) values (${id}, true)
    on conflict (id) do update set given_up = lane_batches.given_up returning given_up
  `.execute(db)
  return rows[0]?.given_up === false
}

/** Attempt ids are looked up within seconds, so a day is plenty. */
export async function deleteOldAttempts(db: Db) {
  await sql`delete from lane_batches where at < now() - interval '1 day'`.execute(db)
}
