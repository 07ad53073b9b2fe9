import type { Db } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { demandSequencer, insertFollowers, placeFacts, takeSequencer } from './store.ts'

/**
 * Gives up to `limit` committed facts their positions, without gaps and outside the transactions that wrote them: one
 * process at a time, under the lock of one row (contract.md 18.1). A fact that commits late gets a later position, so
 * readers skip nothing. Returns how many facts were numbered; 0 while another process does it.
 */
export function sequenceFacts(db: Db, limit: number): Promise<number> {
  return transaction(db, async tx => {
    const last = await takeSequencer(tx)
    return last === undefined ? 0 : placeFacts(tx, last, limit)
  })
}

/**
 * Creates followers that do not exist yet. They begin at the end, so an upgrade or an import causes no reactions to
 * earlier facts (contract.md 18.3).
 */
export function beginFollowing(db: Db, names: readonly string[], now: Date): Promise<void> {
  return transaction(db, async tx => {
    const last = await demandSequencer(tx)
    const placed = await placeFacts(tx, last, null)
    await insertFollowers(tx, names, { position: last + placed, now })
  })
}
