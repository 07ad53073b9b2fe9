import type { Tx } from '../../platform/db/database.ts'
import { copyRates as copyRows } from './store.ts'

/** Gives new tickets the tax rates that others name. */
export const copyRates = (
  tx: Tx,
  tickets: readonly { readonly from: number; readonly id: number }[],
): Promise<void> => copyRows(tx, tickets)
