import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { OrderRow } from '../record/lookup.ts'
import type { DisputeNews } from '../record/rules.ts'

/**
 * How the disputes of an order stand. A process of release 0.1.0 writes them into the history only, as
 * `dispute <state> <id>`: what a later line of it says of one counts instead.
 */
export async function listDisputes(tx: Tx, orderId: number) {
  const { rows } = await sql<DisputeNews>`
    select distinct on (id) id, state from (
      select dispute_id as id, state, move_id from order_disputes where order_id = ${orderId}
      union all
      select split_part(cause, ' ', 3), split_part(cause, ' ', 2), id from order_moves
      where order_id = ${orderId} and cause like 'dispute % %'
    ) as told order by id, move_id desc
  `.execute(tx)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/**
 * Writes down how a dispute of a locked order stands, and in the order's history what that means. The history names it in
 * the words that a process of release 0.1.0 reads.
 */
export async function storeDispute(
  tx: Tx,
  { id: orderId, status }: Pick<OrderRow, 'id' | 'status'>,
  { id, state, note }: DisputeNews & { note: string },
) {
  await sql`
    with told as (
      insert into order_moves (order_id, from_status, to_status, cause, note)
      values (${orderId}, ${status}, ${status}, ${`dispute ${state} ${id}`}, ${note})
      returning id
    )
    insert into order_disputes (order_id, dispute_id, state, move_id)
    select ${orderId}, ${id}, ${state}, told.id from told
    on conflict (order_id, dispute_id) do update set state = excluded.state, move_id = excluded.move_id
  `.execute(tx)
}
