import type { Tx } from '../../../platform/db/database.ts'
import { returnAttendeesOfOrder } from '../../../ticketing/attendees/return-attendees.ts'
import { setOrderStatus } from '../../../ticketing/attendees/set-order-status.ts'
import { giveCouponBack, move } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { type DisputeNews, disputeNews } from '../record/rules.ts'
import { listDisputes, storeDispute } from './store.ts'
import { lockOrder } from '../record/store.ts'

const words = {
  inquiry: 'The bank of the buyer asks about the payment',
  open: 'The bank of the buyer took the money back for now; the tickets do not admit meanwhile',
  won: 'The dispute ended for us; the tickets admit again',
  lost: 'The dispute was lost; the money is gone',
} as const

/**
 * Applies changes of a completed order's disputes. While a dispute is open the tickets admit nobody but keep their
 * places. When it is lost the order is reversed and the places are free. Each step is written to the order's history.
 */
export async function settleDisputes(tx: Tx, orderId: number, told: readonly DisputeNews[]) {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'completed') return
  const known = await listDisputes(tx, order.id)
  const ids = new Set([...known.keys(), ...told.map(({ id }) => id)])
  for (const id of ids) {
    const state = told.find(dispute => dispute.id === id)?.state
    const news = disputeNews(known.get(id), state)
    if (!news) continue
    known.set(id, news)
    await act(tx, order, { id, state: news })
    if (news === 'lost') return
  }
  const isOpen = [...known.values()].includes('open')
  if (known.size > 0) await setOrderStatus(tx, order.id, isOpen ? 'reversed' : 'completed')
}

async function act(tx: Tx, order: OrderRow, { id, state }: DisputeNews) {
  await storeDispute(tx, order, { id, state, note: `${words[state]} (${id}).` })
  if (state !== 'lost') return
  await giveCouponBack(tx, order)
  await returnAttendeesOfOrder(tx, order.id, { orderStatus: 'reversed' })
  await move(tx, order, { to: 'reversed', cause: 'dispute', stock: 'returned' })
}
