import type { Tx } from '../../platform/db/database.ts'
import { differences, givenBack, lockWithShared } from './settle-stock.ts'
import { closeHolds, writeStock } from './store.ts'

/** Gives back what carts hold. Each hold is given back once: a second call, or one after the sale, changes nothing. */
export async function releaseHolds(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length === 0) return
  const locked = await lockWithShared(tx, { cartIds })
  if (locked.length === 0) return
  const eventIds = [...new Set(locked.map(({ eventId }) => eventId))]
  const gone = await closeHolds(tx, { cartIds, eventIds })
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  await writeStock(tx, {
    pools: differences(pools, givenBack(pools, gone)),
    closed: [],
    opened: [],
  })
}
