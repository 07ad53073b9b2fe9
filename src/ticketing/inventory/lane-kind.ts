import type { Actor } from '../../core/actor.ts'
import type { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'

/** A refusal of one request of a batch. The other requests of the batch go on. */
export class Refused {
  readonly error: AppError
  constructor(error: AppError) {
    this.error = error
  }
}

/** A result with which `settle` refuses a request; `run` then fails with this error. */
export const refused = (error: AppError) => new Refused(error)

/** The tables whose rows are locked before pools, in this order everywhere, each by id (contract.md 8.8). */
export const lockedBeforePools = ['carts', 'orders', 'coupons', 'attendees'] as const

type Lockable = (typeof lockedBeforePools)[number]

/** Which rows of one table a batch locks. Called when the rows of the tables before it are locked. */
export type LockNeed<Req> = {
  ids(tx: Tx, requests: readonly Req[]): Promise<readonly number[]>
  /** Locks these rows in the order of their ids. */
  lock(tx: Tx, ids: readonly number[]): Promise<unknown>
}

/** A kind of request; requests of one kind can share a transaction: holds of carts, free orders, and so on. */
export type LaneKind<Req, Res> = {
  readonly name: string
  /**
   * What the kind locks before pools: the rows of one table in one statement, for all requests of a batch and before
   * any of them is settled.
   */
  readonly locks?: { readonly [rows in Lockable]?: LockNeed<Req> }
  /**
   * Set when `settle` takes the locks itself, in the right order, so that the separate step is skipped. `once`: for
   * batches whose stock is taken in one step. `always`: for every batch; `settle` then calls `lockAll` where it needs it.
   */
  readonly locksItself?: 'once' | 'always'
  /** Set when a batch changes stock or counts attendees several times. All its stock is then locked first. */
  readonly oneByOne?: boolean
  /**
   * Further events whose stock the requests may change: a cart may be filled at one event and hold places of
   * another.
   */
  otherEvents?(tx: Tx, requests: readonly Req[]): Promise<readonly number[]>
  /**
   * Does the work of all requests in their order, with set-based statements. One result per request. Only the
   * database may change. `lockAll` takes every lock that the requests may need. It must be called before pools,
   * coupons or attendees were locked in another way.
   */
  settle(
    tx: Tx,
    requests: readonly Req[],
    lockAll: () => Promise<void>,
  ): Promise<readonly (Res | Refused)[]>
}

/** A request in a lane, with its types erased. */
export type QueuedRequest = {
  readonly kind: LaneKind<unknown, unknown>
  readonly request: unknown
  /** The events the request concerns; none when they are not known. */
  readonly eventIds: readonly number[]
  /** Whose request it is, where audit entries name that; a transaction has requests of one actor, or of none. */
  readonly actor: Actor | undefined
  /** When the request arrived, by `performance.now()`. */
  readonly since: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}
