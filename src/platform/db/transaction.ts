import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseOf } from './acting.ts'
import { sentAtOnce } from './at-once.ts'
import type { Db, Tx } from './database.ts'
import { insideTransaction, refuseInsideTransaction } from './guard.ts'
import { isRetryable } from './violations.ts'

const attemptsUsually = 5
const jitterMilliseconds = 20
// Less than the lock timeout: a request that waited that long in vain is refused instead of waiting as long again.
const retriedWithinMs = 5000

/**
 * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. It runs again
 * after a deadlock, serialisation failure or lock timeout, at most `attemptsMax` times and for five seconds, so it must
 * change nothing but the database. Called with a `Tx`, it joins that transaction. Statements of one `Promise.all` are sent at once and done in order (at-once.ts).
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { attemptsMax = attemptsUsually }: { attemptsMax?: number } = {},
): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  const begun = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      const isLate = performance.now() - begun >= retriedWithinMs
      if (attempt >= attemptsMax || isLate || !isRetryable(error)) throw error
      await wait(Math.random() * jitterMilliseconds * attempt)
    }
  }
}

/** Callbacks for after the commit of these transactions. */
const callbacks = new WeakMap<Db, (() => void)[]>()

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const begun = db.transaction().setIsolationLevel('read committed')
  const after: (() => void)[] = []
  const marked = (tx: Tx) => {
    callbacks.set(tx, after)
    return work(tx)
  }
  const result = await begun.execute(tx =>
    insideTransaction(databaseOf(db), () => sentAtOnce(tx, marked)),
  )
  for (const callback of after) callback()
  return result
}

/**
 * Calls back after this transaction has committed, and never after a rollback; outside a transaction at once. Only
 * for things in this process that save time (waking a worker), because they are lost when the process dies.
 */
export function afterCommit(db: Db | Tx, callback: () => void): void {
  const after = callbacks.get(db)
  if (after) after.push(callback)
  else callback()
}

/**
 * Throws when called inside a transaction on this database, where that is watched (guard.ts). For functions that
 * begin a transaction of their own and wait for it.
 */
export function demandNoTransaction(db: Db): void {
  refuseInsideTransaction(databaseOf(db))
}
