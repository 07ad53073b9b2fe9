import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ChangeableTicket } from './rules.ts'

/** Tickets of an event, or these of any, by id; at most `limit`. */
export async function changeableTickets(
  db: Db,
  {
    eventId,
    ids,
    limit,
  }: { eventId: number | null; ids: readonly number[] | undefined; limit: number },
): Promise<ChangeableTicket[]> {
  const { rows } = await sql<ChangeableTicket>`
    select t.id, t.event_id, t.name, t.provider, t.currency, t.price_minor, t.max_per_order, t.mode, p.capacity,
      coalesce((select m.min_per_order from ticket_minimums m where m.ticket_id = t.id), 1) as min_per_order,
      t.sale_price_minor is not null as is_reduced
    from tickets t join pools p on p.id = t.pool_id
    where ${eventId === null ? sql`true` : sql`t.event_id = ${eventId}`}
      and ${ids === undefined ? sql`true` : sql`t.id = any(${[...ids]}::bigint[])`}
    order by t.id limit ${limit}
  `.execute(db)
  return rows
}

/** The names of these tickets and their events. */
export async function namesOfTickets(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; title: string }>`
    select t.id, t.name, e.title from tickets t join events e on e.id = t.event_id
    where t.id = any(${[...ids]}::bigint[])
  `.execute(db)
  return rows
}
