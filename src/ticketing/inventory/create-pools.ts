import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { changeCapacity } from './change-capacity.ts'
import type { StockPlan } from './plan-capacity.ts'
import { insertPool } from './store.ts'

/**
 * Creates the pool of a new ticket, and the event's shared pool when the ticket is the first to need it.
 * Returns the id of the ticket's own pool. Locks the event, which must exist.
 */
export async function createPools(tx: Tx, eventId: number, plan: StockPlan): Promise<number> {
  const poolId = await insertPool(touching(tx, [eventId]), eventId, 0)
  await changeCapacity(tx, { eventId, poolId }, plan)
  return poolId
}
