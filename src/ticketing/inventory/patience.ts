import { performance } from 'node:perf_hooks'
import { AppError } from '../../core/errors.ts'
import type { Waiting } from './lane-kind.ts'

/** Of the longest wait: after so much of it nothing is begun any more, so that most are told for certain. */
const startedWithin = 0.8
/** After so much of it everybody is answered, whatever is known. */
const answeredWithin = 0.95
/** A transaction waits for locks so long at least. */
const leastLockWait = 0.1
const retryAfterSeconds = 2

/** How long buyers are kept waiting. */
export type Patience = ReturnType<typeof createPatience>

/** Every buyer is answered after `waitMaxMs` milliseconds, whatever holds the sale up. */
export function createPatience(waitMaxMs: number) {
  let givenUp = 0
  const ageOf = ({ since }: Pick<Waiting, 'since'>) => performance.now() - since
  const isLate = (waiting: Waiting) => ageOf(waiting) >= waitMaxMs * startedWithin
  return {
    waitMaxMs,
    ageOf,
    isLate,
    /** For how many milliseconds a transaction with these requests may wait for a lock. */
    lockWaitMs(batch: readonly Waiting[]): number {
      const oldest = Math.max(...batch.map(ageOf))
      return Math.ceil(Math.max(waitMaxMs * startedWithin - oldest, waitMaxMs * leastLockWait))
    },
    /** Tells those that have waited too long to come again, for whom nothing was begun; answers the others. */
    dismissLate(batch: readonly Waiting[]): Waiting[] {
      const late = new Set(batch.filter(isLate))
      givenUp += late.size
      for (const { reject } of late) reject(new AppError('sale-is-busy', { retryAfterSeconds }))
      return batch.filter(waiting => !late.has(waiting))
    },
    /** Answers a request whose time is over, whatever becomes of it; says whether it is. */
    giveUp(waiting: Waiting): boolean {
      if (ageOf(waiting) < waitMaxMs * answeredWithin) return false
      givenUp += 1
      waiting.reject(outcomeUnknown())
      return true
    },
    /** Requests so far that were answered because they had waited too long. */
    givenUp: () => givenUp,
  }
}

/** For who is answered before the outcome is known. */
const outcomeUnknown = () =>
  new AppError('rest_unavailable', {
    message:
      'The database did not answer in time. Repeat the request with the same Idempotency-Key to learn whether it took effect.',
    retryAfterSeconds,
  })
