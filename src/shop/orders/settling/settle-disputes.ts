import type { Tx } from '../../../platform/db/database.ts'
import { returnAttendeesOfOrder } from '../../../ticketing/attendees/return-attendees.ts'
import { setOrderStatus } from '../../../ticketing/attendees/set-order-status.ts'
import { giveCouponBack, move } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { type DisputeNews, disputeNews } from '../record/rules.ts'
import { listDisputes, storeDeadline, storeDispute } from './store.ts'
import { lockOrder } from '../record/store.ts'

const words = {
  inquiry: 'The bank of the buyer asks about the payment',
  open: 'The bank of the buyer took the money back for now; the tickets do not admit meanwhile',
  won: 'The dispute ended for us; the tickets admit again',
  lost: 'The dispute was lost; the money is gone',
} as const

/** The same for an order that was reversed: its places may have been sold again. */
const wordsReversed = {
  ...words,
  open: 'The bank of the buyer took the money back for now',
  won: 'The dispute ended for us: its money is back, and the places of the order stay free',
} as const

/** The same for an order that has no places any more, because its money was given back before. */
const wordsAfterwards = {
  ...words,
  open: 'The bank of the buyer took the money back for now, though it was given back before',
  won: 'The dispute ended for us',
  lost: 'The dispute was lost: the money is gone, and it was given back before',
} as const

/**
 * Applies changes of a paid order's disputes, and writes each step to the order's history. While a dispute is open the
 * tickets of a completed order admit nobody but keep their places. When it is lost the order is reversed and the places
 * are free. It stays so when the bank reverses its decision: the money can be refunded then. An order that was refunded
 * before stays as it is: staff read there that its money may go twice.
 */
export async function settleDisputes(tx: Tx, orderId: number, told: readonly DisputeNews[]) {
  const order = await lockOrder(tx, orderId)
  if (!order || (order.status !== 'completed' && order.paid_minor === 0)) return
  const hasPlaces = order.status === 'completed'
  const recorded = await listDisputes(tx, order.id)
  const ids = new Set([...recorded.keys(), ...told.map(({ id }) => id)])
  for (const id of ids) {
    const dispute = told.find(one => one.id === id)
    const news = disputeNews(recorded.get(id), dispute?.state)
    if (!news) {
      await keepDeadline(tx, order.id, dispute)
      continue
    }
    recorded.set(id, news)
    const note = `${wordsFor(order)[news]} (${id}).`
    await storeDispute(tx, order, { ...dispute, id, state: news, note })
    if (news === 'lost' && hasPlaces) return reverse(tx, order)
  }
  if (recorded.size > 0 && hasPlaces) await setOrderStatus(tx, order.id, statusWith(recorded))
}

/** A later message may say when the provider wants an answer, though the dispute stands as it did. */
async function keepDeadline(tx: Tx, orderId: number, dispute: DisputeNews | undefined) {
  if (dispute?.answerBy) await storeDeadline(tx, orderId, dispute)
}

function wordsFor({ status }: OrderRow) {
  if (status === 'completed') return words
  return status === 'reversed' ? wordsReversed : wordsAfterwards
}

/** The status of places that still belong to their order: with an open dispute they admit nobody. */
const statusWith = (recorded: ReadonlyMap<string, DisputeNews['state']>) =>
  [...recorded.values()].includes('open') ? 'reversed' : 'completed'

async function reverse(tx: Tx, order: OrderRow) {
  await giveCouponBack(tx, order)
  await returnAttendeesOfOrder(tx, order.id, { orderStatus: 'reversed' })
  await move(tx, order, { to: 'reversed', cause: 'dispute', stock: 'returned' })
}
