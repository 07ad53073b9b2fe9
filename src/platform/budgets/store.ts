import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** What one process has spent under a key since its last report; negative when something was given back. */
export type Expense = { key: Buffer; cost: number; until: Date }

/** What all processes together have spent under a key, and when the count starts again. */
export type Sum = { spent: number; until: Date }

/**
 * Adds costs to the shared sums and returns the sums, in the order of `told`, which names each key once. An
 * expired sum starts again, with the reported end. Rows are locked in the order of keys, so that processes
 * cannot deadlock.
 */
export async function addToSums(db: Db | Tx, told: readonly Expense[], now: Date): Promise<Sum[]> {
  const { rows } = await sql<{ key: Buffer } & Sum>`
    insert into budgets as kept (key, spent, until)
    select key, cost, until
    from unnest(${told.map(({ key }) => key)}::bytea[], ${told.map(({ cost }) => cost)}::float8[],
      ${told.map(({ until }) => until)}::timestamptz[]) as told (key, cost, until)
    order by key
    on conflict (key) do update set
      spent = greatest(0, excluded.spent + case when kept.until > ${now} then kept.spent else 0 end),
      until = case when kept.until > ${now} then kept.until else excluded.until end
    returning key, spent, until
  `.execute(db)
  const sums = new Map(
    rows.map(({ key, spent, until }) => [
      key.toString('hex'),
      { spent: Math.max(0, spent), until },
    ]),
  )
  return told.map(
    ({ key, cost, until }) => sums.get(key.toString('hex')) ?? { spent: Math.max(0, cost), until },
  )
}

/** Deletes the sums that had expired at `now`. */
export async function deleteEndedSums(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('budgets').where('until', '<=', now).execute()
}
