import { userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { ownAttendees } from '../../ticketing/attendees/lookup.ts'
import { finishBefore } from '../orders/paying/open-payment.ts'
import { placeFreeOrder } from '../orders/free/place-free-order.ts'
import { networkLimits } from '../cart/network-limits.ts'
import { cartOf, expectedOf, localeOf, purchaserOf, type OrderStart, writerOf } from './buyer.ts'

const referenceBytes = 16

/** Orders a cart that costs nothing. An earlier attempt under the same key may have made the order already. */
export async function orderFreely(deps: Deps, asked: OrderStart) {
  const made = asked.attempt?.made?.['order_id']
  return made === undefined ? place(deps, asked) : again(deps, made)
}

async function place(deps: Deps, asked: OrderStart) {
  const cart = (await cartOf(deps, asked)) ?? fail('tec_tickets_commerce_free_order_invalid_cart')
  const purchaser = await purchaserOf(deps, asked)
  // A payment that was begun while the cart still cost something must not be made any more.
  const refusedAs = 'tec_tickets_commerce_free_order_invalid_cart'
  const placedBy = asked.placedBy ?? null
  await finishBefore(deps, cart, { keep: undefined, by: { placedBy, purchaser }, refusedAs })
  const placed = await placeFreeOrder(deps, cart, {
    cartId: cart.id,
    found: cart,
    purchaser,
    placedBy,
    userId: userIdOf(asked.caller),
    locale: localeOf(asked),
    terms: asked.terms ?? null,
    reference: deps.random.bytes(referenceBytes).toString('hex'),
    currency: deps.config.currency,
    limits: networkLimits(deps.config),
    ...expectedOf(asked),
    idempotency: asked.attempt?.row,
  })
  deps.storage.countPlaces(writerOf(asked), placed.attendees.length)
  return placed
}

/** An earlier attempt under the same key made the order and was cut off before it could answer. */
async function again({ db }: Deps, orderId: number) {
  return { orderId, attendees: await ownAttendees(db, [orderId]) }
}
