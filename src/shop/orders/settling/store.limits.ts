import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** What this person has given back of an order, in minor units. */
export async function refundedBy(tx: Tx, orderId: number, userId: number): Promise<number> {
  const { total } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_minor), 0)::bigint`.as('total'))
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return total
}

/** What all persons have given back since a moment, in minor units of the currency. */
export async function refundedSince(tx: Tx, currency: string, since: Date): Promise<number> {
  const { total } = await tx
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(sql<number>`coalesce(sum(refunds.amount_minor), 0)::bigint`.as('total'))
    .where('refunds.user_id', 'is not', null)
    .where('refunds.created_at', '>', since)
    .where('refunds.state', '<>', 'failed')
    .where('orders.currency', '=', currency)
    .executeTakeFirstOrThrow()
  return total
}

/** One refund at a time counts those of the day. It is the last lock that a refund takes. */
export async function lockRefundDay(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${refundDay})`.execute(tx)
}

const refundDay = 7_302_041
