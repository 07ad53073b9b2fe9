import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export type LockedHolder = {
  id: number
  holder_name: string
  holder_email: string
  generation: number
  passed_on: boolean
}

/** Locks all places of an order, those that were given back included. */
export async function lockHolders(tx: Tx, orderId: number): Promise<LockedHolder[]> {
  const { rows } = await sql<LockedHolder>`
    select id, holder_name, holder_email, generation, passed_on_at is not null as passed_on
    from attendees where order_id = ${orderId} order by id for no key update
  `.execute(tx)
  return rows
}

export type WrittenHolder = {
  id: number
  holder_name: string
  holder_email: string
  purchaser_name: string
  purchaser_email: string
  search_text: string
  /** A new code; null leaves the present one. */
  security_code: string | null
  generation: number
}

/** Writes who holds and who bought locked places. */
export async function writeHolders(tx: Tx, holders: readonly WrittenHolder[]): Promise<void> {
  const ids = holders.map(({ id }) => id)
  await sql`
    update attendees set holder_name = row.holder_name, holder_email = row.holder_email,
      purchaser_name = row.purchaser_name, purchaser_email = row.purchaser_email,
      search_text = row.search_text, generation = row.generation,
      security_code = coalesce(row.security_code, attendees.security_code), updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(holders)}::json) as row (
      id bigint, holder_name text, holder_email text, purchaser_name text, purchaser_email text,
      search_text text, security_code text, generation integer)
    where attendees.id = row.id and attendees.id = any(${ids}::bigint[])
  `.execute(tx)
}
