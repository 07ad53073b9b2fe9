import { sql } from 'kysely'
import type { Db, OpenDatabase, Tx } from '../../src/platform/db/database.ts'
import { transaction } from '../../src/platform/db/transaction.ts'

/**
 * Another transaction writes the rows that `work` wants, and commits when so many of its connections wait.
 * Returns the result of `work`; fails when too few of them waited.
 */
export async function behindWriter<T>(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  write: string,
  work: () => Promise<T>,
  waiting = 1,
): Promise<T> {
  const writer = await pool.connect()
  try {
    await writer.query('begin')
    const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid')
    await writer.query(write)
    const working = work()
    const done = working.then(
      () => true,
      () => true,
    )
    let waited = false
    let isDone = false
    while (!waited && !isDone) {
      waited = (await countBlocked(db, rows[0]?.pid ?? 0)) >= waiting
      isDone = await Promise.race([done, Promise.resolve(false)])
    }
    await writer.query('commit')
    const result = await working
    if (!waited) throw new Error('The work did not wait for the writer, so it proves nothing.')
    return result
  } finally {
    await writer.query('rollback')
    writer.release()
  }
}

/** The first waits for the writer itself, and the next ones wait for the first. */
async function countBlocked(db: Db, pid: number): Promise<number> {
  const { rows } = await sql`
    with recursive blocked (pid) as (
      select ${pid}::int
      union
      select a.pid from pg_stat_activity a join blocked b on b.pid = any(pg_blocking_pids(a.pid))
      where a.datname = current_database()
    ) select from blocked
  `.execute(db)
  return rows.length - 1
}

export const planners = {
  'the planner as it likes': [],
  'a batch of a sale': ['seqscan', 'hashjoin', 'mergejoin'],
  'hash joins': ['nestloop', 'mergejoin', 'indexscan', 'bitmapscan'],
  'merge joins': ['nestloop', 'hashjoin', 'seqscan'],
  'nested loops over whole tables': ['hashjoin', 'mergejoin', 'indexscan', 'bitmapscan'],
  'nested loops without bitmaps': ['hashjoin', 'mergejoin', 'bitmapscan', 'seqscan', 'material'],
  'sorting instead of hashing': ['hashagg', 'hashjoin', 'nestloop'],
} as const

export type Planner = keyof typeof planners

/** Runs a transaction whose statements are planned in one of these ways. */
export const planned = <T>(db: Db, planner: Planner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async tx => {
    for (const way of planners[planner]) await sql.raw(`set local enable_${way} = off`).execute(tx)
    return work(tx)
  })
