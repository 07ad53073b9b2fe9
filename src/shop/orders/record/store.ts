import { sql } from 'kysely'
import { batchRows } from '../../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { nextIds } from '../../../platform/db/next-ids.ts'
import { type Cart, lockCarts } from '../../cart/lookup.ts'
import type { OrderLine } from '../../pricing/rules.ts'
import { openOnes, orderColumns, type OrderRow, selectOrders } from './lookup.ts'
import type { OrderStatus } from './rules.ts'

export type NewOrder = {
  id: number
  cart_id: number | null
  event_id: number | null
  gateway: 'card' | 'wallet' | 'sandbox' | 'free' | 'staff'
  gateway_order_id: string | null
  status: OrderStatus
  currency: string
  subtotal_minor: number
  fees_minor: number
  discount_minor: number
  total_minor: number
  coupon_id: number | null
  coupon_use: 'none' | 'held' | 'used'
  stock: 'held' | 'taken'
  purchaser_name: string
  purchaser_email: string
  user_id: number | null
  /** The buyer's language, where it is known. */
  locale: string | null
  /** Which text of the terms the buyer accepted, where there are any. */
  terms_accepted?: string | null
  /** Who placed it on the pages (contract.md 8.26); null by the interface. */
  placed_by?: string | null
}

/** New ids for lines of orders, in ascending order. */
export const takeLineIds = (tx: Tx, count: number) => nextIds(tx, 'order_lines_id_seq', count)

/** Writes any number of orders, each with its first line of history, in one statement. */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[], cause: string) {
  await sql`
    with made as (${insertion(orders)} returning id, status)
    insert into order_moves (order_id, from_status, to_status, cause)
    select id, null, status, ${cause} from made
  `.execute(tx)
}

/** The same for orders that are about to be paid; returns them as stored, in any order. */
export async function insertOpenOrders(
  tx: Tx,
  orders: readonly NewOrder[],
  cause: string,
): Promise<OrderRow[]> {
  const all = sql.join(orderColumns.map(column => sql.ref(column)))
  const { rows } = await sql<OrderRow>`
    with made as (${insertion(orders)} returning ${all}), moved as (
      insert into order_moves (order_id, from_status, to_status, cause)
      select id, null, status, ${cause} from made
    )
    select ${all} from made
  `.execute(tx)
  return rows
}

const orderRows = batchRows<NewOrder>(`o (
  id bigint, cart_id bigint, event_id bigint, gateway text, gateway_order_id text, status text,
  currency text, subtotal_minor bigint, fees_minor bigint, discount_minor bigint,
  total_minor bigint, coupon_id bigint, coupon_use text, stock text, purchaser_name text,
  purchaser_email text, user_id bigint, locale text, terms_accepted text, placed_by text)`)

const insertion = (orders: readonly NewOrder[]) => sql`
      insert into orders (${orderRows.names}, completed_at)
      select ${orderRows.names}, case when status = 'completed' then clock_timestamp() end
      from ${orderRows.of(orders)}
`

/** The time for stock: the database's clock, read after the locks. */
export async function stockTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Stock time could not be read.')
  return row.now
}

/** Ends the open orders of carts that are ordered in another way, with lines of history. */
export async function closeOpenOrders(
  tx: Tx,
  cartIds: readonly number[],
  { note, except = 0 }: { note: string; except?: number },
) {
  await sql`
    with closed as (
      update orders set status = 'not-completed', stock = 'returned', updated_at = clock_timestamp(),
        recheck_at = clock_timestamp() + interval '1 hour'
      from (select id, status from orders where cart_id = any(${[...cartIds]}::bigint[])
              and id <> ${except} and status in ${openOnes}
            order by id for no key update) as open
      where orders.id = open.id
      returning orders.id, open.status as was
    )
    insert into order_moves (order_id, from_status, to_status, cause, note)
    select id, was, 'not-completed', 'checkout', ${note} from closed
  `.execute(tx)
}

export type NewLine = OrderLine & {
  order_id: number
  /** One of `takeLineIds`, when the caller must know it; otherwise the next id. */
  id?: number
}

const lineColumns = `
  order_id bigint, ordinal int, kind text, ticket_id bigint, event_id bigint, fee_id bigint,
  coupon_id bigint, name text, quantity int, unit_minor bigint, regular_unit_minor bigint,
  total_minor bigint, names jsonb, opted_out boolean, going boolean`

const lineRows = batchRows<NewLine>(`l (${lineColumns})`)
const identifiedRows = batchRows<NewLine>(`l (id bigint, ${lineColumns})`)

/** Writes the lines of any number of orders. */
export async function insertLines(tx: Tx, lines: readonly NewLine[]) {
  if (lines.length === 0) return
  await sql`
    insert into order_lines (id, ${lineRows.names})
    select coalesce(id, nextval(pg_get_serial_sequence('order_lines', 'id'))), ${lineRows.names}
    from ${identifiedRows.of(lines)}
  `.execute(tx)
}

