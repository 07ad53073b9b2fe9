import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '../../core/errors.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { isConnectionLost, isRetryable } from '../../platform/db/violations.ts'
import { Refused, type QueuedRequest } from './lane-kind.ts'
import { type Batch, lockAll, lockBefore, requestsOf } from './lock-batch.ts'
import type { Patience } from './patience.ts'
import { setUpBatch, wasCommitted } from './store.attempts.ts'

const lostAttemptsMax = 5
const lookUpSecondsMax = 20
const pauseMilliseconds = 50
const attemptsMax = 5

type Commit = (batch: readonly QueuedRequest[], attempt?: number) => Promise<void>
type BatchDeps = { db: Db; log: Pick<Logger, 'warn'>; patience: Patience }

/**
 * Settles batches of one kind and resolves their requests; never throws. A deadlock, serialisation failure or lock
 * timeout runs the batch again, without requests that have waited too long. So does a connection lost before
 * COMMIT. After one lost during COMMIT, the batch's attempt id shows whether it was committed. Any other
 * error runs the requests one by one, so that only the failing one fails.
 */
export function createCommitter({ db, log, patience }: BatchDeps): Commit {
  async function commitOnce(batch: Batch) {
    const id = randomUUID()
    let results: Results | undefined
    try {
      const work = async (tx: Tx) => {
        results = undefined
        const [, settled] = await Promise.all([
          setUpBatch(tx, { id, lockWaitMs: patience.lockWaitMs(batch) }),
          settle(tx, batch),
        ])
        results = settled
        return settled
      }
      return await transaction(actingOn(db, batch[0].actor), work, { attemptsMax: 1 })
    } catch (error) {
      if (results === undefined || !isConnectionLost(error)) throw error
      log.warn({ err: error, attempt: id }, 'connection lost while committing a batch')
      if (await lookUp(db, id)) return results
      throw error
    }
  }

  async function commitCertainly(batch: Batch) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commitOnce(batch)
      } catch (error) {
        const again = attempt < lostAttemptsMax && !batch.every(patience.isLate)
        if (!again || !isConnectionLost(error)) throw error
        await wait(Math.random() * pauseMilliseconds * attempt)
      }
    }
  }

  return async function commit(batch, attempt = 1) {
    const rest = patience.dismissLate(batch)
    const [first, ...others] = rest
    if (!first) return
    try {
      const results = await commitCertainly([first, ...others])
      for (const waiting of rest) answer(waiting, results.get(waiting))
    } catch (error) {
      if (isRetryable(error) && attempt < attemptsMax) {
        await wait(Math.random() * pauseMilliseconds)
        await commit(rest, attempt + 1)
      } else if (isRetryable(error) || isConnectionLost(error)) {
        for (const { reject } of rest) reject(busyOr(error))
      } else if (others.length === 0) first.reject(error)
      else for (const waiting of rest) await commit([waiting])
    }
  }
}

/** The outcome can be known for certain, so this waits until the database answers. */
async function lookUp(db: Db, id: string): Promise<boolean> {
  const pauses = (lookUpSecondsMax * 1000) / pauseMilliseconds
  for (let pause = 1; ; pause += 1) {
    try {
      return await wasCommitted(db, id)
    } catch (error) {
      const again = isConnectionLost(error) || isRetryable(error)
      if (!again || pause >= pauses) throw error
      await wait(pauseMilliseconds)
    }
  }
}

type Results = ReadonlyMap<QueuedRequest, unknown>

function answer({ resolve, reject }: QueuedRequest, result: unknown) {
  if (result instanceof Refused) reject(result.error)
  else resolve(result)
}

/** A request that failed for lack of time gets `sale-is-busy`; a lost database gets its own error. */
function busyOr(error: unknown): unknown {
  return isRetryable(error)
    ? new AppError('sale-is-busy', { cause: error, retryAfterSeconds: 2 })
    : error
}

/** Settles the requests in the order of arrival. All locks are taken before all work. */
async function settle(tx: Tx, batch: Batch): Promise<Results> {
  const [{ kind }] = batch
  await lockBefore(tx, batch)
  const settled = await kind.settle(tx, requestsOf(batch), () => lockAll(tx, batch))
  if (settled.length !== batch.length) throw new Error(`${kind.name} lost a request.`)
  return new Map(batch.map((waiting, at) => [waiting, settled[at]]))
}
