import { sql } from 'kysely'
import type { QuestionDraft, QuestionRow } from './rules.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

const columns = sql`
  q.id, q.event_id, q.asked_of, q.kind, q.text, q.required, q.choices, q.tickets, q.show_if, q.sensitive, q.at_door, q.closed, q.version`

/** The questions of these events in the order in which they are asked, closed ones included. */
export async function listQuestions(db: Db, events: readonly number[]): Promise<QuestionRow[]> {
  if (events.length === 0) return []
  const { rows } = await sql<QuestionRow>`
    select ${columns} from questions q where q.event_id = any(${[...events]}::bigint[])
    order by q.event_id, q.place, q.id
  `.execute(db)
  return rows
}

/** The questions with these ids. */
export async function findQuestions(db: Db, ids: readonly number[]): Promise<QuestionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<QuestionRow>`
    select ${columns} from questions q where q.id = any(${[...ids]}::bigint[]) order by q.id
  `.execute(db)
  return rows
}

/** The questions of an event, locked, so that no answer arrives while one is changed. */
export async function lockQuestions(tx: Tx, eventId: number): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select ${columns} from questions q where q.event_id = ${eventId}
    order by q.place, q.id for update
  `.execute(tx)
  return rows
}

export async function hasAnswers(tx: Tx, questionId: number): Promise<boolean> {
  const { rows } = await sql<{ answered: boolean }>`
    select exists (select from answers where question_id = ${questionId})
      or exists (select from cart_answers where question_id = ${questionId}) as answered
  `.execute(tx)
  return rows[0]?.answered ?? false
}

export async function insertQuestion(
  tx: Tx,
  eventId: number,
  draft: QuestionDraft,
): Promise<number> {
  const { asked_of, kind, text, required, choices, tickets, show_if, sensitive, closed } = draft
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into questions (event_id, place, asked_of, kind, text, required, choices, tickets, show_if, sensitive, at_door, closed)
      select ${eventId}::bigint, coalesce(max(place), 0) + 1, ${asked_of}, ${kind}, ${JSON.stringify(text)}::jsonb,
        ${required}::boolean, ${JSON.stringify(choices)}::jsonb, ${JSON.stringify(tickets)}::jsonb,
        ${show_if && JSON.stringify(show_if)}::jsonb, ${sensitive}::boolean, ${draft.at_door}::boolean, ${closed}::boolean
      from questions where event_id = ${eventId}
      returning id, version, text
    ), kept as (insert into question_texts (question_id, version, text) select id, version, text from made)
    select id from made
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A question was not written.')
  return row.id
}

/** Writes a question; another text is another version of it. */
export async function updateQuestion(tx: Tx, id: number, draft: QuestionDraft): Promise<void> {
  const { asked_of, kind, text, required, choices, tickets, show_if, sensitive, closed } = draft
  await sql`
    with made as (
      update questions set asked_of = ${asked_of}, kind = ${kind}, required = ${required},
        version = version + case when text = ${JSON.stringify(text)}::jsonb then 0 else 1 end,
        text = ${JSON.stringify(text)}::jsonb, choices = ${JSON.stringify(choices)}::jsonb,
        tickets = ${JSON.stringify(tickets)}::jsonb, show_if = ${show_if && JSON.stringify(show_if)}::jsonb,
        sensitive = ${sensitive}, at_door = ${draft.at_door}, closed = ${closed}, updated_at = clock_timestamp()
      where id = ${id} returning id, version, text
    )
    insert into question_texts (question_id, version, text) select id, version, text from made
    on conflict (question_id, version) do nothing
  `.execute(tx)
}

export async function deleteQuestion(tx: Tx, id: number): Promise<void> {
  await sql`delete from questions where id = ${id}`.execute(tx)
}

/** Puts questions into the order of these ids. */
export async function placeQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update questions q set place = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    where q.id = wanted.id and q.place <> wanted.place
  `.execute(tx)
}

/** The hidden tickets of an event. */
export async function hiddenTicketsOf(db: Db, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tickets t join hidden_tickets h on h.ticket_id = t.id where t.event_id = ${eventId}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The tickets of an event. */
export async function ticketsOf(db: Db, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where event_id = ${eventId}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * How many valid places, and complete orders, answered each question, and each choice of it: as many as the lists of them have rows
 * with `filter.answer`.
 */
export async function countAnswers(
  db: Db,
  eventId: number,
): Promise<{ question: number; value: string | null; count: number }[]> {
  const { rows } = await sql<{ question: number; value: string | null; count: number }>`
    with given as (
      select q.id, q.kind, g.value from questions q join answers g on g.question_id = q.id
      left join attendees a on a.id = g.attendee_id
      left join orders o on o.id = g.order_id and g.attendee_id is null
      where q.event_id = ${eventId} and (o.status = 'completed'
        or (a.event_id = q.event_id and a.status = 'publish' and a.order_status in ('completed', 'yes')))
    )
    select id as question, null as value, count(*)::int as count from given group by id
    union all
    select id, one.value, count(*)::int from given
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(given.value) when 'array' then given.value else jsonb_build_array(given.value) end) as one (value)
    where kind in ('choice', 'several', 'yes_no', 'consent') group by id, one.value
  `.execute(db)
  return rows
}
