import { sql } from 'kysely'
import type { QuestionChoice, TextByLanguage } from '../../core/questions/kinds.ts'
import type { Answer } from '../../core/questions/values.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/**
 * Whether an answer `g` is of the person with this address (in small letters): the purchaser, where the order was asked; where a place
 * was, whoever held it when the answer was given. A ticket that was passed on since has the answers of its former holder.
 */
const isOfPerson = (email: string) => sql`case
  when g.attendee_id is null then exists (
    select from orders o where o.id = g.order_id and lower(o.purchaser_email) = ${email})
  else ${email} = lower(coalesce((
      select h.email from holder_changes h where h.attendee_id = g.attendee_id and h.at >= g.given_at
      order by h.at, h.generation limit 1
    ), (select a.holder_email from attendees a where a.id = g.attendee_id)))
  end`

export type PersonsAnswerRow = {
  order_id: number | null
  attendee_id: number | null
  text: TextByLanguage
  choices: readonly QuestionChoice[]
  value: Answer
  given_at: Date
}

/** What the person answered, with each question as it was read. */
export async function listAnswersOfPerson(db: Db, email: string): Promise<PersonsAnswerRow[]> {
  const { rows } = await sql<PersonsAnswerRow>`
    select g.order_id, g.attendee_id, coalesce(t.text, q.text) as text, q.choices, g.value, g.given_at
    from answers g join questions q on q.id = g.question_id
    left join question_texts t on t.question_id = g.question_id and t.version = g.version
    where ${isOfPerson(email)} order by g.id
  `.execute(db)
  return rows
}

export async function deleteAnswersOfPerson(tx: Tx, email: string): Promise<void> {
  await sql`delete from answers g where ${isOfPerson(email)}`.execute(tx)
}
