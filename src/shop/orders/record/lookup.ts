import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { gather } from '../../../platform/db/gather.ts'
import { plannedAnew } from '../../../platform/db/statement-names.ts'
import { fixedText } from '../../../platform/db/fixed-text.ts'
import { failedStatuses, openStatuses, type OrderStatus } from './rules.ts'

export const orderColumns = [
  'id',
  'cart_id',
  'event_id',
  'gateway',
  'gateway_order_id',
  'status',
  'currency',
  'subtotal_minor',
  'fees_minor',
  'discount_minor',
  'total_minor',
  'paid_minor',
  'refunded_minor',
  'coupon_id',
  'coupon_use',
  'stock',
  'purchaser_name',
  'purchaser_email',
  'user_id',
  'locale',
  'attempt',
  'failed_reason',
  'terms_accepted',
  'created_at',
  'updated_at',
  'completed_at',
] as const

/**
 * Written as constants and not as parameters, because PostgreSQL uses the partial indexes of open orders only then.
 */
const listed = (statuses: readonly OrderStatus[]) =>
  sql`(${sql.join(statuses.map(status => sql.lit(status)))})`

/** The list in `status in …` for open orders. */
export const openOnes = listed(openStatuses)
const failedOnes = listed(failedStatuses)

export const selectOrders = (db: Db) => db.selectFrom('orders').select(orderColumns)

export type OrderRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirst']>>
>

export function findOrder(db: Db, id: number) {
  return selectOrders(db).where('id', '=', id).executeTakeFirst()
}

/** Whether the cart of a failed order was ordered in another order. */
export async function cartWasOrdered(db: Db, cartId: number): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('cart_id', '=', cartId)
    .where('status', '=', 'completed')
    .executeTakeFirst()
  return row !== undefined
}

