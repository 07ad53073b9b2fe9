import { isToBuyer, withheldOfOrder } from '../../messaging/outbox/lookup.withheld.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'

/** What was not mailed about an order: nothing to its buyer, and so many mails to its other holders. */
export type UnsentMails = { isBuyerUntold: boolean; waiting: number }

export async function unsentMails(db: Db, order: OrderRow): Promise<UnsentMails> {
  const withheld = await withheldOfOrder(db, order.id)
  const toOthers = withheld.filter(mail => !isToBuyer(mail, order))
  return { isBuyerUntold: withheld.length > toOthers.length, waiting: toOthers.length }
}
