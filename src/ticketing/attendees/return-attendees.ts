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

type Departure = {
  /** The status their orders ended in, e.g. `refunded`. */
  readonly orderStatus: string
}

/**
 * Ends all attendees of an order: lists no longer have them, their tickets no longer admit, and every place
 * they occupied is free again. Calling it twice frees nothing twice. Returns the ids it ended.
 */
export async function returnAttendeesOfOrder(
  tx: Tx,
  orderId: number,
  leaving: Departure,
): Promise<number[]> {
  return end(tx, await lockLeaving(tx, orderId), leaving)
}

/** Places of order lines, and whose end where they are named. */
export type LinesBack = {
  readonly parts: readonly { readonly lineId: number; readonly quantity: number }[]
  readonly attendeeIds?: readonly number[] | null | undefined
}

type Choosable = Pick<LeavingAttendee, 'id' | 'order_line_id' | 'checked_in' | 'passed_on'>

/**
 * Whose places of these lines end: those that are named. Where nobody is: those not checked in first, then those that are with
 * the buyer, then the latest.
 */
export function chooseLeaving<Place extends Choosable>(
  all: readonly Place[],
  { parts, attendeeIds }: LinesBack,
): Place[] {
  const named = attendeeIds && all.filter(({ id }) => attendeeIds.includes(id))
  const chosen = parts.flatMap(({ lineId, quantity }) =>
    (named ?? all)
      .filter(attendee => attendee.order_line_id === lineId)
      .sort(
        (a, b) =>
          Number(a.checked_in) - Number(b.checked_in) ||
          Number(a.passed_on) - Number(b.passed_on) ||
          b.id - a.id,
      )
      .slice(0, quantity),
  )
  return [...new Set(chosen)]
}

/**
 * Ends this many attendees of each order line (`chooseLeaving`). A second call for the same refund ends further
 * attendees, so the caller settles each refund once.
 */
export async function returnAttendeesOfLines(
  tx: Tx,
  orderId: number,
  back: LinesBack,
): Promise<number[]> {
  const leaving = chooseLeaving(await lockLeaving(tx, orderId), back)
  return end(tx, leaving, { orderStatus: 'refunded' })
}

/**
 * Which places somebody gives back: the buyer all that are not passed on, or one of them; who holds a ticket that was passed
 * on that one, while it is of the generation that was passed to this holder.
 */
export type Giving =
  | { readonly by: 'buyer'; readonly attendeeId?: number | undefined }
  | { readonly by: 'holder'; readonly attendeeId: number; readonly generation: number }

/**
 * Ends these attendees of an order, but for those who have been checked in. Returns the line of the order that each was of;
 * nothing, and changes nothing, when the order has no such attendee any more.
 */
export async function returnUnused(tx: Tx, orderId: number, giving: Giving): Promise<number[]> {
  const all = await lockLeaving(tx, orderId)
  const leaving = all.filter(attendee => !attendee.checked_in && mayGive(giving, attendee))
  await end(tx, leaving, { orderStatus: 'refunded' })
  return leaving.flatMap(({ order_line_id: lineId }) => lineId ?? [])
}

const mayGive = (giving: Giving, { id, passed_on: isPassed, generation }: LeavingAttendee) =>
  giving.by === 'buyer'
    ? !isPassed && (giving.attendeeId === undefined || giving.attendeeId === id)
    : isPassed && giving.attendeeId === id && giving.generation === generation

/** All rows that several of the steps above lock, in the order of locks. */
export async function lockPlacesOfOrder(tx: Tx, orderId: number): Promise<void> {
  const all = await lockLeaving(tx, orderId)
  if (all.length === 0) return
  await lockWithShared(tx, { poolIds: all.flatMap(({ pool_id: id }) => id ?? []) })
  await lockTickets(tx, [...new Set(all.map(({ ticket_id: id }) => id))])
}

/** For a batch that ends attendees of these orders: locks them before its pools. */
export const attendeesToLock = {
  ids: (tx: Tx, orderIds: readonly number[]) =>
    orderIds.length === 0 ? Promise.resolve([]) : listAttendeeIds(tx, orderIds),
  lock: lockAttendees,
}

async function end(tx: Tx, leaving: readonly LeavingAttendee[], { orderStatus }: Departure) {
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
