import type { Tx } from '../../platform/db/database.ts'
import { isListed } from './rules.ts'
import { type CountChange, changeTicketCounts } from './store.counts.ts'
import { type LeavingAttendee, updateOrderStatus } from './store.ts'

/**
 * Gives an order's attendees its new status, by which check-in judges them. Frees no stock: that is
 * `returnAttendeesOfOrder`. Answers to an invitation keep their status, unless they have ended.
 */
export async function setOrderStatus(tx: Tx, orderId: number, orderStatus: string): Promise<void> {
  const changed = await updateOrderStatus(tx, orderId, orderStatus)
  await changeTicketCounts(
    tx,
    changed.flatMap(before => [
      countOf(before, -1),
      countOf({ ...before, order_status: orderStatus }, 1),
    ]),
  )
}

const countOf = (attendee: LeavingAttendee, sign: 1 | -1): CountChange => ({
  eventId: attendee.event_id,
  ticketId: attendee.ticket_id,
  orderStatus: attendee.order_status,
  attendees: sign,
  checkedIn: attendee.checked_in ? sign : 0,
  listed: isListed(attendee) ? sign : 0,
  going: null,
})
