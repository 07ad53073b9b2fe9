import { sql } from 'kysely'
import { writeBooks } from '../../src/shop/books/write-books.ts'
import type { Db } from '../../src/platform/db/database.ts'

const atOnce = { turn: <T>(work: () => Promise<T>) => work(), isClosed: () => false }

/** Books what has happened, as the job does. */
export const bookNow = (db: Db) => writeBooks(db, atOnce)

/** All entries but their ids, in the order of their causes. */
export async function dumpBooks(db: Db): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select (to_jsonb(e) - 'id')::text as line from book_entries e order by cause_kind, cause_id, n
  `.execute(db)
  return rows.map(({ line }) => line).join('\n')
}

/** Deletes the books; payments stay, like everything else that the books are made from. */
export async function loseBooks(db: Db) {
  await sql`truncate book_entries, booked_orders, book_positions`.execute(db)
}

/** One sentence for each sum of the books that is not that of the rows; a naive recount, order by order. */
export async function booksDiffer(db: Db): Promise<string[]> {
  const { rows } = await sql<Record<string, number> & { id: number }>`
    select o.id, o.paid_minor,
      case when o.completed_at is null then 0 else o.total_minor end as charged,
      case when o.status = 'reversed' then 1 else 0 end as reversed,
      (select coalesce(sum(amount_minor), 0)::bigint from refunds r
        where r.order_id = o.id and r.state = 'done') as back,
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
        where r.order_id = o.id and r.state <> 'done'
          and exists (select from place_moves m where m.refund_id = r.id)) as promised,
      (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
        where e.order_id = o.id and cause_kind = 'order') as sold,
      (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
        where e.order_id = o.id and cause_kind <> 'order'
          and kind in ('sale', 'fee', 'discount', 'return')) as returned,
      (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
        where e.order_id = o.id and kind = 'payment') as paid,
      (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
        where e.order_id = o.id and kind = 'refund') as refunded,
      (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
        where e.order_id = o.id and kind = 'dispute') as disputed,
      (select count(*)::int from order_disputes d
        where d.order_id = o.id and d.state in ('open', 'lost')) as lost,
      (select count(*)::int from order_disputes d where d.order_id = o.id) as disputes,
      (select count(*)::int from payments p where p.order_id = o.id) as payments
    from orders o
  `.execute(db)
  return rows.flatMap(row => {
    const {
      promised = 0,
      charged = 0,
      sold = 0,
      returned = 0,
      paid = 0,
      refunded = 0,
      back = 0,
      disputed = 0,
    } = row
    const paidMinor = row['paid_minor'] ?? 0
    const wrong = (holds: boolean, what: string) =>
      holds ? [] : [`order ${row.id}: ${what} ${JSON.stringify(row)}`]
    return [
      ...wrong(sold === charged, 'is charged something else'),
      ...wrong(paid === paidMinor, 'was paid something else'),
      ...wrong(row['payments'] === (paidMinor > 0 ? 1 : 0), 'has another number of payments'),
      ...wrong(refunded === -back, 'gave something else back'),
      ...wrong(row['lost'] === 0 ? disputed === 0 : disputed <= 0, 'lost something else'),
      // Without a dispute an order that completed owes nothing, and one that did not was owed what it paid. The difference
      // of a move that is still on its way back is open, and so is what was given back beyond what was paid: in cash here, and
      // once more at the provider, where nobody can refuse it.
      ...wrong(
        row['disputes'] !== 0 ||
          charged === 0 ||
          sold + returned + promised === paid + refunded ||
          (back > paidMinor && sold + returned === 0),
        'is open',
      ),
      ...wrong(row['reversed'] === 0 || sold + returned === 0, 'is charged though it is reversed'),
    ]
  })
}
