import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** A place of an order, also one that was given back. */
export type PageRow = {
  id: number
  event_id: number
  ticket_id: number
  ticket_name: string
  order_line_id: number | null
  holder_name: string
  holder_email: string
  is_valid: boolean
  order_status: string
  checked_in_at: Date | null
  passed_on_at: Date | null
}

/** All places of an order, in the order of their ids. */
export async function everyPlace(db: Db, orderId: number): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select id, event_id, ticket_id, ticket_name, order_line_id, holder_name, holder_email,
      status = 'publish' as is_valid, order_status, checked_in_at, passed_on_at
    from attendees where order_id = ${orderId} order by id
  `.execute(db)
  return rows
}
