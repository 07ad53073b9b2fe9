import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type RecordIds = {
  orders: readonly number[]
  attendees: readonly number[]
  tickets: readonly number[]
}

/** The events of records that facts name. */
export type EventsOf = {
  order: ReadonlyMap<number, readonly number[]>
  attendee: ReadonlyMap<number, readonly number[]>
  ticket: ReadonlyMap<number, readonly number[]>
}

/** The events of these records, in one statement; those of deleted tickets are unknown. */
export async function eventsOfNamed(
  db: Db,
  { orders, attendees, tickets }: RecordIds,
): Promise<EventsOf> {
  const { rows } = await sql<{ kind: keyof EventsOf; id: number; events: number[] }>`
    select 'order' as kind, order_id as id, array_agg(distinct event_id) as events
    from order_lines where order_id = any(${[...orders]}::bigint[]) and event_id is not null
    group by order_id
    union all
    select 'attendee', id, array[event_id] from attendees where id = any(${[...attendees]}::bigint[])
    union all
    select 'ticket', id, array[event_id] from tickets where id = any(${[...tickets]}::bigint[])
  `.execute(db)
  const of = (kind: keyof EventsOf) =>
    new Map(rows.filter(row => row.kind === kind).map(({ id, events }) => [id, events]))
  return { order: of('order'), attendee: of('attendee'), ticket: of('ticket') }
}
