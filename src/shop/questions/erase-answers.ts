import type { Tx } from '../../platform/db/database.ts'
import { deleteAnswersOf } from './store.answers.ts'
import { deleteAnswersOfPerson } from './store.person.ts'

/** Deletes what was answered for these orders and places, because a person of them is erased. */
export const eraseAnswers = (
  tx: Tx,
  about: { order: readonly number[]; attendee: readonly number[] },
): Promise<void> => deleteAnswersOf(tx, about)

/**
 * The same for the person with this address (in small letters), and what the person answered for a place that is somebody else's by
 * now. Before the records of former holders are erased, which tell whose the place was.
 */
export async function eraseAnswersOfPerson(
  tx: Tx,
  email: string,
  about: { order: readonly number[]; attendee: readonly number[] },
): Promise<void> {
  await deleteAnswersOfPerson(tx, email)
  await deleteAnswersOf(tx, about)
}
