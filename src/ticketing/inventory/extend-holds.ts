import type { Tx } from '../../platform/db/database.ts'
import { extendOpenHolds } from './store.ts'

export type Extension = { readonly leastSeconds: number }

/** Keeps a cart's holds for at least so many seconds more. Answers when they end, or null when none is open any more. */
export async function extendHolds(
  tx: Tx,
  cartId: number,
  extension: Extension,
): Promise<Date | null> {
  const ends = await extendHoldsOfCarts(tx, [cartId], extension)
  return ends.get(cartId) ?? null
}

/** The same for many carts in one statement; carts without an open hold are missing from the answer. */
export async function extendHoldsOfCarts(
  tx: Tx,
  cartIds: readonly number[],
  { leastSeconds }: Extension,
): Promise<Map<number, Date>> {
  const rows = await extendOpenHolds(tx, cartIds, leastSeconds)
  return new Map(rows.map(({ cartId, expiresAt }) => [cartId, expiresAt]))
}
