import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ListedPlace } from './rules.ts'

/** Everybody of an event who may come, or may once the order is paid. */
export async function placesForDoorList(db: Db, eventId: number): Promise<ListedPlace[]> {
  const { rows } = await sql<ListedPlace>`
    select a.id, coalesce(nullif(a.holder_name, ''), a.purchaser_name) as name, a.ticket_name as ticket,
      a.order_id as "orderId", a.purchaser_name as buyer,
      case when a.order_status in ('completed', 'yes') then null
        else coalesce(o.total_minor - o.paid_minor, a.paid_minor) end as "owedMinor",
      a.currency, coalesce(s.entered_at, a.checked_in_at) as "cameInAt"
    from attendees a left join orders o on o.id = a.order_id
    left join door_states s on s.attendee_id = a.id
    where a.event_id = ${eventId} and a.status = 'publish' and a.going is distinct from false
      and a.order_status in ('completed', 'yes', 'created', 'pending', 'action-req', 'approved')
    order by a.id
  `.execute(db)
  return rows
}
