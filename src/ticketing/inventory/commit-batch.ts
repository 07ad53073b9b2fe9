import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '../../core/errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { isConnectionLost, isRetryable } from '../../platform/db/violations.ts'
import { type LaneKind, Refused, type Waiting } from './lane-kind.ts'
import { lockInOrder, requestsOf } from './lock-batch.ts'
import type { Patience } from './patience.ts'
import { insertAttempt, setUpBatch, wasCommitted } from './store.ts'

const lostAttemptsMax = 5
const lookUpSecondsMax = 20
const pauseMilliseconds = 50
const attemptsMax = 5

type Commit = (batch: readonly Waiting[], attempt?: number) => Promise<void>
type Means = { db: Db; log: Pick<Logger, 'warn'>; patience: Patience }

/**
 * Settles batches and answers their requests; never throws. After a deadlock, serialisation failure or lock timeout the
 * batch runs again with those who have not waited too long. After a connection lost before COMMIT it does too; one lost
 * during COMMIT is looked up first by the batch's attempt id. Any other error runs the requests one by one, so that only
 * the failing one fails.
 */
export function createCommitter({ db, log, patience }: Means): Commit {
  async function commitOnce(batch: readonly Waiting[]) {
    const id = randomUUID()
    let results: Results | undefined
    try {
      const work = async (tx: Tx) => {
        results = undefined
        const [, , settled] = await Promise.all([
          setUpBatch(tx, { lockWaitMs: patience.lockWaitMs(batch) }),
          insertAttempt(tx, id),
          settle(tx, batch),
        ])
        results = settled
        return settled
      }
      return await transaction(db, work, { attemptsMax: 1 })
    } catch (error) {
      if (results === undefined || !isConnectionLost(error)) throw error
      log.warn({ err: error, attempt: id }, 'connection lost while committing a batch')
      if (await lookUp(db, id)) return results
      throw error
    }
  }

  async function commitCertainly(batch: readonly Waiting[]) {
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
    const [first, another] = rest
    if (!first) return
    try {
      const results = await commitCertainly(rest)
      for (const waiting of rest) answer(waiting, results.get(waiting))
    } catch (error) {
      if (isRetryable(error) && attempt < attemptsMax) {
        await wait(Math.random() * pauseMilliseconds)
        await commit(rest, attempt + 1)
      } else if (isRetryable(error) || isConnectionLost(error)) {
        for (const { reject } of rest) reject(busyOr(error))
      } else if (!another) first.reject(error)
      else for (const waiting of rest) await commit([waiting])
    }
  }
}

/** The answer is certain: it is waited for until the database can be asked. */
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

type Results = ReadonlyMap<Waiting, unknown>

function answer({ resolve, reject }: Waiting, result: unknown) {
  if (result instanceof Refused) reject(result.error)
  else resolve(result)
}

/** Whoever could not be served because of the crowd may come again; a lost database is told as such. */
function busyOr(error: unknown): unknown {
  return isRetryable(error)
    ? new AppError('sale-is-busy', { cause: error, retryAfterSeconds: 2 })
    : error
}

/** All requests of a kind together, the kinds in the order in which they arrived, all locks before all work. */
async function settle(tx: Tx, batch: readonly Waiting[]): Promise<Results> {
  const kinds = new Map<LaneKind<unknown, unknown>, Waiting[]>()
  for (const waiting of batch) {
    const group = kinds.get(waiting.kind)
    if (group) group.push(waiting)
    else kinds.set(waiting.kind, [waiting])
  }
  await lockInOrder(tx, kinds)
  const results = new Map<Waiting, unknown>()
  for (const [kind, group] of kinds) {
    const settled = await kind.settle(tx, requestsOf(group))
    if (settled.length !== group.length) throw new Error(`${kind.name} lost a request.`)
    for (const [at, waiting] of group.entries()) results.set(waiting, settled[at])
  }
  return results
}
