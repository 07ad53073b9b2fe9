import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { openOnes } from '../../shop/orders/record/lookup.ts'

/**
 * The condition that an order's time is over: it is not open, its last event ended before this moment (an order without
 * events counts from its making), and no refund or dispute of it is open.
 */
const isOver = (before: Date) => sql<boolean>`
  o.created_at < ${before} and o.status not in ${openOnes}
  and not exists (select from emptied_orders where order_id = o.id)
  and not exists (
    select from order_lines l join events e on e.id = l.event_id
    where l.order_id = o.id and e.ends_at >= ${before})
  and not exists (
    select from refunds where order_id = o.id and state in ('reserved', 'sent'))
  and not exists (
    select from order_disputes where order_id = o.id and state in ('inquiry', 'open'))`

/** The next orders whose time is over, by id. */
export async function ordersOver(
  db: Db,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.id > ${after} and ${isOver(before)} order by o.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these orders, which are locked, whose time is over still. */
export async function stillOver(tx: Tx, ids: readonly number[], before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.id = any(${[...ids]}::bigint[]) and ${isOver(before)}
    order by o.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The places of these orders, those that were given back included. */
export async function attendeesOf(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from attendees where order_id = any(${[...orderIds]}::bigint[]) order by id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertEmptied(tx: Tx, orderIds: readonly number[], now: Date) {
  await sql`
    insert into emptied_orders (order_id, at) select id, ${now} from unnest(${[...orderIds]}::bigint[]) as o (id)
    on conflict (order_id) do nothing
  `.execute(tx)
}
