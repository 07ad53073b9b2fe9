import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export async function insertAwaited(
  tx: Tx,
  { orderId, payBy, userId }: { orderId: number; payBy: string; userId: number | null },
): Promise<void> {
  await tx
    .insertInto('awaited_payments')
    .values({ order_id: orderId, pay_by: payBy, user_id: userId })
    .execute()
}

/** By when the order is to be paid, `YYYY-MM-DD`; null for an order that waits for no payment of this kind. */
export async function findPayBy(db: Db, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ pay_by: string }>`
    select pay_by::text as pay_by from awaited_payments where order_id = ${orderId}
  `.execute(db)
  return rows[0]?.pay_by ?? null
}

/** An order as the desk finds it: one that waits for its payment, or one whose ticket somebody shows. Minor units. */
export type DeskOrderRow = {
  id: number
  event_id: number | null
  status: string
  gateway: string
  name: string
  places: number
  total_minor: number
  owed_minor: number
  currency: string
  pay_by: string | null
}

const selectDeskOrders = sql`
  select o.id, o.event_id, o.status, o.gateway, o.purchaser_name as name, o.total_minor, o.currency, p.pay_by::text as pay_by,
    case when o.status = 'pending' and o.gateway = 'staff' then o.total_minor else 0 end as owed_minor,
    (select count(*)::int from attendees a where a.order_id = o.id and a.status = 'publish') as places
  from orders o left join awaited_payments p on p.order_id = o.id`

/** Orders of an event that staff made and nobody paid yet, the one due first. */
export async function listUnpaid(db: Db, eventId: number, limit: number): Promise<DeskOrderRow[]> {
  const { rows } = await sql<DeskOrderRow>`
    ${selectDeskOrders} where o.event_id = ${eventId} and o.status = 'pending' and o.gateway = 'staff'
    order by p.pay_by, o.id limit ${limit}
  `.execute(db)
  return rows
}

export async function findDeskOrder(db: Db, id: number): Promise<DeskOrderRow | undefined> {
  const { rows } = await sql<DeskOrderRow>`${selectDeskOrders} where o.id = ${id}`.execute(db)
  return rows[0]
}
