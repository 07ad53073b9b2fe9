import { type BuyersMail, buyersMail } from '../../messaging/outbox/lookup.to-buyer.ts'
import { isToBuyer, withheldOfOrder } from '../../messaging/outbox/lookup.withheld.ts'
import type { Deps } from '../../shop/deps.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'

/** What was mailed about an order to its buyer, and what was not: so many mails to its other holders. */
export type OrderMails = {
  isBuyerUntold: boolean
  waiting: number
  /** What became of the mail with the tickets to the buyer. */
  toBuyer: BuyersMail | undefined
}

export async function mailsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: OrderRow,
): Promise<OrderMails> {
  const withheld = await withheldOfOrder(db, order.id)
  const toBuyer = (await buyersMail(db, order)) ?? soonQueued(order, clock.now())
  const toOthers = withheld.filter(mail => !isToBuyer(mail, order))
  const isBuyerUntold = withheld.length > toOthers.length
  return { isBuyerUntold, waiting: toOthers.length, toBuyer }
}

/** Mails are queued some moments after the order. One that was moved in from another system gets none. */
const soonQueued = ({ completed_at: at }: OrderRow, now: Date): BuyersMail | undefined =>
  at !== null && now.getTime() - at.getTime() < soonMs
    ? { state: 'queued', attempts: 0 }
    : undefined

const soonMs = 5 * 60_000