/** The latest completed orders of a purchaser, newest first. */
export function ordersOfPurchaser(db: Db, email: string, limit: number): Promise<OrderRow[]> {
  return selectOrders(db)
    .where(sql<boolean>`lower(purchaser_email) = ${email.toLowerCase()}`)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** These orders, in any order; no statement when there are none. */
export async function listOrders(db: Db, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  return selectOrders(db)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

/** Finds the order with this id at one of these gateways. */
export type OrderFinder = (
  gateways: readonly OrderRow['gateway'][],
  reference: string,
) => Promise<OrderRow | undefined>

const nameOf = (gateway: string, reference: string | null) => `${gateway} ${reference}`

/**
 * A finder that combines concurrent look-ups in one query. It is planned anew each time: a plan from the first orders
 * of a sale would read the whole table, which grows a thousandfold before the database counts it.
 */
export function orderFinder(db: Db): OrderFinder {
  const byName = gather<string, OrderRow>(async names => {
    const keys = names.map(name => {
      const at = name.indexOf(' ')
      return { gateway: name.slice(0, at), reference: name.slice(at + 1) }
    })
    const rows = await listOrdersNamed(db, keys)
    return new Map(rows.map(row => [nameOf(row.gateway, row.gateway_order_id), row]))
  })
  return async (gateways, reference) => {
    const found = await Promise.all(gateways.map(gateway => byName(nameOf(gateway, reference))))
    return found.find(order => order !== undefined)
  }
}

async function listOrdersNamed(
  db: Db,
  keys: readonly { gateway: string; reference: string }[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`${sql.raw(plannedAnew)}
    select found.* from unnest(${keys.map(key => key.gateway)}::text[],
      ${keys.map(key => key.reference)}::text[]) as asked (gateway, reference)
    cross join lateral (
      select ${sql.join(orderColumns.map(column => sql.ref(column)))} from orders
      where orders.gateway = asked.gateway and gateway_order_id = asked.reference offset 0
    ) found
  `.execute(db)
  return rows
}

/** The open order of a cart. */
export function findOpenOrderOfCart(db: Db, cartId: number) {
  return selectOrders(db)
    .where('cart_id', '=', cartId)
    .where(sql<boolean>`status in ${openOnes}`)
    .executeTakeFirst()
}

/** The order that a cart became; undefined while the cart can still be changed. */
export function findOrderOfCart(db: Db, cartId: number) {
  return selectOrders(db)
    .where('cart_id', '=', cartId)
    .where('status', 'in', ['completed', 'refunded', 'reversed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The open orders of these carts. */
export function listOpenOrders(db: Db, cartIds: readonly number[]): Promise<OrderRow[]> {
  return selectOrders(db)
    .where('cart_id', '=', sql<number>`any(${[...cartIds]}::bigint[])`)
    .where(sql<boolean>`status in ${openOnes}`)
    .execute()
}

/** The coupons of these orders and of their carts. */
export async function couponsOfOrders(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with named as (select cart_id, coupon_id from orders where id = any(${[...orderIds]}::bigint[]))
    select coupon_id as id from named where coupon_id is not null
    union select c.coupon_id from carts c join named on named.cart_id = c.id
      where c.coupon_id is not null
    union select h.coupon_id from coupon_holds h join named using (cart_id)
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const listLines = (db: Db, orderIds: readonly number[]) =>
  selectLines(db)
    .where('order_id', '=', sql<number>`any(${[...orderIds]}::bigint[])`)
    .orderBy('order_id')
    .orderBy('ordinal')
    .execute()

const selectLines = (db: Db) =>
  db
    .selectFrom('order_lines')
    .select([
      'id',
      'order_id',
      'ordinal',
      'kind',
      'ticket_id',
      'event_id',
      'fee_id',
      'coupon_id',
      'name',
      'quantity',
      'unit_minor',
      'regular_unit_minor',
      'total_minor',
      'refunded_quantity',
      'refunded_minor',
      'names',
      'opted_out',
      'going',
    ])

export type LineRow = Awaited<ReturnType<typeof listLines>>[number]

/** `select … from orders`, with all columns of an order and its lines as JSON. */
export const ordersWithLines = fixedText(db => {
  const own = selectLines(db)
    .where('order_id', '=', sql.ref<number>('orders.id'))
    .orderBy('ordinal')
  return selectOrders(db).select(
    sql<LineRow[]>`(select coalesce(json_agg(line), '[]') from (${own}) line)`.as('lines'),
  )
})

export type OrderWithLines = OrderRow & { readonly lines: readonly LineRow[] }

export function listMoves(db: Db, orderId: number) {
  return db
    .selectFrom('order_moves')
    .select(['from_status', 'to_status', 'cause', 'note', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** A disagreement between an order and its rows, with both values: counts, or minor units of its currency. */
export type OrderDifference = {
  readonly order: number
  readonly what:
    | 'lines'
    | 'what its gateway can move'
    | 'paid'
    | 'refunded'
    | 'refunded by line'
    | 'kept'
    | 'attendees'
    | 'places given back'
    | 'lost disputes'
    | 'open orders of the cart'
    | 'completed orders of the cart'
  readonly stored: number
  readonly derived: number
}

/** All disagreements in `books` (below). */
const findings = sql`
  select id, 'lines' as what, total_minor as stored, line_total as derived from books
    where total_minor <> line_total
  union all select id, 'what its gateway can move', total_minor, total_minor - total_minor % step
    from books where status = 'completed' and total_minor % step <> 0
  union all select id, 'paid', paid_minor, total_minor from books
    where status = 'completed' and gateway <> 'staff' and paid_minor <> total_minor
  union all select id, 'paid', paid_minor, 0 from books
    where status in ${openOnes} and paid_minor <> 0
  union all select id, 'refunded', refunded_minor, least(done, paid_minor) from books
    where refunded_minor <> least(done, paid_minor)
  union all select id, 'refunded by line', minor_back, refund_minor from books
    where minor_back <> refund_minor
  union all select id, 'kept', paid_minor, refunded_minor + promised from books
    where status in ${failedOnes}
      and paid_minor <> refunded_minor + promised
  union all select id, 'attendees', holders, places - places_back from books
    where status = 'completed' and holders <> places - places_back
  union all select id, 'attendees', holders, 0 from books
    where status <> 'completed' and holders <> 0
  union all select id, 'places given back', places_back, refund_places from books
    where total_minor > 0 and places_back < refund_places
  union all select id, 'lost disputes', lost, 0 from books where status <> 'reversed' and lost <> 0
  union all select min(id), 'completed orders of the cart', count(*), 1 from books
    where status = 'completed' and cart_id is not null group by cart_id having count(*) > 1
  union all select min(id), 'open orders of the cart', count(*), 1 from books
    where status in ${openOnes} and cart_id is not null
    group by cart_id having count(*) > 1
`

/**
 * Recalculates the money and attendees of every order from the rows, in one snapshot. `steps` has the currencies that
 * a gateway moves in larger steps than they have.
 */
export async function listDifferences(
  db: Db,
  steps: readonly { gateway: string; currency: string; step: number }[],
): Promise<OrderDifference[]> {
  const { rows } = await sql<OrderDifference>`
    with lines as (
      select order_id, sum(total_minor) as total,
        coalesce(sum(quantity) filter (where kind = 'ticket'), 0) as places,
        coalesce(sum(refunded_quantity) filter (where kind = 'ticket'), 0) as places_back,
        sum(refunded_minor) as minor_back
      from order_lines group by order_id
    ), back as (
      select order_id, coalesce(sum(amount_minor) filter (where state = 'done'), 0) as done,
        coalesce(sum(amount_minor) filter (where state in ('reserved', 'sent')), 0) as promised,
        coalesce(sum(part.quantity) filter (where state = 'done'), 0) as places,
        coalesce(sum(part.minor) filter (where state = 'done'), 0) as minor
      from refunds left join lateral (
        select sum(quantity) as quantity, sum("amountMinor") as minor
        from jsonb_to_recordset(refunds.lines) as parts (quantity bigint, "amountMinor" bigint)
      ) as part on true
      group by order_id
    ), holders as (
      select order_id, count(*) as places from attendees
      where status <> 'trash' and order_id is not null group by order_id
    ), disputes as (
      select order_id, count(*) filter (where state = 'lost') as lost
      from order_disputes group by order_id
    ), steps as (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as s (gateway text, currency text, step bigint)
    ), books as (
      select o.id, coalesce(s.step, 1) as step, o.status, o.cart_id, o.gateway, o.total_minor, o.paid_minor, o.refunded_minor,
        coalesce(l.total, 0) as line_total, coalesce(l.places, 0) as places,
        coalesce(l.places_back, 0) as places_back, coalesce(l.minor_back, 0) as minor_back,
        coalesce(b.minor, 0) as refund_minor, coalesce(b.done, 0) as done,
        coalesce(b.promised, 0) as promised, coalesce(b.places, 0) as refund_places,
        coalesce(h.places, 0) as holders, coalesce(d.lost, 0) as lost
      from orders o
      left join lines l on l.order_id = o.id
      left join back b on b.order_id = o.id
      left join holders h on h.order_id = o.id
      left join disputes d on d.order_id = o.id
      left join steps s on s.gateway = o.gateway and s.currency = o.currency
    ), findings as (${findings})
    select id as "order", what, stored::bigint as stored, derived::bigint as derived
    from findings order by 1, 2
  `.execute(db)
  return rows
}
