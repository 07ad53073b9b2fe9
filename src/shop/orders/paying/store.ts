import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** The payment that an attempt of an order opened. */
export type OpenedPayment = { id: number; attempt: number; reference: string }

/**
 * Stores the payments of locked orders, unless an order has one, or counts another attempt meanwhile; of two for one order
 * it takes either. Returns which payment each order has now.
 */
export async function writeReferences(
  tx: Tx,
  opened: readonly OpenedPayment[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; reference: string | null }>`
    with opened as (
      select * from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb)
        as o (id bigint, attempt int, reference text)
    ), written as (
      update orders set gateway_order_id = opened.reference, updated_at = clock_timestamp()
      from opened
      where orders.id = opened.id and orders.attempt = opened.attempt
        and orders.gateway_order_id is null
      returning orders.id, orders.gateway_order_id as reference
    )
    select id, coalesce(written.reference, orders.gateway_order_id) as reference
    from orders left join written using (id)
    where id = any(array(select id from opened))
  `.execute(tx)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}
