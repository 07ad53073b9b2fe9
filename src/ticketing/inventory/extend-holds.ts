import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { extendOpenHolds } from './store.ts'

/**
 * Keeps what carts hold for at least so many seconds more, in one statement. Returns when the holds of each cart end; carts
 * without an open hold are missing.
 */
export async function extendHolds(
  tx: Tx,
  cartIds: readonly number[],
  { leastSeconds }: { leastSeconds: number },
): Promise<Map<number, Date>> {
  // A kept answer that ends when a hold would have expired ends too early, which does no harm.
  const rows = await extendOpenHolds(touching(tx, []), cartIds, leastSeconds)
  return new Map(rows.map(({ cartId, expiresAt }) => [cartId, expiresAt]))
}
