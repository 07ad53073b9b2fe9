import { sql } from 'kysely'
import { formatDecimal } from '../../core/money.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RememberedGateway } from '../payments/gateway.ts'

/** A payment with what the order and the books say of it, in minor units. */
export type AskedPayment = {
  order_id: number
  gateway: RememberedGateway
  reference: string
  currency: string
  paid_minor: number
  refunds_minor: number
  booked_paid: number
  /** Not positive, like `booked_lost`. */
  booked_back: number
  booked_lost: number
}

/** Orders whose money came through a provider since then, by id. */
export async function paymentsToAsk(
  db: Db,
  { since, after, limit }: { since: Date; after: number; limit: number },
): Promise<AskedPayment[]> {
  const { rows } = await sql<AskedPayment>`${payments}
    where o.id > ${after} and ${throughProvider} and o.updated_at >= ${since}
    order by o.id limit ${limit}
  `.execute(db)
  return rows
}

/** The payments of these orders that came through a provider, by order. The sandbox asks nobody. */
export async function paymentsOf(db: Db, orderIds: readonly number[]): Promise<AskedPayment[]> {
  const { rows } = await sql<AskedPayment>`${payments}
    where o.id = any(${[...orderIds]}::bigint[]) and ${throughProvider} order by o.id
  `.execute(db)
  return rows
}

const throughProvider = sql`o.paid_minor > 0 and o.gateway_order_id is not null`

const booked = (kind: string) => sql`
  (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
    where e.order_id = o.id and e.kind = ${kind})`

const payments = sql`
  select o.id as order_id, o.gateway, o.gateway_order_id as reference, o.currency, o.paid_minor,
    (select coalesce(sum(amount_minor), 0)::bigint from refunds
      where order_id = o.id and state = 'done' and method = 'paid') as refunds_minor,
    ${booked('payment')} as booked_paid,
    (select coalesce(sum(e.amount_minor), 0)::bigint from book_entries e
      join refunds r on r.id = e.cause_id and r.method = 'paid'
      where e.order_id = o.id and e.kind = 'refund') as booked_back,
    ${booked('dispute')} as booked_lost
  from orders o`

/** One sentence for each of these orders whose cash lists and books have different sums. */
export async function tillsDiffer(db: Db, orderIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; currency: string; till: number; booked: number }>`
    select * from (
      select o.id, o.currency, sum(m.amount_minor)::bigint as till,
        (select coalesce(sum(e.amount_minor), 0)::bigint from book_entries e
          where e.order_id = o.id and (
            (e.kind = 'payment' and e.method in ('cash', 'terminal')) or (e.kind = 'refund' and e.cause_id in (
              select t.refund_id from till_moves t where t.order_id = o.id and t.refund_id is not null)))) as booked
      from till_moves m join orders o on o.id = m.order_id
      join booked_orders b on b.order_id = o.id and b.as_of = o.updated_at
      where o.id = any(${[...orderIds]}::bigint[]) and m.kind in ('sale', 'refund')
      group by o.id) compared
    where till <> booked order by id
  `.execute(db)
  const shown = (minor: number, currency: string) =>
    `${formatDecimal({ minor, currency })} ${currency}`
  return rows.map(
    ({ id, currency, till, booked: inBooks }) =>
      `Order ${id}: the cash lists have ${shown(till, currency)}, and the books have ${shown(inBooks, currency)}.`,
  )
}

export type OrderNamed = { id: number; reference: string | null; is_of_event: boolean }

type PaymentFilter = {
  gateway: string
  references: readonly string[]
  ids: readonly number[]
  eventId: number | undefined
}

/** The orders that have one of these payments or numbers, and whether something of them is of the event. */
export async function ordersNamed(
  db: Db,
  { gateway, references, ids, eventId = 0 }: PaymentFilter,
): Promise<OrderNamed[]> {
  const { rows } = await sql<OrderNamed>`
    select o.id, o.gateway_order_id as reference, coalesce(o.event_id = ${eventId}, false) or exists (
      select from order_lines l where l.order_id = o.id and l.event_id = ${eventId}) as is_of_event
    from orders o
    where (o.gateway = ${gateway} and o.gateway_order_id = any(${[...references]}::text[]))
      or o.id = any(${[...ids]}::bigint[])
  `.execute(db)
  return rows
}
