import { AsyncResource } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Actor } from '../../core/actor.ts'
import { AppError, fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { demandNoTransaction } from '../../platform/db/transaction.ts'
import { createCommitter } from './commit-batch.ts'
import type { LaneKind, QueuedRequest } from './lane-kind.ts'
import { createPatience } from './patience.ts'
import { type NewRequest, watchWaiting } from './watch-waiting.ts'

export { type LaneKind, type Refused, refused } from './lane-kind.ts'

export type Lanes = {
  /**
   * Runs one request and resolves when it is committed. Requests for one event wait in its lane and are
   * settled together; requests over several events, or none, share a lane of their own. Fails with
   * `sale-is-busy` when too many wait or the request waited too long, and with `rest_unavailable` when its
   * outcome is unknown. Never call it inside a transaction.
   */
  run<Req, Res>(eventIds: readonly number[], kind: LaneKind<Req, Res>, request: Req): Promise<Res>
  /** The same for a request whose audit entries name an actor: its transaction has no requests of others. */
  runAs<Req, Res>(
    actor: Actor | undefined,
    eventIds: readonly number[],
    work: { kind: LaneKind<Req, Res>; request: Req },
  ): Promise<Res>
  /** The number of waiting requests over all events. */
  waiting(): number
  /** Whether requests wait, or waited within the last half second. */
  isUsed(): boolean
  /** How many seconds the oldest request has waited. */
  oldestWaitSeconds(): number
  /** How many requests were refused because they waited too long, since the start. */
  givenUp(): number
  /** Refuses new requests, and resolves when every accepted one has its result. */
  drain(): Promise<void>
}

export type LaneOptions = {
  db: Db
  log: Pick<Logger, 'warn'>
  /** The largest number of requests in one transaction. */
  batchMax?: number
  /** With this many waiting requests, a second transaction begins before the first has ended. */
  crowd?: number
  /** The largest number of waiting requests per event; further ones are refused. */
  waitingMax?: number
  /** Every request gets a response within this many milliseconds, whatever blocks the sale. */
  waitMaxMs?: number | undefined
}

const retryAfterSeconds = 1
const waitUsuallyMaxMs = 10_000

/**
 * The lane of requests over several events, or none. They mostly concern different events, so more of its
 * transactions run at once.
 */
const severalEvents = 'several events'

type LaneName = number | typeof severalEvents
type Unanswered<Req, Res> = Pick<QueuedRequest, 'eventIds' | 'actor'> & {
  kind: LaneKind<Req, Res>
  request: Req
}
type Lane = { readonly waiting: QueuedRequest[]; batches: number }
type Shape = { crowd: number; batchesAtOnce: number }

/**
 * One lane per event and process. A lane settles everything that waits in one transaction and, after its
 * commit, everything that came meanwhile. There is no timer: batches form under load, and a lone request
 * starts at once (ARCHITECTURE.md, The hot event). In a crowd the next transaction is prepared while one is
 * being committed; the database's locks on stock keep them apart, as between processes.
 */
export function createLanes(options: LaneOptions): Lanes {
  const { batchMax = 128, crowd = 32, waitingMax = 4096, waitMaxMs = waitUsuallyMaxMs } = options
  const patience = createPatience(waitMaxMs)
  const commit = createCommitter({ ...options, patience })
  const shapeOf = shapesFor(crowd)
  const lanes = new Map<LaneName, Lane>()
  const running = new Set<Promise<void>>()
  // A batch runs outside the async context of the request that happened to start it.
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
      await commit(takeBatch(lane.waiting, batchMax))
      // Waits one turn of the event loop, so that requests already on the sockets join the next batch.
      await turn()
    }
    lane.batches -= 1
    if (lane.batches === 0) lanes.delete(name)
  }

  function enqueue(name: LaneName, waiting: QueuedRequest) {
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

  /** Resolves when the request is committed. */
  async function wait<R, S>({ kind, request, eventIds, actor }: Unanswered<R, S>): Promise<S> {
    demandNoTransaction(options.db)
    if (draining) fail('rest_unavailable', { retryAfterSeconds })
    return new Promise((resolve, reject) => {
      const untyped = { kind, request, eventIds, actor, resolve, reject } as unknown
      enqueue(laneOf(eventIds), watch.add(untyped as NewRequest))
    })
  }

  return {
    run: (eventIds, kind, request) => wait({ kind, request, eventIds, actor: undefined }),
    runAs: (actor, eventIds, work) => wait({ eventIds, actor, ...work }),
    waiting: () => queues().reduce((sum, { length }) => sum + length, 0),
    isUsed: watch.isUsed,
    oldestWaitSeconds: () => watch.oldestMs() / 1000,
    givenUp: patience.givenUp,
    drain: async () => {
      draining = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function shapesFor(crowd: number) {
  const ofEvent: Shape = { crowd, batchesAtOnce: 2 }
  const ofSeveral: Shape = { crowd: Math.ceil(crowd / 4), batchesAtOnce: 4 }
  return (name: LaneName) => (name === severalEvents ? ofSeveral : ofEvent)
}

function laneOf(eventIds: readonly number[]): LaneName {
  const [eventId, another] = new Set(eventIds)
  return eventId === undefined || another !== undefined ? severalEvents : eventId
}

/**
 * Takes the first request of a queue and those that can be settled with it: of the same kind and actor, in their order,
 * at most so many. Requests of one kind need one another's locks only, and fewer round trips.
 */
function takeBatch(waiting: QueuedRequest[], most: number): QueuedRequest[] {
  const [first] = waiting
  const batch: QueuedRequest[] = []
  let kept = 0
  for (const request of waiting) {
    const joins =
      batch.length < most && request.kind === first?.kind && request.actor === first.actor
    if (joins) batch.push(request)
    else {
      waiting[kept] = request
      kept += 1
    }
  }
  waiting.length = kept
  return batch
}
