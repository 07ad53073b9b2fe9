import type { Tx } from '../../platform/db/database.ts'
import type { Line, Shortage } from './rules.ts'
import { type LockedStock, lockStock, planStock, type StockDemand } from './settle-stock.ts'

export type HoldRequest = {
  readonly cartId: number
  /** Everything the cart should hold from now on; an empty list releases everything. */
  readonly lines: readonly Line[]
  readonly holdSeconds: number
  /** The end of holds that must not outlive those they replace. It takes precedence over `holdSeconds`. */
  readonly until?: Date | undefined
}

export type HoldResult =
  | { readonly kind: 'held'; readonly expiresAt: Date }
  | { readonly kind: 'short'; readonly shortages: readonly Shortage[] }

/** Results that are not yet written. `write` must be called once. */
export type HoldPlan = { readonly results: readonly HoldResult[]; write(): Promise<void> }

/**
 * Replaces the open holds of carts in the order of arrival: a cart gets all of its lines or keeps what it
 * holds. Its own holds count as free. Lines of one ticket are added up; an unknown ticket has nothing
 * available. The caller has locked the carts.
 */
export async function takeHolds(tx: Tx, requests: readonly HoldRequest[]): Promise<HoldResult[]> {
  const { results, write } = await planHolds(tx, requests, await lockStock(tx, demandsOf(requests)))
  await write()
  return [...results]
}

/** The same over stock that the caller has locked, for the caller to write. */
export async function planHolds(
  tx: Tx,
  requests: readonly HoldRequest[],
  stock: LockedStock,
): Promise<HoldPlan> {
  const { results, write } = await planStock(tx, demandsOf(requests), stock)
  return {
    results: results.map(({ decision, expiresAt }) =>
      decision.kind === 'taken' ? { kind: 'held', expiresAt } : decision,
    ),
    write,
  }
}

const demandsOf = (requests: readonly HoldRequest[]): StockDemand[] =>
  requests.map(({ cartId, lines, holdSeconds, until }) => ({
    cartId,
    take: lines,
    as: 'held',
    holdSeconds,
    until,
  }))
