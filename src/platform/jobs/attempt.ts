import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { deleteJob, layJobAside, postponeJob, type TakenJob } from './store.ts'

export type JobHandler = {
  /** Does the work, from the beginning each time; throwing means that it is tried again later. */
  run(payload: object): Promise<void>
  /** Jobs of this name that one process runs at a time; 1 without it. */
  concurrency?: number
}

export type AttemptMeans = {
  db: Db
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const firstPauseSeconds = 5
const longestPauseSeconds = 3600
const errorTextMax = 2000

/** Runs a job that was taken and writes down what came of it. Never throws. */
export async function attemptJob(means: AttemptMeans, handler: JobHandler, job: TakenJob) {
  try {
    const error = await errorOf(handler, job)
    if (error === undefined) await deleteJob(means.db, job)
    else await writeDown(means, job, error)
  } catch (err) {
    // The database is away: the lease runs out, and somebody takes the job again.
    means.log.error({ err, job: job.name, id: job.id }, 'a job ended but could not be crossed off')
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

async function writeDown({ db, clock, log }: AttemptMeans, job: TakenJob, err: Error) {
  const error = err.message.slice(0, errorTextMax)
  const about = { err, job: job.name, id: job.id, attempt: job.attempts }
  if (job.attempts >= job.max_attempts) {
    log.error(about, 'a job failed for good')
    await layJobAside(db, job, { failedAt: clock.now(), error })
    return
  }
  log.warn(about, 'a job failed and is tried again')
  const retryAt = new Date(clock.now().getTime() + pauseSeconds(job.attempts) * 1000)
  await postponeJob(db, job, { retryAt, error })
}

/** 5 s, 10 s, 20 s … at most an hour, and up to a quarter more so that what failed together does not return together. */
function pauseSeconds(attempts: number): number {
  const pause = Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestPauseSeconds)
  return pause * (1 + Math.random() / 4)
}
