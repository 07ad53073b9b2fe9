import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { type Blocker, listBlockers } from '../../platform/db/blockers.ts'
import type { Db } from '../../platform/db/database.ts'
import type { QueuedRequest } from './lane-kind.ts'
import type { Patience } from './patience.ts'

export type NewRequest = Omit<QueuedRequest, 'since'>

type WatchDeps = {
  db: Db
  log: Pick<Logger, 'warn'>
  patience: Patience
  /** The waiting requests; each queue is in the order of arrival. */
  queues(): readonly QueuedRequest[][]
}

/**
 * In fractions of the longest wait: how often the timer looks for late requests, and after how long it logs a
 * blocked sale.
 */
const lookedAtEvery = 0.05
const toldAfter = 0.2
const toldEveryMs = 30_000

/**
 * Gives every request a response in time. A request still waiting for a transaction is refused; a request in
 * a transaction that does not end is told that its outcome is unknown. While a sale is blocked, the log says
 * from time to time who blocks it. One timer serves all, and runs only while requests wait.
 */
export function watchWaiting({ db, log, patience, queues }: WatchDeps) {
  const { waitMaxMs, ageOf } = patience
  // The requests in the order of arrival.
  const unanswered = new Set<QueuedRequest>()
  let timer: NodeJS.Timeout | undefined
  let askedAt = -Infinity
  let toldAt = -Infinity
  let blockerTold = false

  const oldestMs = () => {
    const [oldest] = unanswered
    return oldest ? ageOf(oldest) : 0
  }

  function look() {
    for (const queue of queues()) {
      const left = patience.dismissLate(queue)
      queue.splice(0, queue.length - left.length)
    }
    for (const waiting of unanswered) if (!patience.giveUp(waiting)) break
    if (oldestMs() >= waitMaxMs * toldAfter) void tell()
    if (unanswered.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Finds out who blocks the sale, and logs it the first time a blocker is found and once in a while afterwards. */
  async function tell() {
    const now = performance.now()
    if (now - askedAt < waitMaxMs * toldAfter) return
    askedAt = now
    const queue = { waiting: unanswered.size, oldestMs: Math.round(oldestMs()) }
    const blockers: readonly Blocker[] | undefined = await listBlockers(db).catch(() => undefined)
    const isKnown = blockers !== undefined && blockers.length > 0
    if (now - toldAt < toldEveryMs && (blockerTold || !isKnown)) return
    toldAt = now
    blockerTold = isKnown
    log.warn({ ...queue, blockers }, 'the sale is blocked')
  }

  return {
    /** Counts a request as waiting until it has its result. */
    add({ kind, request, eventIds, actor, resolve, reject }: NewRequest): QueuedRequest {
      // Copied member by member: copying with spread costs as much as the sale's own work.
      const waiting: QueuedRequest = {
        kind,
        request,
        eventIds,
        actor,
        since: performance.now(),
        resolve: result => {
          unanswered.delete(waiting)
          resolve(result)
        },
        reject: error => {
          unanswered.delete(waiting)
          reject(error)
        },
      }
      unanswered.add(waiting)
      timer ??= setInterval(look, waitMaxMs * lookedAtEvery).unref()
      return waiting
    },
    oldestMs,
    /** Whether requests wait, or waited until the timer's last look. */
    isUsed: () => timer !== undefined,
  }
}
