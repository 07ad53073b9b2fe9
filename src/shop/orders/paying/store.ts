import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** The payment opened by an attempt of an order. */
export type OpenedPayment = { id: number; attempt: number; reference: string }

/**
 * Stores the references of payments on locked orders, except where an order has one already or is in another attempt.
 * Of two for one order either one is stored. Returns the reference that each order has now.
 */
export async function writeReferences(
  tx: Tx,
  opened: readonly OpenedPayment[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; reference: string | null }>`
    with opened as (
      select * from json_to_recordset(${JSON.stringify(opened)}::json)
        as o (id bigint, attempt int, reference text)
    ), written as (
      update orders set gateway_order_id = opened.reference, updated_at = clock_timestamp()
      from opened
      where orders.id = opened.id and orders.attempt = opened.attempt
        and orders.gateway_order_id is null
        -- Without the ids, a plan from a time when few orders waited for a reference would read all orders.
        and orders.id = any(array(select id from opened))
      returning orders.id, orders.gateway_order_id as reference
    )
    select id, coalesce(written.reference, orders.gateway_order_id) as reference
    from orders left join written using (id)
    where id = any(array(select id from opened))
  `.execute(tx)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}
