import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type TakenJob = {
  id: number
  name: string
  payload: object
  attempts: number
  max_attempts: number
}

export type NewJob = {
  name: string
  payload: object
  key: string | null
  runAt: Date | null
  maxAttempts: number
}

export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await sql`
    insert into jobs (name, payload, key, run_at, max_attempts)
    values (${job.name}, ${JSON.stringify(job.payload)}, ${job.key},
            coalesce(${job.runAt}::timestamptz, '-infinity'), ${job.maxAttempts})
    on conflict (name, key) where key is not null and attempts = 0
    do update set run_at = least(jobs.run_at, excluded.run_at)
  `.execute(db)
}

export type FreeSlots = { name: string; free: number }[]

/**
 * Takes due jobs, per name at most as many as are free. Each belongs to this process until `leasedUntil`.
 *
 * The rows are chosen in a part of its own that runs once: as the inner side of a join it may run once per row of
 * `jobs`, and each run passes over what the last one took and finds `free` jobs more.
 */
export async function takeJobs(
  db: Db,
  { wanted, now, leasedUntil }: { wanted: FreeSlots; now: Date; leasedUntil: Date },
): Promise<TakenJob[]> {
  const { rows } = await sql<TakenJob>`
    with taken as materialized (
      select due.id
      from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ free }) => free)}::int[])
        as wanted (name, free)
      cross join lateral (
        select id from jobs
        where jobs.name = wanted.name and failed_at is null and run_at <= ${now}
        order by run_at, id limit wanted.free
        for update skip locked
      ) as due
    )
    update jobs set run_at = ${leasedUntil}, attempts = attempts + 1
    from taken where jobs.id = taken.id
    returning jobs.id, name, payload, attempts, max_attempts
  `.execute(db)
  return rows
}

type Attempt = Pick<TakenJob, 'id' | 'attempts'>

// Each of these changes a job only while the attempt is the latest: a job whose lease ended was taken again.

export async function deleteJob(db: Db, { id, attempts }: Attempt): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute()
}

export async function extendLeases(db: Db, taken: readonly Attempt[], until: Date): Promise<void> {
  if (taken.length === 0) return
  await sql`
    update jobs set run_at = ${until}
    from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ attempts }) => attempts)}::int[])
      as mine (id, attempts)
    where jobs.id = mine.id and jobs.attempts = mine.attempts and failed_at is null
  `.execute(db)
}

/** Puts a job back until `retryAt`. */
export async function postponeJob(
  db: Db,
  { id, attempts }: Attempt,
  { retryAt, error }: { retryAt: Date; error: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: retryAt, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Sets a job aside for a person. Of several with one key only the last failure is kept. */
export async function layJobAside(
  db: Db,
  { id, attempts }: Attempt,
  { failedAt, error }: { failedAt: Date; error: string },
): Promise<void> {
  await sql`
    with aside as (
      update jobs set failed_at = ${failedAt}, last_error = ${error}
      where id = ${id} and attempts = ${attempts}
      returning id, name, key
    )
    delete from jobs using aside
    where jobs.name = aside.name and jobs.key = aside.key and jobs.failed_at is not null and jobs.id <> aside.id
  `.execute(db)
}

export type Schedule = { name: string; everySeconds: number }

/** Stores new schedules, due at once; known schedules keep their next moment. */
export async function insertSchedules(db: Db, schedules: readonly Schedule[], now: Date) {
  if (schedules.length === 0) return
  await db
    .insertInto('job_schedules')
    .values(schedules.map(({ name }) => ({ name, next_at: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Enqueues the recurring jobs that are due, and returns when the next one is. Moving the moment on is atomic,
 * so one of many processes enqueues.
 */
export async function enqueueScheduled(db: Db, schedules: readonly Schedule[], now: Date) {
  const names = schedules.map(({ name }) => name)
  const seconds = schedules.map(({ everySeconds }) => everySeconds)
  await sql`
    with due as (
      update job_schedules set next_at = ${now}::timestamptz + make_interval(secs => every.seconds)
      from unnest(${names}::text[], ${seconds}::float8[]) as every (name, seconds)
      where job_schedules.name = every.name and next_at <= ${now}
      returning job_schedules.name
    )
    insert into jobs (name, key, max_attempts) select name, 'schedule', 3 from due
    on conflict (name, key) where key is not null and attempts = 0 do nothing
  `.execute(db)
  const { next } = await db
    .selectFrom('job_schedules')
    .select(({ fn }) => fn.min('next_at').as('next'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow()
  return next
}
