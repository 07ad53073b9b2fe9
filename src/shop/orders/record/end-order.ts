import type { Tx } from '../../../platform/db/database.ts'
import { recordAll } from '../../../platform/facts/record.ts'
import {
  lockPlacesOfOrder,
  returnAttendeesOfOrder,
} from '../../../ticketing/attendees/return-attendees.ts'
import { setOrderStatus } from '../../../ticketing/attendees/set-order-status.ts'
import { releaseHolds } from '../../../ticketing/inventory/release-holds.ts'
import { markEmptied, markOpen } from '../../cart/mark-ordered.ts'
import {
  lockCouponRows,
  releaseCouponHolds,
  returnCouponUses,
  returnPlaces,
} from '../../coupons/use-coupon.ts'
import type { OrderRow } from './lookup.ts'
import { hasAttendees, isOpen, mayBecome, type OrderStatus } from './rules.ts'
import { insertMoves, lockCartOf, updateOrder, writeMoves, type WrittenMove } from './store.ts'

export type OrderMove = {
  to: OrderStatus
  cause: string
  note?: string
  stock?: 'returned' | 'taken'
  /** For a move that makes the order paid: the amount received, and the use of its coupon. */
  paid?: { minor: number; couponUse: 'none' | 'used' }
}

/**
 * Moves a locked order to a status and writes its history. Throws when the move is not allowed (contract.md 8.4).
 */
export const move = (tx: Tx, order: OrderRow, moving: OrderMove) => moveAll(tx, [{ order, moving }])

/** The same for many locked orders, in two statements sent together. */
export async function moveAll(
  tx: Tx,
  moves: readonly { order: Pick<OrderRow, 'id' | 'status'>; moving: OrderMove }[],
): Promise<void> {
  if (moves.length === 0) return
  const written = moves.map(({ order, moving }) => writtenMove(order, moving))
  await Promise.all([
    writeMoves(tx, written),
    recordAll(
      tx,
      written.map(({ order_id, to_status: to }) => ({
        name: 'order.moved' as const,
        payload: { order_id, to },
      })),
    ),
  ])
}

function writtenMove(
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  { to, cause, note: text, stock, paid }: OrderMove,
): WrittenMove {
  if (!mayBecome(status, to)) throw new Error(`Order ${id} is ${status} and cannot become ${to}.`)
  return {
    order_id: id,
    from_status: status,
    to_status: to,
    cause,
    note: text ?? null,
    is_final: !isOpen(to),
    stock: stock ?? null,
    paid_minor: paid?.minor ?? null,
    coupon_use: paid?.couponUse ?? null,
  }
}

/** Adds an event to an order's history without moving the order. */
export async function note(
  tx: Tx,
  { id, status }: OrderRow,
  { text, cause = 'note' }: { text: string; cause?: string },
) {
  await insertMoves(tx, [
    { order_id: id, from_status: status, to_status: status, cause, note: text },
  ])
}

/**
 * Ends a locked open order unpaid: places and coupon are freed, once, and the cart can be ordered again. With
 * `keepPlaces` the cart keeps its holds, because it is being ordered in another way.
 */
export async function failOrder(
  tx: Tx,
  order: OrderRow,
  { keepPlaces, ...moving }: OrderMove & { keepPlaces?: boolean },
) {
  if (!isOpen(order.status)) return
  if (hasAttendees(order)) {
    await lockForReturn(tx, order)
    await returnAttendeesOfOrder(tx, order.id, { orderStatus: moving.to })
  }
  const cart = await lockCartOf(tx, order)
  if (cart && cart.state !== 'ordered') {
    if (keepPlaces) await markOpen(tx, [cart.id])
    else {
      await releaseCouponHolds(tx, [cart.id])
      await releaseHolds(tx, [cart.id])
      await markEmptied(tx, cart.id)
    }
  }
  await move(tx, order, { ...moving, stock: 'returned' })
}

/**
 * Locks what is needed to give an order's places back, in the right order: its coupon, its attendees, their stock.
 */
export async function lockForReturn(tx: Tx, { id, coupon_id, coupon_use }: OrderRow) {
  if (coupon_use === 'used' && coupon_id !== null) await lockCouponRows(tx, [coupon_id])
  await lockPlacesOfOrder(tx, id)
}

/**
 * Frees the coupon use of an order whose places end, once. Coupons are locked before attendees (`lockForReturn`).
 */
export async function giveCouponBack(tx: Tx, { id, coupon_id, coupon_use }: OrderRow) {
  if (coupon_use !== 'used' || coupon_id === null) return
  await returnCouponUses(tx, [coupon_id])
  await returnPlaces(tx, [id])
  await updateOrder(tx, id, { coupon_use: 'returned' })
}

/** Gives everything of an order back: its places are free, its codes void, its coupon use free. */
export async function refundWhole(tx: Tx, order: OrderRow, cause: string) {
  await giveCouponBack(tx, order)
  await returnAttendeesOfOrder(tx, order.id, { orderStatus: 'refunded' })
  await setOrderStatus(tx, order.id, 'refunded')
  await move(tx, order, { to: 'refunded', cause, stock: 'returned' })
}
