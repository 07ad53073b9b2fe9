import type { Tx } from '../../platform/db/database.ts'
import { insertDoorNotes } from './store.entries.ts'

/** Writes notes for the door about attendees that came from another system; those that are there stay. */
export const bringDoorNotes = (
  tx: Tx,
  notes: readonly { readonly id: number; readonly note: string }[],
): Promise<void> => insertDoorNotes(tx, notes)
