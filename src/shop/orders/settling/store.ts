import { sql } from 'kysely'
import { batchRows } from '../../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { OrderRow } from '../record/lookup.ts'
import type { DisputeNews, RefundNews, RefundState } from '../record/rules.ts'
import { foreignKey, type RefundMethod, type RefundRow, selectRefunds, typed } from './lookup.ts'
import type { PricedPart } from './rules.ts'

export type NewRefund = {
  orderId: number
  amountMinor: number
  parts: readonly PricedPart[]
  reason: string
  /** Whose refund it is. */
  userId: number | null
  /** Money that is given back in cash or by hand is given back when that is written. */
  method?: RefundMethod
  /** Whose places end, where they are named. */
  attendeeIds?: readonly number[] | undefined
  /** What the provider is asked under; a new one unless it is given. */
  key?: string | undefined
}

/** Reserves money to refund. The row's own key is sent to the provider, so the money is refunded once. */
export async function insertRefund(
  tx: Tx,
  { method = 'paid', ...refund }: NewRefund,
): Promise<number> {
  const { id } = await tx
    .insertInto('refunds')
    .values({
      order_id: refund.orderId,
      amount_minor: refund.amountMinor,
      lines: JSON.stringify(refund.parts),
      reason: refund.reason,
      user_id: refund.userId,
      state: method === 'paid' ? 'reserved' : 'done',
      method,
      attendee_ids: refund.attendeeIds ? [...refund.attendeeIds] : null,
      idempotency_key: refund.key ?? sql<string>`gen_random_uuid()::text`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Refunds of an order in progress or done, in minor units. */
export async function promisedRefunds(db: Db, orderId: number): Promise<number> {
  const { promised } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_minor), 0)::bigint`.as('promised'))
    .where('order_id', '=', orderId)
    .where('state', 'in', ['reserved', 'sent', 'done'])
    .executeTakeFirstOrThrow()
  return promised
}

type ForeignRefund = {
  orderId: number
  news: RefundNews
  state: RefundState
  parts: readonly PricedPart[]
  attendeeIds: readonly number[]
}

/** Records a refund that somebody made at the provider, with the places that it names there. Its key is never sent. */
export async function insertForeignRefund(
  tx: Tx,
  { orderId, news, state, parts, attendeeIds }: ForeignRefund,
) {
  await tx
    .insertInto('refunds')
    .values({
      order_id: orderId,
      lines: JSON.stringify(parts),
      attendee_ids: attendeeIds.length > 0 ? [...attendeeIds] : null,
      amount_minor: news.amountMinor,
      reason: 'Given back at the provider.',
      state,
      gateway_refund_id: news.id,
      idempotency_key: foreignKey + news.id,
    })
    .execute()
}

export async function findRefund(db: Db, id: number) {
  const row = await selectRefunds(db).where('id', '=', id).executeTakeFirst()
  return row && typed(row)
}

/** Locks and returns the refunds of an order. The order is locked before. */
export async function lockRefunds(tx: Tx, orderId: number): Promise<RefundRow[]> {
  const rows = await selectRefunds(tx)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(typed)
}

export async function changeRefund(
  tx: Tx,
  id: number,
  { state, gatewayRefundId }: { state: RefundState; gatewayRefundId?: string },
) {
  await tx
    .updateTable('refunds')
    .set({
      state,
      updated_at: sql<Date>`clock_timestamp()`,
      ...(gatewayRefundId === undefined ? {} : { gateway_refund_id: gatewayRefundId }),
    })
    .where('id', '=', id)
    .execute()
}

/** Notes that a refund without an outcome is being tried now: `stuckRefunds` returns it last from now on. */
export async function noteTry(db: Db, id: number) {
  await db
    .updateTable('refunds')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', 'in', ['reserved', 'sent'])
    .execute()
}

const partRows = batchRows<PricedPart>(`part (
  "lineId" bigint, quantity int, "amountMinor" bigint)`)

/** Adds refunded places and fees to their lines, which are found as orders are in `writeMoves`. */
export async function giveBackToLines(tx: Tx, parts: readonly PricedPart[]) {
  if (parts.length === 0) return
  const ids = parts.map(part => part.lineId)
  await sql`
    update order_lines as line
    set refunded_quantity = line.refunded_quantity + part.quantity,
      refunded_minor = line.refunded_minor + coalesce(part."amountMinor", 0)
    from ${partRows.of(parts)}
    where line.id = part."lineId" and line.id = any(${ids}::bigint[])
  `.execute(tx)
}

/** Refunds of these orders that were promised and not sent yet. */
export async function listOpenRefunds(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', sql<number>`any(${[...orderIds]}::bigint[])`)
    .where('state', '=', 'reserved')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The states of an order's disputes. A process of release 0.1.0 writes them to the history only, as `dispute <state>
 * <id>`; the later one of row and history counts.
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

/** Those of these orders that have a dispute, in any state. */
export async function ordersInDispute(tx: Tx, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from order_disputes where order_id = any(${orderIds}::bigint[])
    union
    select order_id from order_moves
    where order_id = any(${orderIds}::bigint[]) and cause like 'dispute % %'
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores the state of a dispute of a locked order, and writes it to the order's history in the words that release
 * 0.1.0 reads. The order is compared with its provider again an hour later: the message about the end of a dispute
 * comes months after the order ended, and may be lost.
 */
export async function storeDispute(
  tx: Tx,
  { id: orderId, status }: Pick<OrderRow, 'id' | 'status'>,
  { id, state, note, answerBy }: DisputeNews & { note: string },
) {
  await sql`
    with told as (
      insert into order_moves (order_id, from_status, to_status, cause, note)
      values (${orderId}, ${status}, ${status}, ${`dispute ${state} ${id}`}, ${note})
      returning id
    )
    insert into order_disputes (order_id, dispute_id, state, move_id, answer_by)
    select ${orderId}, ${id}, ${state}, told.id, ${answerBy ?? null}::timestamptz from told
    on conflict (order_id, dispute_id) do update set state = excluded.state, move_id = excluded.move_id,
      answer_by = coalesce(excluded.answer_by, order_disputes.answer_by)
  `.execute(tx)
  await tx
    .updateTable('orders')
    .set({
      updated_at: sql<Date>`clock_timestamp()`,
      recheck_at: sql<Date>`clock_timestamp() + interval '1 hour'`,
    })
    .where('id', '=', orderId)
    .execute()
}

/** Stores by when the provider wants an answer in a dispute whose state stays. The order is locked before. */
export async function storeDeadline(
  tx: Tx,
  orderId: number,
  { id, answerBy }: Pick<DisputeNews, 'id' | 'answerBy'>,
) {
  await sql`
    update order_disputes set answer_by = ${answerBy ?? null}::timestamptz
    where order_id = ${orderId} and dispute_id = ${id} and answer_by is distinct from ${answerBy ?? null}::timestamptz
  `.execute(tx)
}

/** Whether somebody came in with a valid place of the order. */
export async function hasCome(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from attendees where order_id = ${orderId} and status = 'publish' and checked_in_at is not null limit 1
  `.execute(tx)
  return rows.length > 0
}
