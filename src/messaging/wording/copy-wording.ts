import type { Tx } from '../../platform/db/database.ts'
import { copyWordings } from './store.ts'

/** Gives an event the words that were written for the mails of another one. */
export const copyWording = (
  tx: Tx,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<void> => copyWordings(tx, { from, to, now })
