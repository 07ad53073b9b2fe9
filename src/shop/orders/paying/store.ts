import { sql } from 'kysely'
import { batchRows } from '../../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** The payment opened by an attempt of an order. */
export type OpenedPayment = { id: number; attempt: number; reference: string }

const openedRows = batchRows<OpenedPayment>('o (id bigint, attempt int, reference text)')

/**
 * Stores the references of payments on locked orders, except where an order has one already or is in another attempt.
 * Of two for one order either one is stored. Returns the reference that each order has now.
 */
export async function writeReferences(
  tx: Tx,
  opened: readonly OpenedPayment[],
): Promise<Map<number, string | null>> {
  const ids = opened.map(({ id }) => id)
  const { rows } = await sql<{ id: number; reference: string | null }>`
    with opened as (
      select * from ${openedRows.of(opened)}
    ), written as (
      update orders set gateway_order_id = opened.reference, updated_at = clock_timestamp()
      from opened
      where orders.id = opened.id and orders.attempt = opened.attempt
        -- Found by their ids: "is null" would lead a plan through the index of all references.
        and orders.id = any(${ids}::bigint[]) and coalesce(orders.gateway_order_id, '') = ''
      returning orders.id, orders.gateway_order_id as reference
    )
    select id, coalesce(written.reference, orders.gateway_order_id) as reference
    from orders left join written using (id)
    where id = any(${ids}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

/** Notes that the provider of an order's payment knows this total, unless the order has another one meanwhile. */
export async function noteTold(db: Db, id: number, totalMinor: number) {
  await db
    .updateTable('orders')
    .set({ payment_behind: false })
    .where('id', '=', id)
    .where('total_minor', '=', totalMinor)
    .where('payment_behind', '=', true)
    .execute()
}
