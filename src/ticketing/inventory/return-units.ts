import type { Tx } from '../../platform/db/database.ts'
import { differences, givenBack, lockWithShared } from './settle-stock.ts'
import { writeStock } from './store.ts'

/** `sharedPoolId` is what the unit drew on when it was taken; it is given back to what its pool draws on now. */
export type ReturnedUnit = {
  readonly poolId: number
  readonly sharedPoolId?: number | null
  readonly quantity: number
}

/**
 * Gives sold units back to their pools. The caller makes sure that a unit is returned once, by moving its attendee from
 * `taken` to `returned` in the same transaction.
 */
export async function returnUnits(tx: Tx, units: readonly ReturnedUnit[]): Promise<void> {
  if (units.length === 0) return
  const locked = await lockWithShared(tx, { poolIds: units.map(({ poolId }) => poolId) })
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  await writeStock(tx, {
    pools: differences(pools, givenBack(pools, units, 'sold')),
    closed: [],
    opened: [],
  })
}
