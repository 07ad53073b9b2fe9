import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

type Addresses = { from: string; to: string }

/** Gives waiting mails of an order another recipient, but for those that the recipient gets anyway. */
export async function changeRecipients(tx: Tx, orderId: number, { from, to }: Addresses) {
  await sql`
    update messages set recipient = ${to}
    where order_id = ${orderId} and lower(recipient) = ${from.trim().toLowerCase()}
      and state in ('queued', 'withheld') and recipient <> ${to}
      and not exists (select from messages same where same.cause = messages.cause
        and same.kind = messages.kind and same.about_id = messages.about_id and same.recipient = ${to})
  `.execute(tx)
}

/** How many mails staff had sent again for an order since a moment. */
export async function countResent(tx: Tx, orderId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where order_id = ${orderId} and cause like 'resend %' and created_at > ${since}
  `.execute(tx)
  return rows[0]?.count ?? 0
}
