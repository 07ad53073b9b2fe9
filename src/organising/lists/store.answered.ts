import { sql } from 'kysely'
import type { Answer } from '../../core/questions/values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { QuestionRow } from '../../shop/questions/rules.ts'
import { idsIn, textsIn } from './filters.ts'
import { type Condition, rowsReadMost, type Sql } from './store.ts'

export type AnsweredPlace = {
  id: number
  order_id: number | null
  name: string
  ticket: string
  /** Answers of the place and of its order, by question. */
  answers: Record<string, Answer>
}

const isValid = sql`a.status = 'publish' and a.order_status in ('completed', 'yes')`

/** How many rows the file of an event's answers has. */
export async function countPlaces(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from attendees a where a.event_id = ${eventId} and ${isValid}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The next places of an event by number, with what was answered to these questions; one statement. */
export async function answeredPlaces(
  db: Db,
  eventId: number,
  { questions, after, limit }: { questions: readonly number[]; after: number; limit: number },
): Promise<AnsweredPlace[]> {
  const { rows } = await sql<AnsweredPlace>`
    select a.id, a.order_id, a.holder_name as name, coalesce(t.name, a.ticket_name) as ticket, coalesce((
      select jsonb_object_agg(g.question_id, g.value) from answers g
      where (g.attendee_id = a.id or (g.order_id = a.order_id and g.attendee_id is null))
        and g.question_id = any(${[...questions]}::bigint[])), '{}') as answers
    from attendees a left join tickets t on t.id = a.ticket_id
    where a.event_id = ${eventId} and a.id > ${after} and ${isValid}
    order by a.id limit ${limit}
  `.execute(db)
  return rows
}

type Answers = ReadonlyMap<number, ReadonlyMap<number, Answer>>

/** Which questions the rows of a list have answers to, and how they meet them. */
export type AnswersOfRows = {
  readonly has: (question: QuestionRow) => boolean
  /** Whether the list shows answers where no columns are named. */
  readonly areUsual: boolean
  /** That a row has one of these answers; of `several` one of them at least. Texts in any case. */
  readonly conditionOf: (question: QuestionRow, values: readonly string[]) => Condition
  /** The answers of these rows, by row and question; one statement. */
  readonly read: (
    db: Db,
    ids: readonly number[],
    questions: readonly QuestionRow[],
  ) => Promise<Answers>
}

/** Attendees have their own answers, and those of their order. */
export const answersOfAttendees: AnswersOfRows = {
  has: () => true,
  areUsual: true,
  conditionOf: (question, values) => {
    const { asked_of: of } = question
    const own =
      of === 'attendee'
        ? sql`g.attendee_id = a.id`
        : sql`g.order_id = a.order_id and g.attendee_id is null`
    const is = isOneOf(question, values)
    const rows = answersTo(question)
    return {
      each: sql`exists (select from answers g where g.question_id = ${question.id} and ${own} and ${is} offset 0)`,
      find:
        of === 'attendee'
          ? sql`select g.attendee_id as id from (${rows}) g where g.attendee_id is not null and ${is}`
          : sql`select a.id from (${rows}) g join attendees a on a.order_id = g.order_id where ${is}`,
      through: rows,
    }
  },
  read: async (db, ids, questions) => {
    const wanted = idsIn(questions.map(({ id }) => id))
    return byRow(
      db,
      { ids, questions },
      sql`select g.attendee_id as id, g.question_id, g.value from answers g
        where g.attendee_id = ${idsIn(ids)} and g.question_id = ${wanted}
        union all
        select a.id, g.question_id, g.value from attendees a
        join answers g on g.order_id = a.order_id and g.attendee_id is null
        where a.id = ${idsIn(ids)} and g.question_id = ${wanted}`,
    )
  },
}

/** Orders have the answers that were asked once for all their places. */
export const answersOfOrders: AnswersOfRows = {
  has: ({ asked_of: of }) => of === 'order',
  areUsual: false,
  conditionOf: (question, values) => {
    const is = isOneOf(question, values)
    const rows = answersTo(question)
    return {
      each: sql`exists (select from answers g where g.question_id = ${question.id} and g.order_id = o.id
        and g.attendee_id is null and ${is} offset 0)`,
      find: sql`select g.order_id as id from (${rows}) g where g.attendee_id is null and ${is}`,
      through: rows,
    }
  },
  read: async (db, ids, questions) =>
    byRow(
      db,
      { ids, questions },
      sql`select g.order_id as id, g.question_id, g.value from answers g
        where g.order_id = ${idsIn(ids)} and g.attendee_id is null
          and g.question_id = ${idsIn(questions.map(({ id }) => id))}`,
    ),
}

/** The answers to a question by its index, one more than a page may read. */
const answersTo = ({ id }: QuestionRow): Sql =>
  sql`select * from answers where question_id = ${id} limit ${rowsReadMost + 1}`

function isOneOf({ kind }: QuestionRow, values: readonly string[]): Sql {
  const isChosen =
    kind === 'choice' || kind === 'several' || kind === 'yes_no' || kind === 'consent'
  if (isChosen) return sql`g.value ?| ${[...values]}::text[]`
  return sql`lower(g.value #>> '{}') = ${textsIn(values.map(value => value.toLowerCase()))}`
}

async function byRow(
  db: Db,
  { ids, questions }: { ids: readonly number[]; questions: readonly QuestionRow[] },
  query: Sql,
): Promise<Answers> {
  const answers = new Map<number, Map<number, Answer>>()
  if (ids.length === 0 || questions.length === 0) return answers
  const { rows } = await sql<{ id: number; question_id: number; value: Answer }>`${query}`.execute(
    db,
  )
  for (const { id, question_id: question, value } of rows) {
    answers.set(id, (answers.get(id) ?? new Map<number, Answer>()).set(question, value))
  }
  return answers
}
