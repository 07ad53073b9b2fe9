import { userIdOf } from '../../../core/caller.ts'
import { AppError, fail } from '../../../core/errors.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../core/actor.ts'
import type { Attempt } from '../../../platform/idempotency/run-once.ts'
import { noteMade } from '../../../platform/idempotency/store.ts'
import { attendeesToLock } from '../../../ticketing/attendees/return-attendees.ts'
import { findAttendee } from '../../../ticketing/attendees/lookup.ts'
import { moveBought } from '../../../ticketing/attendees/move-bought.ts'
import { availability } from '../../../ticketing/inventory/lookup.ts'
import { type LaneKind, type Refused, refused } from '../../../ticketing/inventory/lanes.ts'
import { lockCouponRows } from '../../coupons/use-coupon.ts'
import type { Deps } from '../../deps.ts'
import { couponsOfOrders } from '../record/lookup.ts'
import { bindAnswers } from '../../questions/lookup.ts'
import { insertLines, lockOrderRows, takeLineIds, updateOrder } from '../record/store.ts'
import type { RefundMethod } from '../settling/lookup.ts'
import { returnDifference } from '../settling/return-difference.ts'
import { sendPromised } from '../settling/send-refund.ts'
import { type MoveWish, type PlannedMove, planMove } from './plan-move.ts'
import { insertPlaceMove, type NewPlaceMove, nextMovedOrdinal, ordersOfAttendees } from './store.ts'

export type MoveToTicket = Omit<MoveWish, 'now'> & {
  method: RefundMethod
  reason: string
  actor: Actor | undefined
  /** The request's idempotency key. */
  attempt?: Attempt | undefined
}

type Request = { deps: Deps; wish: MoveToTicket; now: Date }
type Moved = { moveId: number; orderId: number | undefined }

/**
 * Moves a place to another ticket of its event and settles the difference (contract.md 31.6), all of it or nothing; also
 * in a sold-out event within its pool. Money that goes back at the provider is promised in the same transaction and
 * sent after it: a provider that does not answer does not undo the move. Returns the id of the move. Fails with
 * `invalid-attendee-id`, `attendee-move-not-allowed`, `attendee-creation-failed` when no place is left, and like a
 * refund for its limits. The same request under its idempotency key moves once.
 */
export async function moveToTicket(deps: Deps, wish: MoveToTicket): Promise<number> {
  const before = wish.attempt?.made?.['move_id']
  if (before !== undefined) return before
  const attendee = (await findAttendee(deps.db, wish.attendeeId)) ?? fail('invalid-attendee-id')
  const request = { deps, wish, now: deps.clock.now() }
  const { moveId, orderId } = await deps.lanes.runAs(wish.actor, [attendee.event_id], {
    kind: moveKind,
    request,
  })
  if (orderId !== undefined) await sendPromised(actingAs(deps, wish.actor), [orderId])
  return moveId
}

const attendeesOf = (requests: readonly Request[]) => requests.map(({ wish }) => wish.attendeeId)

const moveKind: LaneKind<Request, Moved> = {
  name: 'move-place',
  locks: {
    orders: {
      ids: async (tx, requests) => ordersOfAttendees(tx, attendeesOf(requests)),
      lock: lockOrderRows,
    },
    coupons: {
      ids: async (tx, requests) =>
        couponsOfOrders(tx, await ordersOfAttendees(tx, attendeesOf(requests))),
      lock: lockCouponRows,
    },
    attendees: {
      ids: async (_, requests) => attendeesOf(requests),
      lock: attendeesToLock.lock,
    },
  },
  oneByOne: true,
  settle: async (tx, requests) => {
    const results: (Moved | Refused)[] = []
    for (const request of requests) results.push(await moveOne(tx, request))
    return results
  },
}

