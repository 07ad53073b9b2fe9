import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** How many of each part an event has. */
export async function countParts(db: Db, eventId: number) {
  const { rows } = await sql<{
    organizers: number
    terms: number
    tickets: number
    fees: number
    questions: number
    gates: number
    mail_texts: number
  }>`
    select
      (select count(*)::int from event_organizers where event_id = ${eventId}) as organizers,
      (select count(*)::int from event_terms where event_id = ${eventId}) as terms,
      (select count(*)::int from tickets where event_id = ${eventId}) as tickets,
      (select count(*)::int from ticket_fees f join tickets t on t.id = f.ticket_id
        where t.event_id = ${eventId}) as fees,
      (select count(*)::int from questions where event_id = ${eventId}) as questions,
      (select count(*)::int from gates where event_id = ${eventId}) as gates,
      (select count(*)::int from mail_texts where event_id = ${eventId}) as mail_texts
  `.execute(db)
  return rows[0]
}
