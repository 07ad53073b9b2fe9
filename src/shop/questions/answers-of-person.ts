import { answerInWords, textIn } from '../../core/questions/rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { listAnswersOfPerson } from './store.person.ts'

/** What the person with this address (in small letters) answered: for orders as their purchaser, and for places while they were theirs. */
export async function answersOfPerson(db: Db, email: string) {
  const rows = await listAnswersOfPerson(db, email)
  return rows.map(({ text, choices, value, ...row }) => ({
    ...row,
    question: textIn(text, 'en'),
    answer: answerInWords({ choices }, value, 'en'),
  }))
}
