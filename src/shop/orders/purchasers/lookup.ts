import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** The causes in an order's history whose note is a remark of staff, or can be one. */
const remarkCauses = ['note', 'given up']

/** What staff wrote about orders: notes, and reasons of cancellations and refunds. */
const remarksOfOrders = () => sql<{ order_id: number; remark: string }>`
  select order_id, note as remark from order_moves where ${isRemark()}
  union all select order_id, reason from refunds where reason <> ''
  union all select order_id, words from buyer_words where words <> ''
  union all select order_id, reason from place_moves where order_id is not null and reason <> ''
  union all select order_id, text from desk_notes where order_id is not null
  union all select order_id, reason from comps where reason like '%:%'
  union all select order_id, reason from till_moves where order_id is not null and reason <> ''
`

/** The condition that a row of an order's history has a remark of staff. */
export const isRemark = () => sql<boolean>`(note <> '' and cause = any(${remarkCauses}::text[]))`

/**
 * The orders in which this address (in small letters) is the purchaser, a named attendee, or in a remark of staff, with
 * the personal data stored.
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
    remarks: unknown
  }>`
    select o.id, o.status, o.currency, o.total_minor, o.created_at,
      case when lower(o.purchaser_email) = ${email} then o.purchaser_name else '' end as purchaser_name,
      case when lower(o.purchaser_email) = ${email} then o.purchaser_email else '' end as purchaser_email,
      coalesce((
        select jsonb_agg(person) from order_lines l, jsonb_array_elements(l.names) as n (person)
        where l.order_id = o.id and lower(person ->> 'email') = ${email}
      ), '[]') as names,
      coalesce((
        select jsonb_agg(remark) from (${remarksOfOrders()}) r where r.order_id = o.id
      ), '[]') as remarks
    from orders o
    where lower(o.purchaser_email) = ${email} or exists (
      select from order_lines l, jsonb_array_elements(l.names) as n (person)
      where l.order_id = o.id and lower(person ->> 'email') = ${email})
      or o.id in (
        select order_id from (${remarksOfOrders()}) r where position(${email} in lower(remark)) > 0)
    order by o.id
  `.execute(db)
  return rows
}
