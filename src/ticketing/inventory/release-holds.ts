import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { differences, givenBack, lockWithShared } from './settle-stock.ts'
import { closeHolds, writeStock } from './store.ts'

/** Releases the holds of carts. Each hold is released once: a second call, or one after the sale, changes nothing. */
export async function releaseHolds(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length === 0) return
  const locked = await lockWithShared(tx, { cartIds })
  if (locked.length === 0) return
  const eventIds = [...new Set(locked.map(({ eventId }) => eventId))]
  const own = touching(tx, eventIds)
  const gone = await closeHolds(own, { cartIds, eventIds })
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  await writeStock(own, {
    pools: differences(pools, givenBack(pools, gone)),
    closed: [],
    opened: [],
  })
}
