import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { type Blocker, listBlockers } from '../../platform/db/blockers.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Waiting } from './lane-kind.ts'
import type { Patience } from './patience.ts'

export type Asked = Omit<Waiting, 'since'>

type Means = {
  db: Db
  log: Pick<Logger, 'warn'>
  patience: Patience
  /** The requests that wait for their turn, each queue in the order in which they came. */
  queues(): readonly Waiting[][]
}

/** Of the longest wait: how often is looked, and after how much of it the log is told. */
const lookedAtEvery = 0.05
const toldAfter = 0.2
const toldEveryMs = 30_000

/**
 * Answers everybody in time. Who still waits for a turn when nothing is begun for him any more is told to come again; who
 * waits for a transaction that does not end is told that its outcome is unknown. Of a sale that stands still the log is
 * told once in a while, with who keeps it from going on. One timer serves all, and only while somebody waits.
 */
export function watchWaiting({ db, log, patience, queues }: Means) {
  const { waitMaxMs, ageOf } = patience
  // In the order in which they came.
  const unanswered = new Set<Waiting>()
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

  /** Asks who blocks, and tells the log when there is news: after a while, or when a blocker was found for the first time. */
  async function tell() {
    const now = performance.now()
    if (now - askedAt < waitMaxMs * toldAfter) return
    askedAt = now
    const found = { waiting: unanswered.size, oldestMs: Math.round(oldestMs()) }
    const blockers: readonly Blocker[] | undefined = await listBlockers(db).catch(() => undefined)
    const isKnown = blockers !== undefined && blockers.length > 0
    if (now - toldAt < toldEveryMs && (blockerTold || !isKnown)) return
    toldAt = now
    blockerTold = isKnown
    log.warn({ ...found, blockers }, 'the sale stands still')
  }

  return {
    /** Counts a request as waiting until it is answered. */
    add({ kind, request, eventIds, resolve, reject }: Asked): Waiting {
      // Member by member: copying the rest of an object costs as much as what the sale does with it.
      const waiting: Waiting = {
        kind,
        request,
        eventIds,
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
  }
}
