import type { Db } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { demandSequencer, insertFollowers, placeFacts, takeSequencer } from './store.ts'

/**
 * Gives up to `limit` committed facts their positions, without a gap and off the path of whoever wrote them: one process
 * at a time, under the lock of one row (contract.md 18.1). A fact that commits late gets a later position, so a reader
 * of positions skips nothing. Returns how many facts got one; none while another process gives them.
 */
export function sequenceFacts(db: Db, limit: number): Promise<number> {
  return transaction(db, async tx => {
    const last = await takeSequencer(tx)
    return last === undefined ? 0 : placeFacts(tx, last, limit)
  })
}

/**
 * Makes followers that are not there yet. They begin at the end: after an upgrade or an import nobody is told of what
 * happened before (contract.md 18.3).
 */
export function beginFollowing(db: Db, names: readonly string[], now: Date): Promise<void> {
  return transaction(db, async tx => {
    const last = await demandSequencer(tx)
    const placed = await placeFacts(tx, last, null)
    await insertFollowers(tx, names, { position: last + placed, now })
  })
}
