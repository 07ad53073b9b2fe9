import { transaction } from '../../platform/db/transaction.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { Deps } from '../deps.ts'
import { isToBuyer, withheldOfOrder, type WithheldMail } from './lookup.withheld.ts'
import { countMails, type CountedMail, uncountMails } from './mail-limits.ts'
import { sendJob } from './queue-messages.ts'
import { queueWithheld } from './store.ts'

/** How many mails were let go, and how many still wait. */
export type Released = { released: number; waiting: number }

/**
 * Lets the buyer of an order send the mails to its holders that wait. They are counted like new ones, so a stranger
 * who presses the button again and again sends no more mail than the limits allow (contract.md 19.12).
 */
export async function releaseMails(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'budgets'>,
  order: OrderRow,
): Promise<Released> {
  const { db, clock, jobs } = deps
  return transaction(db, async tx => {
    const waiting = (await withheldOfOrder(tx, order.id)).filter(mail => !isToBuyer(mail, order))
    const counted = waiting.map(mail => countedOf(mail, order.id))
    const reasons = await countMails(deps, tx, counted)
    const allowed = waiting.filter((_, at) => reasons[at] === undefined)
    const ids = allowed.map(({ id }) => id)
    const moved = new Set(ids.length > 0 ? await queueWithheld(tx, ids, clock.now()) : [])
    // Staff, or another press of the button, let these go in the meantime.
    const lost = allowed.filter(({ id }) => !moved.has(id))
    await uncountMails(
      deps,
      tx,
      lost.map(mail => countedOf(mail, order.id)),
    )
    if (moved.size > 0) await jobs.enqueue(tx, sendJob, {}, { key: 'due' })
    return { released: moved.size, waiting: waiting.length - allowed.length }
  })
}

const countedOf = ({ network, recipient }: WithheldMail, orderId: number): CountedMail => ({
  limit: 'holder',
  network: network ?? unknownNetwork(orderId),
  recipient,
})

/** The network of an order of which none is known: one of its own. */
export const unknownNetwork = (orderId: number) => `order ${orderId}`
