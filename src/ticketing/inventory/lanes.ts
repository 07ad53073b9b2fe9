import { AsyncResource } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError, fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { demandNoTransaction } from '../../platform/db/transaction.ts'
import { createCommitter } from './commit-batch.ts'
import type { LaneKind, Waiting } from './lane-kind.ts'
import { createPatience } from './patience.ts'
import { type Asked, watchWaiting } from './watch-waiting.ts'

export { type LaneKind, type Refused, refused } from './lane-kind.ts'

export type Lanes = {
  /**
   * Has one request done and committed. Requests of one event wait in its lane and are settled together; those over
   * several events, or none, have a lane of their own. Fails with `sale-is-busy` when too many
   * wait or it had to wait too long, and with `rest_unavailable` when even then the outcome is unknown. Never call it inside
   * a transaction.
   */
  run<Req, Res>(eventIds: readonly number[], kind: LaneKind<Req, Res>, request: Req): Promise<Res>
  /** Requests that wait for their turn now, over all events. */
  waiting(): number
  /** For how many seconds the oldest request has waited to be answered. */
  oldestWaitSeconds(): number
  /** Requests so far that were answered because they had waited too long. */
  givenUp(): number
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
  /** Everybody is answered after so many milliseconds, whatever holds the sale up. */
  waitMaxMs?: number | undefined
}

const retryAfterSeconds = 1
const waitUsuallyMaxMs = 10_000

/** The lane of requests over several events, or none. Mostly they are of different ones, so more of them go at once. */
const severalEvents = 'several events'

type LaneName = number | typeof severalEvents
type Lane = { readonly waiting: Waiting[]; batches: number }
type Shape = { crowd: number; batchesAtOnce: number }

/**
 * One lane per event and process. A lane settles everything that waits, in one transaction, and when that is committed
 * again everything that came meanwhile. There are no timers: under load batches form by themselves, and a lone request
 * starts at once (ARCHITECTURE.md, The hot event). In a crowd a second transaction is prepared while the first is being
 * written; the stock it waits for is locked in the database, as that of another process would be.
 */
export function createLanes(options: LaneOptions): Lanes {
  const { batchMax = 128, crowd = 64, waitingMax = 4096, waitMaxMs = waitUsuallyMaxMs } = options
  const patience = createPatience(waitMaxMs)
  const commit = createCommitter({ ...options, patience })
  const ofEvent: Shape = { crowd, batchesAtOnce: 2 }
  const ofSeveral: Shape = { crowd: Math.ceil(crowd / 8), batchesAtOnce: 4 }
  const shapeOf = (name: LaneName) => (name === severalEvents ? ofSeveral : ofEvent)
  const lanes = new Map<LaneName, Lane>()
  const running = new Set<Promise<void>>()
  // Batches run outside the context of the request that happened to start them.
  const outside = new AsyncResource('Lane')
  let draining = false

  function start(work: () => Promise<void>) {
    const done = outside.runInAsyncScope(work).finally(() => running.delete(done))
    running.add(done)
  }

  async function empty(name: LaneName, lane: Lane) {
    const { crowd: many } = shapeOf(name)
    lane.batches += 1
    while (lane.waiting.length >= (lane.batches > 1 ? many : 1)) {
      await commit(lane.waiting.splice(0, batchMax))
      // One turn of the event loop, so that what has arrived on the sockets joins the next batch.
      await turn()
    }
    lane.batches -= 1
    if (lane.batches === 0) lanes.delete(name)
  }

  function enqueue(name: LaneName, waiting: Waiting) {
    const lane = lanes.get(name) ?? { waiting: [], batches: 0 }
    if (lane.waiting.length >= waitingMax) {
      waiting.reject(new AppError('sale-is-busy', { retryAfterSeconds }))
      return
    }
    lanes.set(name, lane)
    lane.waiting.push(waiting)
    const { crowd: many, batchesAtOnce } = shapeOf(name)
    const another =
      lane.batches === 0 || (lane.batches < batchesAtOnce && lane.waiting.length >= many)
    if (another) start(() => empty(name, lane))
  }

  const queues = () => [...lanes.values()].map(lane => lane.waiting)
  const watch = watchWaiting({ ...options, patience, queues })

  return {
    run: async (eventIds, kind, request) => {
      demandNoTransaction(options.db)
      if (draining) fail('rest_unavailable', { retryAfterSeconds })
      const [eventId, another] = new Set(eventIds)
      return new Promise((resolve, reject) => {
        const watched = watch.add({ kind, request, eventIds, resolve, reject } as unknown as Asked)
        enqueue(eventId === undefined || another !== undefined ? severalEvents : eventId, watched)
      })
    },
    waiting: () => queues().reduce((sum, { length }) => sum + length, 0),
    oldestWaitSeconds: () => watch.oldestMs() / 1000,
    givenUp: patience.givenUp,
    drain: async () => {
      draining = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}
