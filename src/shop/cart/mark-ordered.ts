import type { Tx } from '../../platform/db/database.ts'
import { setCartExpiry, setCartStates } from './store.ts'

/**
 * Closes carts whose order is complete: they cannot be filled or ordered again, and the buyer's next purchase
 * gets a new cart. Their places are sold and coupon uses counted already; the caller has locked the carts.
 */
export async function markOrdered(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length > 0) await setCartStates(tx, cartIds, 'ordered')
}

/** Reopens carts whose payment failed. They keep what they still hold, until it expires. */
export async function markOpen(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length > 0) await setCartStates(tx, cartIds, 'open')
}

/** Reopens a cart whose places and coupon use were given back; the next order takes them again. */
export async function markEmptied(tx: Tx, cartId: number): Promise<void> {
  await setCartExpiry(tx, cartId, { expiresAt: null, extended: false })
  await setCartStates(tx, [cartId], 'open')
}