/** Replaces the lines and totals of an open order, after its cart changed. */
export async function replaceLines(tx: Tx, orderId: number, lines: readonly NewLine[]) {
  await tx.deleteFrom('order_lines').where('order_id', '=', orderId).execute()
  await insertLines(tx, lines)
}

export type Move = {
  order_id: number
  from_status: OrderStatus | null
  to_status: OrderStatus
  cause: string
  note: string | null
}

const moveRows = batchRows<Move>(`m (
  order_id bigint, from_status text, to_status text, cause text, note text)`)

export async function insertMoves(tx: Tx, moves: readonly Move[]) {
  await sql`
    insert into order_moves (${moveRows.names}) select ${moveRows.names} from ${moveRows.of(moves)}
  `.execute(tx)
}

/** A status move of a locked order, with other columns to set. */
export type WrittenMove = Move & {
  is_final: boolean
  stock: 'returned' | 'taken' | null
  /** The amount received and the coupon use that it paid for; null unless the move makes the order paid. */
  paid_minor: number | null
  coupon_use: 'none' | 'used' | null
}

const writtenRows = batchRows<WrittenMove>(`m (
  order_id bigint, from_status text, to_status text, cause text, note text, is_final boolean,
  stock text, paid_minor bigint, coupon_use text)`)

/**
 * Moves any number of locked orders and writes a line of history for each, in one statement. Their ids are also named as
 * a list: joined only, a plan from a time of few orders reads all of them
 * (docs/decisions/0058-growing-tables-are-counted.md).
 */
export async function writeMoves(tx: Tx, moves: readonly WrittenMove[]) {
  const ids = moves.map(move => move.order_id)
  await sql`
    with moves as (
      select * from ${writtenRows.of(moves)}
    ), moved as (
      update orders o set status = moves.to_status, updated_at = clock_timestamp(),
        stock = coalesce(moves.stock, o.stock),
        paid_minor = coalesce(moves.paid_minor, o.paid_minor),
        failed_reason = case when moves.paid_minor is null then o.failed_reason end,
        coupon_use = coalesce(moves.coupon_use, o.coupon_use),
        recheck_at = case when moves.is_final then clock_timestamp() + interval '1 hour'
          else o.recheck_at end,
        completed_at = case when moves.to_status = 'completed' then clock_timestamp()
          else o.completed_at end
      from moves where o.id = moves.order_id and o.id = any(${ids}::bigint[])
    )
    insert into order_moves (${moveRows.names}) select ${moveRows.names} from moves
  `.execute(tx)
}

export function lockOrder(tx: Tx, id: number) {
  return selectOrders(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks orders by ascending id, and returns them. Orders are locked after carts and before coupons. */
export function lockOrders(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  return selectOrders(tx)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks orders in the same way, for callers that need nothing else of them. Returns the ids that exist. */
export async function lockOrderRows(tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where id = any(${[...ids]}::bigint[]) order by id for no key update
  `.execute(tx)
  return rows
}

export type OrderChanges = Partial<
  Pick<
    OrderRow,
    | 'gateway'
    | 'gateway_order_id'
    | 'subtotal_minor'
    | 'fees_minor'
    | 'discount_minor'
    | 'total_minor'
    | 'paid_minor'
    | 'refunded_minor'
    | 'coupon_id'
    | 'coupon_use'
    | 'stock'
    | 'purchaser_name'
    | 'purchaser_email'
    | 'link_generation'
    | 'attempt'
    | 'failed_reason'
    | 'payment_behind'
  >
>

/** Changes columns of an order; only `writeMoves` changes its status. */
export async function updateOrder(tx: Tx, id: number, changes: OrderChanges) {
  await tx
    .updateTable('orders')
    .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** The cart of an order, locked; undefined when it was deleted. */
export async function lockCartOf(tx: Tx, { cart_id }: OrderRow): Promise<Cart | undefined> {
  const [cart] = cart_id === null ? [] : await lockCarts(tx, [cart_id])
  return cart
}

export async function messageWasHandled(db: Db, gateway: string, messageId: string) {
  const row = await db
    .selectFrom('gateway_messages')
    .select('outcome')
    .where('gateway', '=', gateway)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row !== undefined
}

/** A provider's message as it is stored, once. */
export type StoredMessage = {
  gateway: string
  message_id: string
  kind: string
  reference: string | null
  outcome: string
}

const messageRows = batchRows<StoredMessage>(`m (
  gateway text, message_id text, kind text, reference text, outcome text)`)

/** Stores messages in one statement; returns the ids of the new ones. */
export async function storeMessages(
  db: Db,
  messages: readonly StoredMessage[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into gateway_messages (${messageRows.names})
    select ${messageRows.names}
    from ${messageRows.of(messages)}
    order by gateway, message_id
    on conflict (gateway, message_id) do nothing
    returning message_id as id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
