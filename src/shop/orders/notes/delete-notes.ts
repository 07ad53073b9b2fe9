import type { Tx } from '../../../platform/db/database.ts'
import { deleteNotesAbout } from '../record/store.notes.ts'

/** Deletes what staff noted about these orders and places, because a person of them is erased. */
export const forgetNotes = (
  tx: Tx,
  about: { orderIds: readonly number[]; attendeeIds: readonly number[] },
): Promise<void> => deleteNotesAbout(tx, about)
