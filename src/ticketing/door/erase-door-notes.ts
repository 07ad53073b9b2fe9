import type { Tx } from '../../platform/db/database.ts'
import { deleteDoorNotes } from './store.entries.ts'

/** Deletes the notes for the door about these attendees. */
export const eraseDoorNotes = (tx: Tx, attendeeIds: readonly number[]): Promise<void> =>
  deleteDoorNotes(tx, attendeeIds)
