import type { Db, Tx } from '../db/database.ts'
import { afterCommit } from '../db/transaction.ts'
import { insertJob } from './store.ts'

type JobOptions = {
  /** Not before this moment; at once without it. */
  runAt?: Date
  /**
   * While a job of this name and key waits for its first attempt, the next one is not added (the earlier moment and the
   * first payload hold). Transactions that use the same key wait for each other: no key where many sell at once.
   */
  key?: string
  /** Attempts before the job is laid aside for a person to look at; 10 without it, which spans about an hour. */
  maxAttempts?: number
}

export type JobQueue = {
  /**
   * Adds a job in the caller's transaction: it exists if that commits, and then runs at least once, possibly more often
   * and in any order, so its handler must be able to run again. `payload` is stored as JSON.
   */
  enqueue(tx: Db | Tx, name: string, payload: object, options?: JobOptions): Promise<void>
}

type Enqueue = Parameters<JobQueue['enqueue']>

const attemptsUsual = 10

export const jobQueue: JobQueue = {
  enqueue: async (...[tx, name, payload, options = {}]: Enqueue) => {
    const { runAt = null, key = null, maxAttempts = attemptsUsual } = options
    await insertJob(tx, { name, payload, key, runAt, maxAttempts })
    afterCommit(tx, wakeRunners)
  },
}

const runners = new Set<() => void>()

/** Has `wake` called whenever this process has committed a job; ends with the function it returns. */
export function onEnqueued(wake: () => void): () => void {
  runners.add(wake)
  return () => runners.delete(wake)
}

function wakeRunners() {
  for (const wake of runners) wake()
}
