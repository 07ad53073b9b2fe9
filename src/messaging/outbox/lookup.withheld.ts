import type { Db } from '../../platform/db/database.ts'
import { sql } from 'kysely'

/** A mail about an order that is beyond a limit. */
export type WithheldMail = { id: number; recipient: string; network: string | null }

/** The mails about an order that wait until somebody lets them leave, oldest first. */
export function withheldOfOrder(db: Db, orderId: number): Promise<WithheldMail[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'recipient', 'network'])
    .where('order_id', '=', orderId)
    .where('state', '=', sql.lit('withheld'))
    .orderBy('id')
    .execute()
}

/** Whether a mail goes to the purchaser of its order. */
export const isToBuyer = (
  { recipient }: Pick<WithheldMail, 'recipient'>,
  { purchaser_email: email }: { purchaser_email: string },
): boolean => recipient.trim().toLowerCase() === email.trim().toLowerCase()

/** The networks of these orders, as their earlier mails have them; an order without such a mail is left out. */
export async function networksOfOrders(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; network: string }>`
    select ordered.id, first.network from unnest(${[...ids]}::bigint[]) as ordered (id)
    cross join lateral (
      select network from messages where order_id = ordered.id and network is not null
      order by id limit 1
    ) as first
  `.execute(db)
  return new Map(rows.map(({ id, network }) => [id, network]))
}
