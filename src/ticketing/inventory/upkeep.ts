import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { differences, givenBack, lockWithShared } from './settle-stock.ts'
import {
  deleteFinishedHolds,
  deleteOldAttempts,
  eventsWithExpiredHolds,
  expireHolds,
  writeStock,
} from './store.ts'

/** Closes the holds that have expired, event by event. Answers how many. */
export async function sweepExpired(db: Db): Promise<number> {
  let closed = 0
  for (const eventId of await eventsWithExpiredHolds(db)) {
    closed += await transaction(db, tx => sweepEvent(tx, eventId))
  }
  return closed
}

async function sweepEvent(tx: Tx, eventId: number): Promise<number> {
  const locked = await lockWithShared(tx, { eventIds: [eventId] })
  const gone = await expireHolds(tx, [eventId])
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  const changes = differences(pools, givenBack(pools, gone))
  await writeStock(tx, { pools: changes, closed: [], opened: [] })
  return gone.length
}

/** Deletes attempt ids that nobody can ask for any more, and holds that ended long ago. */
export async function forgetFinished(db: Db): Promise<void> {
  await deleteOldAttempts(db)
  while ((await deleteFinishedHolds(db)) > 0);
}
