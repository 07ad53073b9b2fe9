import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A valid place of an order, as those see it who decide which places end. */
export type ValidPlace = {
  id: number
  event_id: number
  ticket_id: number
  ticket_name: string
  order_line_id: number | null
  holder_name: string
  holder_email: string
  checked_in: boolean
  passed_on: boolean
}

/** The valid places of an order, in the order of their ids. */
export async function validPlaces(db: Db, orderId: number): Promise<ValidPlace[]> {
  const { rows } = await sql<ValidPlace>`
    select id, event_id, ticket_id, ticket_name, order_line_id, holder_name, holder_email,
      checked_in_at is not null as checked_in, passed_on_at is not null as passed_on
    from attendees where order_id = ${orderId} and status = 'publish' order by id
  `.execute(db)
  return rows
}
