import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { openOnes } from '../record/lookup.ts'

const unsettledMax = 500

/**
 * Orders that have been open for a while, and whether their places have long been free again, those looked at longest
 * ago first (`noteLook`): in a sale thousands are open. An open order whose places are taken came from another system and waits
 * for its payment or for staff (contract.md 35). Payments that a provider processes for days come last, so that
 * they do not keep others from being looked at.
 */
export async function unsettledOrders(
  db: Db,
  { quietMinutes, abandonedMinutes }: { quietMinutes: number; abandonedMinutes: number },
): Promise<{ id: number; abandoned: boolean }[]> {
  const { rows } = await sql<{ id: number; abandoned: boolean }>`
    select orders.id, orders.stock <> 'taken' and coalesce(
      greatest(carts.expires_at, orders.updated_at)
        < clock_timestamp() - make_interval(mins => ${abandonedMinutes}::int), true) as abandoned
    from orders left join carts on carts.id = orders.cart_id
    where orders.status in ${openOnes}
      and orders.updated_at < clock_timestamp() - make_interval(mins => ${quietMinutes}::int)
    order by orders.status = 'pending', coalesce(orders.recheck_at, orders.updated_at)
    limit ${unsettledMax}
  `.execute(db)
  return rows
}

/** Ended orders whose comparison with the provider is due, or all of the last month. */
export async function ordersToRecheck(
  db: Db,
  { everything }: { everything: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders
    where recheck_at is not null and gateway_order_id is not null and status not in ${openOnes}
      and (${everything} or recheck_at <= clock_timestamp())
    order by recheck_at
    limit ${everything ? 1_000_000 : 200}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes that an order was looked at and is not settled: it comes after all others that are due by now. */
export async function noteLook(db: Db, id: number) {
  await sql`update orders set recheck_at = clock_timestamp() where id = ${id}`.execute(db)
}

/**
 * Sets when this order is compared with its provider again: once the time since its last change has doubled, and
 * never after a month.
 */
export async function rememberRecheck(db: Db, id: number) {
  await sql`
    update orders set recheck_at = case
      when updated_at < clock_timestamp() - interval '30 days' then null
      else clock_timestamp() + greatest(clock_timestamp() - updated_at, interval '1 hour') end
    where id = ${id}
  `.execute(db)
}

/**
 * Records that staff were told of an order without its money; returns whether they had not been told before. Release
 * 0.1.0 records it only by a note in the history.
 */
export async function rememberMissing(tx: Tx, id: number, note: string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    update orders set money_missed_at = clock_timestamp()
    where id = ${id} and money_missed_at is null
    returning not exists (
      select from order_moves where order_id = orders.id and note = ${note}) as "isNew"
  `.execute(tx)
  return rows[0]?.isNew === true
}
