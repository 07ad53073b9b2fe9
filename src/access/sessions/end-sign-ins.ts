import type { Tx } from '../../platform/db/database.ts'
import { deleteMailedLinks, deleteShownLinks, deleteSignInsOf } from './store.ts'

/**
 * Ends the sessions and links of an account. The caller holds the lock on accounts or on the user's row, so that no
 * sign-in with the old password comes afterwards.
 */
export async function endSignIns(tx: Tx, userId: number): Promise<void> {
  await deleteSignInsOf(tx, userId)
}

/** Ends the links that were mailed to an address which the account had until now. */
export async function endMailedLinks(tx: Tx, userId: number): Promise<void> {
  await deleteMailedLinks(tx, userId)
}

/** Ends the links that somebody else was shown, to pass them on by hand. */
export async function endShownLinks(tx: Tx, userId: number): Promise<void> {
  await deleteShownLinks(tx, userId)
}
