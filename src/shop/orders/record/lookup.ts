import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { gather } from '../../../platform/db/gather.ts'
import type { Piece } from '../../../platform/db/together.ts'
import { plannedAnew } from '../../../platform/db/planned-anew.ts'
import { queryText } from '../../../platform/db/query-text.ts'
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
  'payment_behind',
  'placed_by',
  'link_generation',
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
export const failedOnes = listed(failedStatuses)

export const selectOrders = (db: Pick<Db, 'selectFrom'>) =>
  db.selectFrom('orders').select(orderColumns)

export type OrderRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirst']>>
>

export function findOrder(db: Db, id: number) {
  return selectOrders(db).where('id', '=', id).executeTakeFirst()
}

/** The buyer's language and the gateway of an order, to be read together with other queries; nothing for no order. */
export const localeAndGateway = (
  db: Db,
  id: number | null,
): Piece<Pick<OrderRow, 'locale' | 'gateway'>> => ({
  query: db.selectFrom('orders').select(['locale', 'gateway']).where('id', '=', id),
})

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

/** Those of these orders whose cart was begun after a moment of the database's clock. */
export async function ordersBegunAfter(
  db: Db,
  ids: readonly number[],
  moment: Date,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('carts', 'carts.id', 'orders.cart_id')
    .select('orders.id')
    .where('orders.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('carts.created_at', '>', moment)
    .execute()
  return new Set(rows.map(({ id }) => id))
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
    const orders = await Promise.all(gateways.map(gateway => byName(nameOf(gateway, reference))))
    return orders.find(order => order !== undefined)
  }
}

async function listOrdersNamed(
  db: Db,
  keys: readonly { gateway: string; reference: string }[],
): Promise<OrderRow[]> {
  const { rows } = await plannedAnew(sql<OrderRow>`
    select found.* from unnest(${keys.map(key => key.gateway)}::text[],
      ${keys.map(key => key.reference)}::text[]) as asked (gateway, reference)
    cross join lateral (
      select ${sql.join(orderColumns.map(column => sql.ref(column)))} from orders
      where orders.gateway = asked.gateway and gateway_order_id = asked.reference offset 0
    ) found
  `).execute(db)
  return rows
}

/**
 * The open order of a cart. The statuses are parameters and no constants, which keeps plans away from the index of all
 * open orders: a plan made while few were open would read it whole, with the entries that a sale leaves in it.
 */
export function findOpenOrderOfCart(db: Db, cartId: number) {
  return selectOrders(db)
    .where('cart_id', '=', cartId)
    .where('status', 'in', openStatuses)
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

/** The open orders of these carts; the statuses are parameters as in `findOpenOrderOfCart`. */
export function listOpenOrders(db: Db, cartIds: readonly number[]): Promise<OrderRow[]> {
  return selectOrders(db)
    .where('cart_id', '=', sql<number>`any(${[...cartIds]}::bigint[])`)
    .where('status', 'in', openStatuses)
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

/** The events of which these orders have places. */
export async function eventsOfOrders(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from order_lines
    where order_id = any(${[...orderIds]}::bigint[]) and event_id is not null
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The lines of these orders as they were charged, which moves of places leave as they were. */
export const listLines = (db: Db, orderIds: readonly number[]) =>
  everyLine(db, orderIds).where('ordinal', '<', movedOrdinal).execute()

/** The same with the lines that moves of places made (contract.md 31.6). */
export const listEveryLine = (db: Db, orderIds: readonly number[]): Promise<LineRow[]> =>
  everyLine(db, orderIds).execute()

const everyLine = (db: Db, orderIds: readonly number[]) =>
  selectLines(db)
    .where('order_id', '=', sql<number>`any(${[...orderIds]}::bigint[])`)
    .orderBy('order_id')
    .orderBy('ordinal')

/** Lines that moves made have this ordinal or a higher one; no order has so many lines of its own. */
export const movedOrdinal = 1_000_000

/** False for a line of a ticket that the order's limited coupon takes nothing from (contract.md 42.3). */
const takesDiscount = sql<boolean>`not exists (
  select from order_coupons c where c.order_id = order_lines.order_id and not order_lines.ticket_id = any(c.ticket_ids))`

const selectLines = (db: Pick<Db, 'selectFrom'>) =>
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
      takesDiscount.as('takes_discount'),
    ])

export type LineRow = Awaited<ReturnType<typeof listLines>>[number]

/** `select … from orders`, with all columns of an order and its lines as JSON. */
export const ordersWithLines = queryText(db => {
  const own = selectLines(db)
    .where('order_id', '=', sql.ref<number>('orders.id'))
    .where('ordinal', '<', sql.lit(movedOrdinal))
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
