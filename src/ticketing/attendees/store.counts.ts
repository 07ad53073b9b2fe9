import { sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'

/** A change of a ticket's counters. `going` is the answer under which an invited attendee is counted. */
export type CountChange = {
  ticketId: number
  eventId: number
  /** The status under which the attendees are counted. A new status is two changes: a decrease and an increase. */
  orderStatus: string
  attendees: number
  checkedIn: number
  /** The change of the number of publicly listed attendees. */
  listed: number
  going: boolean | null
}

type Sum = Record<'valid' | 'inside' | 'listed' | 'yes' | 'no', number>
type SummedChange = Sum & { id: number; event_id: number; order_status: string }

const changeRows = batchRows<SummedChange>(`row (
  id bigint, order_status text, event_id bigint, valid int, inside int, listed int, yes int,
  no int)`)

/** Changes the counters of tickets and of deleted tickets in one statement, in the order of ids. */
export async function changeTicketCounts(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  const rows = summed(changes)
  if (rows.length === 0) return
  await sql`
    with change as (
      select * from ${changeRows.of(rows)}
    ), own as (
      select id, sum(valid) as valid, sum(inside) as inside, sum(yes) as yes, sum(no) as no
      from change group by id
    ), locked as (
      select id from tickets where id = any(array(select id from own)) order by id for no key update
    ), counted as (
      update tickets set
        attendees_count = attendees_count + own.valid,
        checked_in_count = checked_in_count + own.inside,
        going_count = going_count + own.yes,
        not_going_count = not_going_count + own.no
      from own join locked using (id)
      where tickets.id = own.id
    )
    insert into attendee_counts as counts (ticket_id, order_status, event_id, valid, inside, listed)
    -- The join has all tickets locked before the first of the other counters: everybody takes them in that order.
    select id, order_status, event_id, valid, inside, listed
    from change cross join (select count(*) from locked) as gate order by id, order_status
    on conflict (ticket_id, order_status) do update
      set valid = counts.valid + excluded.valid, inside = counts.inside + excluded.inside,
        listed = counts.listed + excluded.listed
  `.execute(
    touching(
      tx,
      rows.map(({ event_id }) => event_id),
    ),
  )
}

/** The number of an event's valid tickets and of their orders. */
export async function countValid(
  tx: Tx,
  eventId: number,
): Promise<{ tickets: number; orders: number }> {
  const { rows } = await sql<{ tickets: number; orders: number }>`
    select count(*)::integer as tickets, count(distinct order_id)::integer as orders
    from attendees
    where event_id = ${eventId} and status = 'publish' and going is distinct from false
  `.execute(tx)
  return rows[0] ?? { tickets: 0, orders: 0 }
}

/** One row per ticket and status. */
function summed(changes: readonly CountChange[]) {
  const sums = new Map<string, SummedChange>()
  for (const { ticketId, eventId, orderStatus, attendees, checkedIn, listed, going } of changes) {
    const key = `${ticketId} ${orderStatus}`
    const place = { id: ticketId, event_id: eventId, order_status: orderStatus }
    const sum = sums.get(key) ?? { ...place, valid: 0, inside: 0, listed: 0, yes: 0, no: 0 }
    sum.valid += attendees
    sum.inside += checkedIn
    sum.listed += listed
    if (going !== null) sum[going ? 'yes' : 'no'] += attendees
    sums.set(key, sum)
  }
  return [...sums.values()]
}
