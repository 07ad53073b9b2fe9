import type { Tx } from '../../platform/db/database.ts'
import { returnUnits } from '../inventory/return-units.ts'
import { lockWithShared } from '../inventory/settle-stock.ts'
import { isListed } from './rules.ts'
import { changeTicketCounts } from './store.counts.ts'
import {
  type LeavingAttendee,
  listAttendeeIds,
  lockAttendees,
  lockLeaving,
  lockTickets,
  moveToTrash,
} from './store.ts'

type Leaving = {
  /** What their orders became, e.g. `refunded`. */
  readonly orderStatus: string
}

/**
 * Ends all attendees of an order: they leave every list, their tickets no longer let anybody in, and the place each of
 * them still occupied is free again, once however often this is called. Returns the ids that were ended now.
 */
export async function returnAttendeesOfOrder(
  tx: Tx,
  orderId: number,
  leaving: Leaving,
): Promise<number[]> {
  return end(tx, await lockLeaving(tx, orderId), leaving)
}

/**
 * Ends so many attendees of each order line, those first who are not inside yet, then the latest. Asked again for the
 * same refund it would end further ones: the caller settles a refund once.
 */
export async function returnAttendeesOfLines(
  tx: Tx,
  orderId: number,
  parts: readonly { readonly lineId: number; readonly quantity: number }[],
): Promise<number[]> {
  const all = await lockLeaving(tx, orderId)
  const chosen = parts.flatMap(({ lineId, quantity }) =>
    all
      .filter(attendee => attendee.order_line_id === lineId)
      .sort((a, b) => Number(a.checked_in) - Number(b.checked_in) || b.id - a.id)
      .slice(0, quantity),
  )
  return end(tx, [...new Set(chosen)], { orderStatus: 'refunded' })
}

/** What several of the steps above together lock, in the right order. */
export async function lockPlacesOfOrder(tx: Tx, orderId: number): Promise<void> {
  const all = await lockLeaving(tx, orderId)
  if (all.length === 0) return
  await lockWithShared(tx, { poolIds: all.flatMap(({ pool_id: id }) => id ?? []) })
  await lockTickets(tx, [...new Set(all.map(({ ticket_id: id }) => id))])
}

/** For a batch that ends attendees of these orders: they are locked before its pools. */
export const attendeesToLock = {
  ids: (tx: Tx, orderIds: readonly number[]) =>
    orderIds.length === 0 ? Promise.resolve([]) : listAttendeeIds(tx, orderIds),
  lock: lockAttendees,
}

async function end(tx: Tx, leaving: readonly LeavingAttendee[], { orderStatus }: Leaving) {
  if (leaving.length === 0) return []
  const ids = leaving.map(({ id }) => id)
  await moveToTrash(tx, ids, orderStatus)
  await returnUnits(
    tx,
    leaving.flatMap(({ stock, pool_id, shared_pool_id }) =>
      stock === 'taken' && pool_id !== null
        ? [{ poolId: pool_id, sharedPoolId: shared_pool_id, quantity: 1 }]
        : [],
    ),
  )
  await changeTicketCounts(
    tx,
    leaving.map(attendee => ({
      eventId: attendee.event_id,
      ticketId: attendee.ticket_id,
      orderStatus: attendee.order_status,
      attendees: -1,
      checkedIn: attendee.checked_in ? -1 : 0,
      listed: isListed(attendee) ? -1 : 0,
      going: attendee.going,
    })),
  )
  return ids
}
