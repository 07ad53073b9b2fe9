import type { Tx } from '../../platform/db/database.ts'
import { emptyLosses, type LossOwner } from './store.ts'

/**
 * Empties what reports of imports say of a person: of the records that became the person's orders and attendees, and wherever the
 * address stands. Returns how many lines it emptied; a second time there are none.
 */
export const eraseLosses = (tx: Tx, email: string, of: LossOwner): Promise<number> =>
  emptyLosses(tx, email, of)
