import type { Tx } from '../../platform/db/database.ts'
import type { Line, Shortage } from './rules.ts'
import { settleStock } from './settle-stock.ts'

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

/**
 * Replaces the open holds of carts in the order of arrival: a cart gets all of its lines or keeps what it
 * holds. Its own holds count as free. Lines of one ticket are added up; an unknown ticket has nothing
 * available. The caller has locked the carts.
 */
export async function takeHolds(tx: Tx, requests: readonly HoldRequest[]): Promise<HoldResult[]> {
  const settled = await settleStock(
    tx,
    requests.map(({ cartId, lines, holdSeconds, until }) => ({
      cartId,
      take: lines,
      as: 'held',
      holdSeconds,
      until,
    })),
  )
  return settled.map(({ decision, expiresAt }) =>
    decision.kind === 'taken' ? { kind: 'held', expiresAt } : decision,
  )
}
