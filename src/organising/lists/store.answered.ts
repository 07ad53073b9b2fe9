import { sql } from 'kysely'
import type { Answer } from '../../core/questions/values.ts'
import type { Db } from '../../platform/db/database.ts'

export type AnsweredPlace = {
  id: number
  order_id: number | null
  name: string
  ticket: string
  /** Answers of the place and of its order, by question. */
  answers: Record<string, Answer>
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
    where a.event_id = ${eventId} and a.id > ${after} and a.status = 'publish'
      and a.order_status in ('completed', 'yes')
    order by a.id limit ${limit}
  `.execute(db)
  return rows
}
