import type { Db, Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { differences, givenBack, lockWithShared } from './settle-stock.ts'
import { deleteFinishedHolds, eventsWithExpiredHolds, expireHolds, writeStock } from './store.ts'
import { deleteOldAttempts } from './store.attempts.ts'

/** Closes expired holds, event by event. Returns how many. */
export async function sweepExpired(db: Db): Promise<number> {
  let closed = 0
  for (const eventId of await eventsWithExpiredHolds(db)) {
    closed += await transaction(db, tx => sweepEvent(tx, eventId))
  }
  return closed
}

async function sweepEvent(tx: Tx, eventId: number): Promise<number> {
  const locked = await lockWithShared(tx, { eventIds: [eventId] })
  const own = touching(tx, [eventId])
  const gone = await expireHolds(own, [eventId])
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  const changes = differences(pools, givenBack(pools, gone))
  await writeStock(own, { pools: changes, closed: [], opened: [] })
  return gone.length
}

/** Deletes attempt ids that are no longer needed, and holds that ended long ago. */
export async function forgetFinished(db: Db): Promise<void> {
  await deleteOldAttempts(db)
  // No kept answer depends on holds that have ended.
  while ((await deleteFinishedHolds(touching(db, []))) > 0);
}
