import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { deleteJob, layJobAside, postponeJob, type TakenJob } from './store.ts'

export type JobHandler = {
  /** Does the work from its beginning. An error means that the job is retried later. */
  run(payload: object): Promise<void>
  /** The number of jobs of this name that one process runs at a time; 1 by default. */
  concurrency?: number
}

export type AttemptDeps = {
  db: Db
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const firstPauseSeconds = 5
const longestPauseSeconds = 3600
const errorTextMax = 2000

/** Runs a job that was taken and stores the result. Never throws. */
export async function attemptJob(deps: AttemptDeps, handler: JobHandler, job: TakenJob) {
  try {
    const error = await errorOf(handler, job)
    if (error === undefined) await deleteJob(deps.db, job)
    else await writeDown(deps, job, error)
  } catch (err) {
    // The database is unavailable: the lease will end, and a process takes the job again.
    deps.log.error(
      { err, job: job.name, id: job.id },
      "a job's result could not be stored; it will run again",
    )
  }
}

async function errorOf(handler: JobHandler, job: TakenJob): Promise<Error | undefined> {
  if (job.attempts > job.max_attempts)
    return new Error('The process ended during the last attempt.')
  try {
    await handler.run(job.payload)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function writeDown({ db, clock, log }: AttemptDeps, job: TakenJob, err: Error) {
  const error = err.message.slice(0, errorTextMax)
  const about = { err, job: job.name, id: job.id, attempt: job.attempts }
  if (job.attempts >= job.max_attempts) {
    log.error(about, 'a job failed and was set aside')
    await layJobAside(db, job, { failedAt: clock.now(), error })
    return
  }
  log.warn(about, 'a job failed and will be retried')
  const retryAt = new Date(clock.now().getTime() + pauseSeconds(job.attempts) * 1000)
  await postponeJob(db, job, { retryAt, error })
}

/**
 * The delay before a retry: 5 s, 10 s, 20 s … at most an hour, plus up to a quarter, so that jobs that failed
 * together are not retried together.
 */
function pauseSeconds(attempts: number): number {
  const pause = Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestPauseSeconds)
  return pause * (1 + Math.random() / 4)
}
