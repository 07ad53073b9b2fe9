import { AsyncResource } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError, fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { demandNoTransaction } from '../../platform/db/transaction.ts'
import { createCommitter } from './commit-batch.ts'
import type { LaneKind, Waiting } from './lane-kind.ts'

export { type LaneKind, type Refused, refused } from './lane-kind.ts'

export type Lanes = {
  /**
   * Has one request done and committed. Requests of one event wait in its lane and are settled together; those over
   * several events, or none, get a transaction of their own. Fails with `sale-is-busy` when too many wait. Never call it
   * inside a transaction.
   */
  run<Req, Res>(eventIds: readonly number[], kind: LaneKind<Req, Res>, request: Req): Promise<Res>
  /** Requests that wait now, over all events. */
  waiting(): number
  /** Refuses new requests and resolves when every accepted one is answered. */
  drain(): Promise<void>
}

export type LaneOptions = {
  db: Db
  log: Pick<Logger, 'warn'>
  /** Requests settled in one transaction, at most. */
  batchMax?: number
  /** When so many wait, a second transaction begins before the first has ended. */
  crowd?: number
  /** Requests of one event that may wait; one more is told to come back. */
  waitingMax?: number
}

const retryAfterSeconds = 1
const batchesAtOnce = 2

type Lane = { readonly waiting: Waiting[]; batches: number }

/**
 * One lane per event and process. A lane settles everything that waits, in one transaction, and when that is committed
 * again everything that came meanwhile. There are no timers: under load batches form by themselves, and a lone request
 * starts at once (ARCHITECTURE.md, The hot event). In a crowd a second transaction is prepared while the first is being
 * written; the stock it waits for is locked in the database, as that of another process would be.
 */
export function createLanes(options: LaneOptions): Lanes {
  const { batchMax = 128, crowd = 64, waitingMax = 4096 } = options
  const commit = createCommitter(options)
  const lanes = new Map<number, Lane>()
  const running = new Set<Promise<void>>()
  // Batches run outside the context of the request that happened to start them.
  const outside = new AsyncResource('Lane')
  let draining = false

  function start(work: () => Promise<void>) {
    const done = outside.runInAsyncScope(work).finally(() => running.delete(done))
    running.add(done)
  }

  async function empty(eventId: number, lane: Lane) {
    lane.batches += 1
    while (lane.waiting.length >= (lane.batches > 1 ? crowd : 1)) {
      await commit(lane.waiting.splice(0, batchMax), eventId)
      // One turn of the event loop, so that what has arrived on the sockets joins the next batch.
      await turn()
    }
    lane.batches -= 1
    if (lane.batches === 0) lanes.delete(eventId)
  }

  function enqueue(eventId: number, waiting: Waiting) {
    const lane = lanes.get(eventId) ?? { waiting: [], batches: 0 }
    if (lane.waiting.length >= waitingMax) {
      waiting.reject(new AppError('sale-is-busy', { retryAfterSeconds }))
      return
    }
    lanes.set(eventId, lane)
    lane.waiting.push(waiting)
    const another =
      lane.batches === 0 || (lane.batches < batchesAtOnce && lane.waiting.length >= crowd)
    if (another) start(() => empty(eventId, lane))
  }

  return {
    run: async (eventIds, kind, request) => {
      demandNoTransaction(options.db)
      if (draining) fail('rest_unavailable', { retryAfterSeconds })
      const [eventId, another] = new Set(eventIds)
      return new Promise((resolve, reject) => {
        const waiting = { kind, request, resolve, reject } as unknown as Waiting
        if (eventId === undefined || another !== undefined) start(() => commit([waiting]))
        else enqueue(eventId, waiting)
      })
    },
    waiting: () => [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0),
    drain: async () => {
      draining = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}
