import type { Db, Tx } from '../db/database.ts'
import { afterCommit } from '../db/transaction.ts'
import { insertJob } from './store.ts'

type JobOptions = {
  /** The earliest moment to run; at once without it. */
  runAt?: Date
  /**
   * While a job of this name and key waits for its first attempt, another one is not added: the first payload
   * and the earlier moment count. Transactions that use one key wait for each other, so use no key where many
   * sell at once.
   */
  key?: string
  /** The number of attempts before the job is set aside for a person; 10 by default, over about an hour. */
  maxAttempts?: number
}

export type JobQueue = {
  /**
   * Adds a job in the caller's transaction: the job exists when that commits. It then runs at least once,
   * possibly more often and in any order, so its handler must be repeatable. `payload` is stored as JSON.
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

/** Calls `wake` whenever this process has committed a job. The returned function ends that. */
export function onEnqueued(wake: () => void): () => void {
  runners.add(wake)
  return () => runners.delete(wake)
}

function wakeRunners() {
  for (const wake of runners) wake()
}
