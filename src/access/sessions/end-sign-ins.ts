import type { Tx } from '../../platform/db/database.ts'
import { deleteSignInsOf } from './store.ts'

/**
 * Ends the sessions and links of an account. The caller holds the lock on accounts or on the user's row, so that no
 * sign-in with the old password comes afterwards.
 */
export async function endSignIns(tx: Tx, userId: number): Promise<void> {
  await deleteSignInsOf(tx, userId)
}
