import type { Tx } from '../../platform/db/database.ts'
import { deleteAnswersOf } from './store.answers.ts'

/** Deletes what was answered for these orders and places, because a person of them is erased. */
export const eraseAnswers = (
  tx: Tx,
  about: { order: readonly number[]; attendee: readonly number[] },
): Promise<void> => deleteAnswersOf(tx, about)
