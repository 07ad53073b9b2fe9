import { sql } from 'kysely'
import { batchRows } from '../../../platform/db/batch-rows.ts'
import type { Db } from '../../../platform/db/database.ts'
import { failedOnes, movedOrdinal, openOnes } from './lookup.ts'

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
  union all select id, 'attendees', holders, places - places_back - moved from books
    where status = 'completed' and holders <> places - places_back - moved
  union all select id, 'attendees', holders, 0 from books
    where status <> 'completed' and holders <> 0 and not (status in ${openOnes} and stock = 'taken')
  union all select id, 'places given back', places_back, refund_places from books
    where total_minor > 0 and places_back < refund_places
  union all select id, 'lost disputes', lost, 0 from books
    where (status = 'completed' or status in ${openOnes}) and lost <> 0
  union all select min(id), 'completed orders of the cart', count(*), 1 from books
    where status = 'completed' and cart_id is not null group by cart_id having count(*) > 1
  union all select min(id), 'open orders of the cart', count(*), 1 from books
    where status in ${openOnes} and cart_id is not null
    group by cart_id having count(*) > 1
`

type MoneyStep = { gateway: string; currency: string; step: number }

const stepRows = batchRows<MoneyStep>('s (gateway text, currency text, step bigint)')

/**
 * Recalculates the money and attendees of every order from the rows, in one snapshot. `steps` has the currencies that
 * a gateway moves in larger steps than they have.
 */
export async function listDifferences(
  db: Db,
  steps: readonly MoneyStep[],
): Promise<OrderDifference[]> {
  const { rows } = await sql<OrderDifference>`
    with lines as (
      select order_id, sum(total_minor) filter (where ordinal < ${movedOrdinal}) as total,
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
    ), moved as (
      select order_id, count(*) as places from place_moves where order_id is not null group by order_id
    ), holders as (
      select order_id, count(*) as places from attendees
      where status <> 'trash' and order_id is not null group by order_id
    ), disputes as (
      select order_id, count(*) filter (where state = 'lost') as lost
      from order_disputes group by order_id
    ), steps as (
      select * from ${stepRows.of(steps)}
    ), books as (
      select o.id, coalesce(s.step, 1) as step, o.status, o.stock, o.cart_id, o.gateway, o.total_minor, o.paid_minor, o.refunded_minor,
        coalesce(l.total, 0) as line_total, coalesce(l.places, 0) as places,
        coalesce(l.places_back, 0) as places_back, coalesce(l.minor_back, 0) as minor_back,
        coalesce(b.minor, 0) as refund_minor, coalesce(b.done, 0) as done,
        coalesce(b.promised, 0) as promised, coalesce(b.places, 0) as refund_places,
        coalesce(h.places, 0) as holders, coalesce(m.places, 0) as moved, coalesce(d.lost, 0) as lost
      from orders o
      left join lines l on l.order_id = o.id
      left join back b on b.order_id = o.id
      left join holders h on h.order_id = o.id
      left join moved m on m.order_id = o.id
      left join disputes d on d.order_id = o.id
      left join steps s on s.gateway = o.gateway and s.currency = o.currency
    ), findings as (${findings})
    select id as "order", what, stored::bigint as stored, derived::bigint as derived
    from findings order by 1, 2
  `.execute(db)
  return rows
}
