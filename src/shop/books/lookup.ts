import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OrderRecord } from './causes.ts'
import type { Entry } from './entries-of-order.ts'

/** Moments as the rules count them: microseconds since 1970. */
const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/**
 * Orders of which there is something to book. A constant, so that the partial index `orders_to_book` serves it.
 */
export const hasEntries = sql`(o.completed_at is not null or o.paid_minor > 0)`

export type ReadRecord = OrderRecord & {
  /** `updated_at` as text, exact: the state of the order that was read. */
  as_of: string
  paid_minor: number
  paid_at: number
  reference: string
}

/**
 * These orders with all rows that the books are made from, each as it was at one moment. A payment to a provider of which
 * `payments` has no row yet is left out.
 */
export async function readRecords(db: Db, ids: readonly number[]): Promise<ReadRecord[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReadRecord>`${selectRecords()}
    where o.id = any(${[...ids]}::bigint[]) order by o.id`.execute(db)
  return rows
}

const selectRecords = (more?: RawBuilder<unknown>) => sql`
    select o.id, o.gateway, o.currency, o.event_id, o.paid_minor, o.updated_at::text as as_of,
      ${micros('o.completed_at')} as completed_at,
      coalesce(o.gateway_order_id, '') as reference,
      ${micros('paid.at')} as paid_at,
      (select coalesce(json_agg(l order by l.ordinal), '[]') from (
        select id, ordinal, kind, ticket_id, event_id, fee_id, coupon_id, quantity, total_minor,
          tax.bp as tax_bp, tax.code as tax_code, tax.name as tax_name,
          not exists (
            select from order_coupons c where c.order_id = o.id and not order_lines.ticket_id = any(c.ticket_ids)
          ) as takes_discount
        from order_lines left join order_line_taxes tax on tax.line_id = order_lines.id
        where order_id = o.id and not exists (
          select from place_moves where to_line_id = order_lines.id)) l) as lines,
      (select coalesce(json_agg(p order by p.id), '[]') from (
        select id, method, amount_minor, ${micros('payments.at')} as at
        from payments where order_id = o.id) p) as payments,
      (select coalesce(json_agg(r order by r.id), '[]') from (
        select refunds.id, amount_minor, lines as parts, method,
          exists (select from place_moves where refund_id = refunds.id) as of_move, ${micros('done.at')} as done_at,
          ${micros('failed.at')} as failed_at
        from refunds
        join refund_steps done on done.refund_id = refunds.id and done.state = 'done'
        left join refund_steps failed on failed.refund_id = refunds.id and failed.state = 'failed'
        where refunds.order_id = o.id) r) as refunds,
      (select coalesce(json_agg(d order by d.id), '[]') from (
        select id, split_part(cause, ' ', 3) as dispute, split_part(cause, ' ', 2) as state,
          split_part(cause, ' ', 2) = 'lost' and to_status = 'completed' as reversed,
          ${micros('order_moves.at')} as at
        from order_moves where order_id = o.id and cause like 'dispute % %') d) as disputes,
      (select coalesce(json_agg(m order by m.id), '[]') from (
        select place_moves.id, event_id, from_line_id, to_line_id, before_minor, price_minor,
          coalesce((select amount_minor from refunds where refunds.id = refund_id), 0) as back_minor,
          tax.bp as tax_bp, tax.code as tax_code, tax.name as tax_name, ${micros('place_moves.at')} as at
        from place_moves left join order_line_taxes tax on tax.line_id = to_line_id
        where place_moves.order_id = o.id and from_line_id is not null) m) as moves
      ${more ? sql`, ${more}` : sql``}
    from orders o
    cross join lateral (
      select coalesce(o.completed_at,
        (select min(created_at) from refunds where order_id = o.id), o.created_at) as at
    ) paid
`

/** The order, its entries by cause, and whether they are of the order as it is; all of one moment. */
export type BookedRecord = ReadRecord & { entries: readonly Entry[]; is_booked: boolean }

/** The next orders that the books are made from, by id, with what the books have of them. */
export function readBooked(db: Db, { after, limit }: { after: number; limit: number }) {
  return booked(
    db,
    sql`(select o.id from orders o where ${hasEntries} and o.id > ${after} order by o.id limit ${limit})`,
  )
}

/** Those of these orders that the books are made from, by id, with what the books have of them. */
export const readBookedOf = (db: Db, ids: readonly number[]): Promise<BookedRecord[]> =>
  booked(
    db,
    sql`(select o.id from orders o where ${hasEntries} and o.id = any(${[...ids]}::bigint[]))`,
  )

async function booked(db: Db, ids: RawBuilder<unknown>): Promise<BookedRecord[]> {
  const entries = sql`
    (select coalesce(json_agg(e order by e."causeKind", e."causeId", e.n), '[]') from (
      select ${micros('book_entries.at')} as at, event_id as "eventId", order_id as "orderId",
        line_id as "lineId", kind, method, amount_minor as "amountMinor", net_minor as "netMinor",
        tax_minor as "taxMinor", tax_bp as "taxBp", tax_code as "taxCode", currency,
        cause_kind as "causeKind", cause_id as "causeId", n
      from book_entries where order_id = o.id) e) as entries,
    exists (
      select from booked_orders b where b.order_id = o.id and b.as_of = o.updated_at) as is_booked`
  const { rows } = await sql<BookedRecord>`${selectRecords(entries)}
    where o.id in ${ids} order by o.id`.execute(db)
  return rows
}

/** An order that the books do not have as it is now. */
export type Unbooked = { id: number; updated_at: Date; exactly: string }

type Due = {
  /** Changes after this moment, as exact text. */
  after: string
  limit: number
}

/** Orders whose last change is not in the books, by the time of that change. */
export async function listUnbooked(db: Db, { after, limit }: Due): Promise<Unbooked[]> {
  const { rows } = await sql<Unbooked>`
    select o.id, o.updated_at, o.updated_at::text as exactly
    from orders o left join booked_orders b on b.order_id = o.id
    where ${hasEntries} and o.updated_at > ${after}::timestamptz
      and b.as_of is distinct from o.updated_at
    order by o.updated_at limit ${limit}
  `.execute(db)
  return rows
}

/**
 * From where the writer looks on: some minutes before the last change that it saw, because a transaction that commits
 * late carries an earlier time.
 */
export async function lookFrom(db: Db, minutesBefore: number): Promise<string> {
  const { rows } = await sql<{ from: string }>`
    select (looked_until - make_interval(mins => ${minutesBefore}::int))::text as from
    from book_positions where name = 'orders'
  `.execute(db)
  return rows[0]?.from ?? '-infinity'
}
