import { userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { ownAttendees } from '../../ticketing/attendees/lookup.ts'
import { finishBefore } from '../orders/paying/open-payment.ts'
import { placeFreeOrder } from '../orders/free/place-free-order.ts'
import { networkLimits } from '../cart/network-limits.ts'
import { cartOf, purchaserOf, type OrderStart, writerOf } from './buyer.ts'
import { demandAnswers } from '../questions/cart-answers.ts'

const referenceBytes = 16

/** Orders a cart that costs nothing. An earlier attempt under the same key may have made the order already. */
export async function orderFreely(deps: Deps, start: OrderStart) {
  const made = start.attempt?.made?.['order_id']
  return made === undefined ? place(deps, start) : again(deps, made)
}

async function place(deps: Deps, start: OrderStart) {
  const cart = (await cartOf(deps, start)) ?? fail('tec_tickets_commerce_free_order_invalid_cart')
  await demandAnswers(deps, cart)
  const purchaser = await purchaserOf(deps, start)
  // A payment that was begun while the cart still cost something must not be made any more.
  const refusedAs = 'tec_tickets_commerce_free_order_invalid_cart'
  const placedBy = start.placedBy ?? null
  await finishBefore(deps, cart, { keep: undefined, by: { placedBy, purchaser }, refusedAs })
  const placed = await placeFreeOrder(deps, cart, {
    cartId: cart.id,
    found: cart,
    purchaser,
    placedBy,
    userId: userIdOf(start.caller),
    locale: start.locale,
    terms: start.terms ?? null,
    reference: deps.random.bytes(referenceBytes).toString('hex'),
    currency: deps.config.currency,
    limits: networkLimits(deps.config),
    expectedTotal: start.expectedTotal,
    expectedTickets: start.expectedTickets,
    idempotency: start.attempt?.row,
  })
  deps.storage.countPlaces(writerOf(start), placed.attendees.length)
  return placed
}

/** An earlier attempt under the same key made the order and was cut off before it could answer. */
async function again({ db }: Deps, orderId: number) {
  return { orderId, attendees: await ownAttendees(db, [orderId]) }
}
