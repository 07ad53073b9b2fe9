import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { extendOpenHolds, type HoldExtension } from './store.ts'

/**
 * Keeps what carts hold for at least so many seconds more, in one statement. Returns when the holds of each cart end; carts
 * without an open hold are missing. Never makes holds end earlier.
 */
export async function extendHolds(
  tx: Tx,
  carts: readonly HoldExtension[],
  { leastSeconds }: { leastSeconds: number },
): Promise<Map<number, Date>> {
  // A kept answer that ends when a hold would have expired ends too early, which does no harm.
  const rows = await extendOpenHolds(touching(tx, []), carts, leastSeconds)
  return new Map(rows.map(({ cartId, expiresAt }) => [cartId, expiresAt]))
}
