import type { Tx } from '../../../platform/db/database.ts'
import { record } from '../../../platform/facts/record.ts'
import {
  lockPlacesOfOrder,
  returnAttendeesOfOrder,
} from '../../../ticketing/attendees/return-attendees.ts'
import { setOrderStatus } from '../../../ticketing/attendees/set-order-status.ts'
import { releaseHolds } from '../../../ticketing/inventory/release-holds.ts'
import { markEmptied, markOpen } from '../../cart/mark-ordered.ts'
import { lockCouponRows, releaseCouponHolds, returnCouponUses } from '../../coupons/use-coupon.ts'
import type { OrderRow } from './lookup.ts'
import { isOpen, mayBecome, type OrderStatus } from './rules.ts'
import { insertMoves, lockCartOf, updateOrder } from './store.ts'

export type Moving = { to: OrderStatus; cause: string; note?: string; stock?: 'returned' }

/** Moves a locked order and writes its history. Throws when it may not become that (contract.md 8.4). */
export async function move(tx: Tx, order: OrderRow, { to, cause, note: text, stock }: Moving) {
  if (!mayBecome(order.status, to)) {
    throw new Error(`Order ${order.id} is ${order.status} and cannot become ${to}.`)
  }
  await updateOrder(tx, order.id, { status: to, ...(stock ? { stock } : {}) })
  await insertMoves(tx, [
    { order_id: order.id, from_status: order.status, to_status: to, cause, note: text ?? null },
  ])
  await record(tx, 'order.moved', { order_id: order.id, to })
}

/** Writes something that happened to an order without moving it. */
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
 * Ends a locked open order unpaid: places and coupon are free again, once, and the cart can be ordered anew. With
 * `keepPlaces` the cart keeps what it holds, because it is being ordered in another way.
 */
export async function failOrder(
  tx: Tx,
  order: OrderRow,
  { keepPlaces, ...moving }: Moving & { keepPlaces?: boolean },
) {
  if (!isOpen(order.status)) return
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

/** Locks what giving places of a locked order back touches, in the right order: its coupon, its attendees, their stock. */
export async function lockForReturn(tx: Tx, { id, coupon_id, coupon_use }: OrderRow) {
  if (coupon_use === 'used' && coupon_id !== null) await lockCouponRows(tx, [coupon_id])
  await lockPlacesOfOrder(tx, id)
}

/** The coupon of an order whose places end may be used again, once. It is locked before attendees (`lockForReturn`). */
export async function giveCouponBack(tx: Tx, { id, coupon_id, coupon_use }: OrderRow) {
  if (coupon_use !== 'used' || coupon_id === null) return
  await returnCouponUses(tx, [coupon_id])
  await updateOrder(tx, id, { coupon_use: 'returned' })
}

/** Everything was given back: the places are free, the codes are dead, the coupon may be used again. */
export async function refundWhole(tx: Tx, order: OrderRow, cause: string) {
  await giveCouponBack(tx, order)
  await returnAttendeesOfOrder(tx, order.id, { orderStatus: 'refunded' })
  await setOrderStatus(tx, order.id, 'refunded')
  await move(tx, order, { to: 'refunded', cause, stock: 'returned' })
}
