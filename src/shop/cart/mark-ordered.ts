import type { Tx } from '../../platform/db/database.ts'
import { setCartExpiry, setCartStates } from './store.ts'

/**
 * Closes carts whose order took effect: they cannot be filled or ordered again, and a buyer who goes on gets a new one.
 * Their places are sold and their coupon uses used already; the carts are locked.
 */
export async function markOrdered(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length > 0) await setCartStates(tx, cartIds, 'ordered')
}

/** Opens carts again whose payment ended badly. They keep what they still hold, for as long as they hold it. */
export async function markOpen(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length > 0) await setCartStates(tx, cartIds, 'open')
}

/** Opens a cart again whose places and coupon use were given back: the next order takes them anew. */
export async function markEmptied(tx: Tx, cartId: number): Promise<void> {
  await setCartExpiry(tx, cartId, { expiresAt: null, extended: false })
  await setCartStates(tx, [cartId], 'open')
}
