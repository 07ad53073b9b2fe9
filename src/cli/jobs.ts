import type { Db } from '../platform/db/database.ts'
import { failedJobs, retryFailedJobs, waitingJobs } from '../platform/jobs/lookup.ts'
import { CommandRefused } from './command-refused.ts'
import type { Say } from './control-socket.ts'

/** `marquee jobs list`: the waiting jobs, and those that failed for good. */
export async function listJobs(db: Db, say: Say) {
  for (const { name, jobs } of await waitingJobs(db)) say(`${jobs} waiting: ${name}`)
  const failed = await failedJobs(db)
  for (const { id, name, attempts, failedAt, error } of failed) {
    say(`${id} failed: ${name}, ${attempts} attempts, last ${failedAt.toISOString()}: ${error}`)
  }
  say(failed.length === 0 ? 'No job has failed for good.' : 'Repeat them: marquee jobs retry')
}

/** `marquee jobs retry`: runs jobs again that failed for good: the named ones, or all of them. */
export async function retryJobs(db: Db, ids: readonly number[], say: Say) {
  const retried = await retryFailedJobs(db, ids)
  const missing = ids.filter(id => !retried.includes(id))
  if (missing.length > 0) {
    throw new CommandRefused(`No job with this id has failed for good: ${missing.join(', ')}.`)
  }
  say(`${retried.length} will run again as soon as the service runs.`)
}

/** Ids as an operator types them. `kind` is what they are ids of, as in "a job". */
export function listedIds(ids: readonly string[], kind: string): number[] {
  const wrong = ids.find(text => !/^[1-9]\d{0,14}$/.test(text))
  if (wrong !== undefined) throw new CommandRefused(`${wrong} is no id of ${kind}.`)
  return ids.map(Number)
}
