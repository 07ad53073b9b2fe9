import { performance } from 'node:perf_hooks'
import { AppError } from '../../core/errors.ts'
import type { QueuedRequest } from './lane-kind.ts'

/** After this share of the longest wait a request is not started any more, so most refusals are certain. */
const startedWithin = 0.8
/** After this share of the longest wait a request gets a response, though its outcome may be unknown. */
const answeredWithin = 0.95
/** The shortest lock timeout of a transaction. */
const leastLockWait = 0.1
const retryAfterSeconds = 2

/** How long buyers may wait. */
export type Patience = ReturnType<typeof createPatience>

/** Every request gets a response after `waitMaxMs` milliseconds, whatever blocks the sale. */
export function createPatience(waitMaxMs: number) {
  let givenUp = 0
  const ageOf = ({ since }: Pick<QueuedRequest, 'since'>) => performance.now() - since
  const isLate = (waiting: QueuedRequest) => ageOf(waiting) >= waitMaxMs * startedWithin
  return {
    waitMaxMs,
    ageOf,
    isLate,
    /** The lock timeout, in milliseconds, of a transaction with these requests. */
    lockWaitMs(batch: readonly QueuedRequest[]): number {
      const oldest = Math.max(...batch.map(ageOf))
      return Math.ceil(Math.max(waitMaxMs * startedWithin - oldest, waitMaxMs * leastLockWait))
    },
    /** Refuses the requests that have waited too long, before any work for them began. Returns the others. */
    dismissLate(batch: readonly QueuedRequest[]): QueuedRequest[] {
      const late = new Set(batch.filter(isLate))
      givenUp += late.size
      for (const { reject } of late) reject(new AppError('sale-is-busy', { retryAfterSeconds }))
      return batch.filter(waiting => !late.has(waiting))
    },
    /** Ends a request whose time is over, whatever becomes of its transaction. Returns whether it did. */
    giveUp(waiting: QueuedRequest): boolean {
      if (ageOf(waiting) < waitMaxMs * answeredWithin) return false
      givenUp += 1
      waiting.reject(outcomeUnknown())
      return true
    },
    /** How many requests were ended because they had waited too long, since the start. */
    givenUp: () => givenUp,
  }
}

/** The error for a request that ends before its outcome is known. */
const outcomeUnknown = () =>
  new AppError('rest_unavailable', {
    message:
      'The database did not answer in time. Repeat the request with the same Idempotency-Key to learn whether it took effect.',
    retryAfterSeconds,
  })
