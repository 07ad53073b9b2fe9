import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { differences, givenBack, lockWithShared } from './settle-stock.ts'
import { writeStock } from './store.ts'

/**
 * `sharedPoolId` is the shared pool that the place was taken from. The place returns to the shared pool that
 * its own pool draws on now.
 */
export type ReturnedUnit = {
  readonly poolId: number
  readonly sharedPoolId?: number | null
  readonly quantity: number
}

/**
 * Returns sold places to their pools. The caller ensures that a place is returned once, by moving its
 * attendee from `taken` to `returned` in the same transaction.
 */
export async function returnUnits(tx: Tx, units: readonly ReturnedUnit[]): Promise<void> {
  if (units.length === 0) return
  const locked = await lockWithShared(tx, { poolIds: units.map(({ poolId }) => poolId) })
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  const eventIds = locked.map(({ eventId }) => eventId)
  await writeStock(touching(tx, eventIds), {
    pools: differences(pools, givenBack(pools, units, 'sold')),
    closed: [],
    opened: [],
  })
}
