import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/**
 * The orders in which this address (in small letters) is the purchaser or a named attendee, with the personal data
 * stored.
 */
export async function ordersOfPerson(db: Db, email: string) {
  const { rows } = await sql<{
    id: number
    status: string
    currency: string
    total_minor: number
    purchaser_name: string
    purchaser_email: string
    created_at: Date
    names: unknown
  }>`
    select o.id, o.status, o.currency, o.total_minor, o.created_at,
      case when lower(o.purchaser_email) = ${email} then o.purchaser_name else '' end as purchaser_name,
      case when lower(o.purchaser_email) = ${email} then o.purchaser_email else '' end as purchaser_email,
      coalesce((
        select jsonb_agg(person) from order_lines l, jsonb_array_elements(l.names) as n (person)
        where l.order_id = o.id and lower(person ->> 'email') = ${email}
      ), '[]') as names
    from orders o
    where lower(o.purchaser_email) = ${email} or exists (
      select from order_lines l, jsonb_array_elements(l.names) as n (person)
      where l.order_id = o.id and lower(person ->> 'email') = ${email})
    order by o.id
  `.execute(db)
  return rows
}
