import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** How many jobs of each name wait, those that run included. */
export async function waitingJobs(db: Db): Promise<{ name: string; jobs: number }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['name', fn.countAll<string>().as('jobs')])
    .where('failed_at', 'is', null)
    .groupBy('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name, jobs }) => ({ name, jobs: Number(jobs) }))
}

export type FailedJob = {
  id: number
  name: string
  attempts: number
  failedAt: Date
  error: string
}

const shownMost = 100

/** The jobs that failed for good, the latest first, at most a hundred. */
export async function failedJobs(db: Db): Promise<FailedJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'attempts', 'failed_at', 'last_error'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(shownMost)
    .execute()
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    attempts: row.attempts,
    failedAt: row.failed_at ?? new Date(0),
    error: row.last_error ?? '',
  }))
}

/** Makes jobs due again that had failed for good, all of them without ids; returns which. */
export async function retryFailedJobs(db: Db, ids: readonly number[]): Promise<number[]> {
  const update = db
    .updateTable('jobs')
    .set({ failed_at: null, attempts: 0, run_at: new Date(0), key: null })
    .where('failed_at', 'is not', null)
  const chosen = ids.length === 0 ? update : update.where('id', 'in', [...ids])
  const rows = await chosen.returning('id').execute()
  return rows.map(({ id }) => id)
}

/** How many jobs wait, wait for more than a minute after they were due, and have failed for good. */
export async function countJobs(db: Db) {
  const { rows } = await sql<{ waiting: number; overdue: number; failed: number }>`
    select count(*) filter (where failed_at is null)::int as waiting,
      count(*) filter (where failed_at is null and attempts = 0 and created_at < now() - interval '1 minute'
        and run_at < now() - interval '1 minute')::int as overdue,
      count(*) filter (where failed_at is not null)::int as failed
    from jobs`.execute(db)
  return rows[0] ?? { waiting: 0, overdue: 0, failed: 0 }
}