async function moveOne(tx: Tx, { deps, wish, now }: Request): Promise<Moved | Refused> {
  const [orderId] = await ordersOfAttendees(tx, [wish.attendeeId])
  const planned = await planMove(tx, orderId, { ...wish, now })
  if (planned instanceof AppError) return refused(planned)
  const { movable, bought, decision } = planned
  // The places still have the tickets that they were asked with.
  if (orderId !== undefined) await bindAnswers(tx, [orderId])
  const [lineId = null] = bought ? await takeLineIds(tx, 1) : []
  const paidMinor = decision.worthMinor
  const isMoved = await moveBought(tx, movable, { lineId, paidMinor })
  if (!isMoved) return refused(new AppError('attendee-creation-failed'))
  const refundId = await writeMoney(tx, deps, { planned, lineId, wish })
  const moveId = await insertPlaceMove(tx, rowOf({ planned, lineId, wish }, refundId))
  if (wish.attempt) await noteMade(tx, wish.attempt.row, { move_id: moveId })
  const isToSend = refundId !== null && wish.method === 'paid'
  return { moveId, orderId: isToSend ? bought?.order.id : undefined }
}

type Writing = { planned: PlannedMove; lineId: number | null; wish: MoveToTicket }

function rowOf({ planned, lineId, wish }: Writing, refundId: number | null): NewPlaceMove {
  const { movable, bought, before, decision } = planned
  const { place, target } = movable
  return {
    attendeeId: place.id,
    eventId: place.event_id,
    orderId: bought?.order.id ?? null,
    fromTicketId: place.ticket_id,
    toTicketId: target.id,
    fromLineId: bought?.lineId ?? null,
    toLineId: lineId,
    beforeMinor: before.ticketMinor,
    priceMinor: decision.priceMinor,
    worthMinor: decision.worthMinor,
    feeMinor: before.feeMinor,
    pricing: wish.pricing,
    settle: wish.settle,
    refundId,
    reason: wish.reason,
    userId: userIdOf(wish.by),
  }
}

/** Writes the line of the new place, and the refund of the difference; returns the refund's id. */
async function writeMoney(tx: Tx, deps: Deps, { planned, lineId, wish }: Writing) {
  const { bought, movable, decision } = planned
  if (!bought || lineId === null) return null
  const { order } = bought
  const { place, target } = movable
  await insertLines(tx, [
    {
      id: lineId,
      order_id: order.id,
      ordinal: await nextMovedOrdinal(tx, order.id),
      kind: 'ticket',
      ticket_id: target.id,
      event_id: target.eventId,
      fee_id: null,
      coupon_id: null,
      name: target.name,
      quantity: 1,
      unit_minor: decision.priceMinor,
      regular_unit_minor: target.priceMinor,
      total_minor: decision.worthMinor,
      names: [],
      opted_out: place.opted_out,
      going: place.going,
    },
  ])
  // The books look at orders that have changed.
  await updateOrder(tx, order.id, {})
  if (decision.backMinor === 0) return null
  const by = { caller: wish.by, events: [place.event_id] }
  const { method, reason } = wish
  const amountMinor = decision.backMinor
  return returnDifference(tx, deps, {
    order,
    lineId: bought.lineId,
    amountMinor,
    method,
    reason,
    by,
  })
}

/** What a move would do, and whether the other ticket has a place for it. */
export type PreviewedMove = PlannedMove & { hasPlace: boolean }

/** What `moveToTicket` would do now; writes nothing. Fails as it would, but for limits and a missing place, which are told. */
export async function previewMove(deps: Deps, wish: Omit<MoveWish, 'now'>): Promise<PreviewedMove> {
  return transaction(deps.db, async tx => {
    const [orderId] = await ordersOfAttendees(tx, [wish.attendeeId])
    const planned = await planMove(tx, orderId, { ...wish, now: deps.clock.now() })
    if (planned instanceof AppError) throw planned
    return { ...planned, hasPlace: await hasPlaceFor(tx, planned.movable) }
  })
}

/** Whether the other ticket has a place, counting that the own one is returned first. */
async function hasPlaceFor(tx: Tx, { place, target }: PlannedMove['movable']): Promise<boolean> {
  if (place.stock !== 'taken' || place.pool_id === target.poolId) return true
  const stock = (await availability(tx, [target.id])).get(target.id)
  if (!stock || stock.available === null || stock.available > 0) return true
  const isShared = target.sharedPoolId !== null && target.sharedPoolId === place.shared_pool_id
  return isShared && (stock.capacity === null || stock.capacity > stock.sold + stock.held)
}
