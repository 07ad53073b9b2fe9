import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { ReadRecord } from './lookup.ts'
import { methodOf } from './causes.ts'
import { type Entry } from './entries-of-order.ts'

/** Writes a row for what was paid of each of these orders at its provider, once. */
export async function insertPayments(tx: Tx, orders: readonly ReadRecord[]) {
  const rows = orders.map(order => ({
    order_id: order.id,
    method: methodOf(order),
    amount_minor: order.paid_minor,
    currency: order.currency,
    at: order.paid_at,
    reference: order.reference,
  }))
  await sql`
    insert into payments (order_id, method, amount_minor, currency, at, reference)
    select order_id, method, amount_minor, currency,
      timestamptz 'epoch' + at * interval '1 microsecond', reference
    from json_to_recordset(${JSON.stringify(rows)}::json) as p (
      order_id bigint, method text, amount_minor bigint, currency text, at bigint, reference text)
    on conflict (order_id, method, reference) do nothing
  `.execute(tx)
}

/** Writes entries that are not there yet, and that these orders are booked as they were read. */
export async function insertEntries(
  tx: Tx,
  entries: readonly Entry[],
  orders: readonly Pick<ReadRecord, 'id' | 'as_of'>[],
) {
  await sql`
    with written as (
      insert into book_entries (at, event_id, order_id, line_id, kind, method, amount_minor, currency,
        net_minor, tax_minor, tax_bp, tax_code, cause_kind, cause_id, n)
      select timestamptz 'epoch' + at * interval '1 microsecond', "eventId", "orderId", "lineId", kind,
        method, "amountMinor", currency, "netMinor", "taxMinor", "taxBp", "taxCode", "causeKind", "causeId", n
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (
        at bigint, "eventId" bigint, "orderId" bigint, "lineId" bigint, kind text, method text,
        "amountMinor" bigint, currency text, "netMinor" bigint, "taxMinor" bigint, "taxBp" integer,
        "taxCode" text, "causeKind" text, "causeId" bigint, n integer)
      on conflict (cause_kind, cause_id, n) do nothing
    )
    insert into booked_orders (order_id, as_of)
    select id, as_of from json_to_recordset(${JSON.stringify(orders)}::json) as b (
      id bigint, as_of timestamptz)
    order by id
    on conflict (order_id) do update set as_of = excluded.as_of
  `.execute(tx)
}

/** Notes how far the writer has looked; it never goes back. */
export async function moveOn(tx: Tx, until: string) {
  await sql`
    insert into book_positions (name, looked_until) values ('orders', ${until}::timestamptz)
    on conflict (name) do update
      set looked_until = greatest(book_positions.looked_until, excluded.looked_until)
  `.execute(tx)
}

/** Looks again from before this moment on. */
export async function moveBack(tx: Tx, since: Date) {
  await sql`
    update book_positions set looked_until = least(looked_until, ${since}::timestamptz - interval '1 second')
    where name = 'orders'
  `.execute(tx)
}
