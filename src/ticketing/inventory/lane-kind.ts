import type { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The answer to one request of a batch that is refused without touching its neighbours. */
export class Refused {
  readonly error: AppError
  constructor(error: AppError) {
    this.error = error
  }
}

/** What `settle` returns for a request that must not happen; `run` then fails with this error. */
export const refused = (error: AppError) => new Refused(error)

/** Rows that are locked before pools, in this order everywhere, each by id (contract.md 8.8). */
export const lockedBeforePools = ['carts', 'orders', 'coupons', 'attendees'] as const

type Lockable = (typeof lockedBeforePools)[number]

/** Which rows of one kind a batch needs; it is asked when the rows of the kinds before it are locked. */
export type LockNeed<Req> = {
  ids(tx: Tx, requests: readonly Req[]): Promise<readonly number[]>
  /** Locks these rows in the order of their ids. */
  lock(tx: Tx, ids: readonly number[]): Promise<unknown>
}

/** One kind of work that may share a transaction with others: holds of carts, free orders, … */
export type LaneKind<Req, Res> = {
  readonly name: string
  /**
   * What comes before pools in the order of locks. The needs of all kinds of a batch are put together, so that rows of
   * one table are locked in one go, before any of the requests is settled.
   */
  readonly locks?: { readonly [rows in Lockable]?: LockNeed<Req> }
  /** `settle` of one request takes all its locks itself, in their order: alone, it need not wait for them beforehand. */
  readonly locksItself?: boolean
  /** Takes stock or counts attendees several times in a batch: then all stock it may touch is locked first. */
  readonly oneByOne?: boolean
  /** Further events whose stock the requests may touch: a cart is filled at one event and holds places of another. */
  otherEvents?(tx: Tx, requests: readonly Req[]): Promise<readonly number[]>
  /** Does the work of all requests, in their order, set-based. One result per request. Changes only the database. */
  settle(tx: Tx, requests: readonly Req[]): Promise<readonly (Res | Refused)[]>
}

/** A request in a lane, without its types. */
export type Waiting = {
  readonly kind: LaneKind<unknown, unknown>
  readonly request: unknown
  /** The events it is about; none when that is not known. */
  readonly eventIds: readonly number[]
  /** When it came, by `performance.now()`. */
  readonly since: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}
