import type { Tx } from '../../platform/db/database.ts'
import { isListed } from './rules.ts'
import { changeTicketCounts, updateOrderStatus } from './store.ts'

/**
 * Tells the attendees of an order what the order became; from then on the door judges by it. Frees no stock: that is
 * `returnAttendees`. Answers to an invitation keep theirs, which is not about money, unless they have been ended.
 */
export async function setOrderStatus(tx: Tx, orderId: number, orderStatus: string): Promise<void> {
  const changed = await updateOrderStatus(tx, orderId, orderStatus)
  await changeTicketCounts(
    tx,
    changed.map(before => ({
      eventId: before.event_id,
      ticketId: before.ticket_id,
      attendees: 0,
      checkedIn: 0,
      listed: Number(isListed({ ...before, order_status: orderStatus })) - Number(isListed(before)),
      going: null,
    })),
  )
}
