import { lockEventRow } from '../../catalogue/events/lookup.ts'
import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { drawsOnEvent, planCapacity, type StockPlan } from './plan-capacity.ts'
import { givenBack } from './settle-stock.ts'
import {
  expireHolds,
  findSharedPool,
  insertPool,
  insertSharedPool,
  lockPools,
  savePools,
} from './store.ts'

/**
 * Changes the capacity or mode of a ticket's pool. Sold and held places move between the event's shared pool
 * and the ticket's own. Fails with `ticket-capacity-below-sold` when they exceed the new capacity.
 */
export async function changeCapacity(
  tx: Tx,
  { eventId, poolId }: { eventId: number; poolId: number },
  plan: StockPlan,
): Promise<void> {
  await lockEventRow(tx, eventId)
  const own = touching(tx, [eventId])
  const sharedPoolId = await sharedPoolFor(own, eventId, plan)
  const locked = await lockPools(tx, { eventIds: [eventId] })
  const gone = await expireHolds(own, [eventId])
  const pools = givenBack(new Map(locked.map(pool => [pool.id, pool])), gone)
  const outcome = planCapacity(pools, { poolId, sharedPoolId }, plan)
  if (outcome.kind === 'refused') fail('ticket-capacity-below-sold', { data: outcome.because })
  await savePools(own, [...outcome.pools.values()])
}

/** The event's shared pool, created when this plan is the first to need one. */
async function sharedPoolFor(tx: Tx, eventId: number, plan: StockPlan): Promise<number | null> {
  const pool = await findSharedPool(tx, eventId)
  if (pool !== undefined || !drawsOnEvent(plan.mode)) return pool ?? null
  const { eventCapacity = plan.capacity ?? 0 } = plan
  const made = await insertPool(tx, eventId, eventCapacity)
  await insertSharedPool(tx, eventId, made)
  return made
}
