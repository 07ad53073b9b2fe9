import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export async function insertAwaited(
  tx: Tx,
  { orderId, payBy, userId }: { orderId: number; payBy: string; userId: number | null },
): Promise<void> {
  await tx
    .insertInto('awaited_payments')
    .values({ order_id: orderId, pay_by: payBy, user_id: userId })
    .execute()
}

/** By when the order is to be paid, `YYYY-MM-DD`; null for an order that waits for no payment of this kind. */
export async function findPayBy(db: Db, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ pay_by: string }>`
    select pay_by::text as pay_by from awaited_payments where order_id = ${orderId}
  `.execute(db)
  return rows[0]?.pay_by ?? null
}
