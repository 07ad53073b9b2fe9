import type { Db, Tx } from '../../platform/db/database.ts'
import { searchTextOf } from './rules.ts'
import {
  blankHolders,
  blankHoldersOf,
  deleteFormerCodes,
  deleteHolderChanges,
  deleteHolderChangesOf,
  lockAttendees,
} from './store.ts'

/**
 * Removes a person's name and address (given in lower case) from attendees, as attendee and as purchaser.
 * Places stay taken and tickets valid. Returns how many attendees changed.
 */
export async function eraseHolder(tx: Tx, email: string): Promise<number> {
  await deleteHolderChangesOf(tx, email)
  return blankHolders(tx, email, searchTextOf({ name: '', email: '' }))
}

/** Removes holders and purchasers from these attendees, and who held their tickets before. */
export async function eraseHoldersOf(tx: Tx, attendeeIds: readonly number[]): Promise<void> {
  await lockAttendees(tx, attendeeIds)
  await blankHoldersOf(tx, attendeeIds, searchTextOf({ name: '', email: '' }))
}

/** Deletes the records of former holders of tickets transferred before this moment. */
export const forgetHolders = (db: Db, before: Date): Promise<void> =>
  deleteHolderChanges(db, before)

/** Deletes the former codes of tickets whose events ended so many days ago: nobody stands at their doors with them. */
export async function forgetFormerCodes(db: Db, keptDays: number): Promise<void> {
  while ((await deleteFormerCodes(db, keptDays)) > 0);
}
