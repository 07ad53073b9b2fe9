import type { Tx } from '../../platform/db/database.ts'
import { copySelections as copyRows } from './store.ts'

/** Selects for new tickets the fees that are selected for others. */
export const copySelections = (
  tx: Tx,
  tickets: readonly { readonly from: number; readonly id: number }[],
): Promise<void> => copyRows(tx, tickets)
