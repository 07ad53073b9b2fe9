import type { Tx } from '../../platform/db/database.ts'
import { deleteSignInsOf } from './store.ts'

/**
 * Ends what browsers opened of an account, and the links that would open it. The caller holds the lock on accounts or on
 * the user's row, so that no sign-in with the old password comes after it.
 */
export async function endSignIns(tx: Tx, userId: number): Promise<void> {
  await deleteSignInsOf(tx, userId)
}
