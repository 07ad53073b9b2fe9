import { sql } from 'kysely'
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
  const booked = (kind: string) => sql`
    (select coalesce(sum(amount_minor), 0)::bigint from book_entries e
      where e.order_id = o.id and e.kind = ${kind})`
  const { rows } = await sql<AskedPayment>`
    select o.id as order_id, o.gateway, o.gateway_order_id as reference, o.currency, o.paid_minor,
      (select coalesce(sum(amount_minor), 0)::bigint from refunds
        where order_id = o.id and state = 'done' and method = 'paid') as refunds_minor,
      ${booked('payment')} as booked_paid,
      (select coalesce(sum(e.amount_minor), 0)::bigint from book_entries e
        join refunds r on r.id = e.cause_id and r.method = 'paid'
        where e.order_id = o.id and e.kind = 'refund') as booked_back,
      ${booked('dispute')} as booked_lost
    from orders o
    where o.id > ${after} and o.paid_minor > 0 and o.gateway_order_id is not null
      and o.updated_at >= ${since}
    order by o.id limit ${limit}
  `.execute(db)
  return rows
}
