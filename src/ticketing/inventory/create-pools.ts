import type { Tx } from '../../platform/db/database.ts'
import { changeCapacity } from './change-capacity.ts'
import type { StockPlan } from './plan-capacity.ts'
import { insertPool } from './store.ts'

/**
 * Makes the pool of a new ticket, and the event's shared pool if the ticket is the first to need it. Answers the id of
 * the ticket's own pool. The event must exist; it is locked.
 */
export async function createPools(tx: Tx, eventId: number, plan: StockPlan): Promise<number> {
  const poolId = await insertPool(tx, eventId, 0)
  await changeCapacity(tx, { eventId, poolId }, plan)
  return poolId
}
