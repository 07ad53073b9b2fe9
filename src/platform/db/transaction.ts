import { setTimeout as wait } from 'node:timers/promises'
import { sentAtOnce } from './at-once.ts'
import type { Db, Tx } from './database.ts'
import { afterCommit as afterCommitOn, markTransaction, refuseInsideTransaction } from './guard.ts'
import { isRetryable } from './violations.ts'

const attemptsMax = 5
const jitterMilliseconds = 20

/**
 * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. It runs again
 * after a deadlock, serialisation failure or lock timeout, so it must change nothing but the database. Called with a
 * `Tx`, it joins that transaction. Statements of one `Promise.all` are sent at once and done in order (at-once.ts).
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error
      await wait(Math.random() * jitterMilliseconds * attempt)
    }
  }
}

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const begun = db.transaction().setIsolationLevel('read committed')
  return markTransaction(ownerOf(db), mark => begun.execute(tx => mark(() => sentAtOnce(tx, work))))
}

/**
 * Calls back once the transaction that is open here has committed, and never when it rolls back; at once outside of
 * one. For things in this process that only save time (waking a worker): they are lost when the process dies.
 */
export function afterCommit(db: Db, callback: () => void): void {
  afterCommitOn(ownerOf(db), callback)
}

/** Throws when called inside a transaction on this database: for what starts one elsewhere and is waited for. */
export function demandNoTransaction(db: Db): void {
  refuseInsideTransaction(ownerOf(db))
}

/** A handle and the transactions on it share one adapter, which hence stands for the database. */
const ownerOf = (db: Db): object => db.getExecutor().adapter
