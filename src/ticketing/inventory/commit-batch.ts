import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '../../core/errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { isConnectionLost, isRetryable } from '../../platform/db/violations.ts'
import { type LaneKind, Refused, type Waiting } from './lane-kind.ts'
import { lockInOrder, requestsOf } from './lock-batch.ts'
import { insertAttempt, lookRowsUp, wasCommitted } from './store.ts'

const lostAttemptsMax = 5
const lookUpSecondsMax = 20
const pauseMilliseconds = 50

type Commit = (batch: readonly Waiting[], eventId?: number) => Promise<void>

/**
 * Settles batches and answers their requests; never throws. A deadlock, serialisation failure or lock timeout runs the
 * whole batch again (`transaction` does). A connection lost before COMMIT does too; one lost during COMMIT is looked up
 * first by the batch's attempt id. Any other error runs the requests one by one, so that only the failing one fails.
 */
export function createCommitter({ db, log }: { db: Db; log: Pick<Logger, 'warn'> }): Commit {
  async function commitOnce(batch: readonly Waiting[], eventId?: number) {
    const id = randomUUID()
    let results: Results | undefined
    try {
      return await transaction(db, async tx => {
        results = undefined
        const [, , settled] = await Promise.all([
          lookRowsUp(tx),
          insertAttempt(tx, id),
          settle(tx, batch, eventId),
        ])
        results = settled
        return settled
      })
    } catch (error) {
      if (results === undefined || !isConnectionLost(error)) throw error
      log.warn({ err: error, attempt: id }, 'connection lost while committing a batch')
      if (await lookUp(id)) return results
      throw error
    }
  }

  /** The answer is certain: until the database can be asked, nobody is told anything. */
  async function lookUp(id: string): Promise<boolean> {
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

  async function commitCertainly(batch: readonly Waiting[], eventId?: number) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commitOnce(batch, eventId)
      } catch (error) {
        if (!isConnectionLost(error) || attempt >= lostAttemptsMax) throw error
        await wait(Math.random() * pauseMilliseconds * attempt)
      }
    }
  }

  return async function commit(batch, eventId) {
    try {
      const results = await commitCertainly(batch, eventId)
      for (const waiting of batch) answer(waiting, results.get(waiting))
    } catch (error) {
      const [first] = batch
      if (isRetryable(error) || isConnectionLost(error)) {
        for (const { reject } of batch) reject(busyOr(error))
      } else if (batch.length === 1) first?.reject(error)
      else for (const waiting of batch) await commit([waiting], eventId)
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
async function settle(tx: Tx, batch: readonly Waiting[], eventId?: number): Promise<Results> {
  const kinds = new Map<LaneKind<unknown, unknown>, Waiting[]>()
  for (const waiting of batch) {
    const group = kinds.get(waiting.kind)
    if (group) group.push(waiting)
    else kinds.set(waiting.kind, [waiting])
  }
  await lockInOrder(tx, kinds, eventId)
  const results = new Map<Waiting, unknown>()
  for (const [kind, group] of kinds) {
    const settled = await kind.settle(tx, requestsOf(group))
    if (settled.length !== group.length) throw new Error(`${kind.name} lost a request.`)
    for (const [at, waiting] of group.entries()) results.set(waiting, settled[at])
  }
  return results
}
