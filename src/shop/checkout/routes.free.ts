import { userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { Answer } from '../../platform/http/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { attendeesOfOrders } from '../../ticketing/attendees/lookup.ts'
import { forgetCartHeader } from '../cart/cart-hash.ts'
import { finishBefore } from '../orders/open-payment.ts'
import { placeFreeOrder } from '../orders/place-free-order.ts'
import { cartOf, purchaserOf } from './buyer.ts'
import { FreeOrderView, NewOrder } from './schema.ts'
import { attendeeViews, redirectUrl, sumView } from './view.ts'

const referenceBytes = 16

export function freeOrderRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/commerce/free/order',
    summary: 'Order a cart that costs nothing',
    access: 'public',
    body: NewOrder,
    returns: FreeOrderView,
    errors: [
      'tec_tickets_commerce_free_order_invalid_cart',
      'invalid-purchaser-info',
      'tec-tc-insufficient-stock',
      'tickets_apply_coupon_error',
      'cart-total-changed',
      'attendee-names-missing',
      'order-move-not-allowed',
      'payment-provider-unavailable',
      'sale-is-busy',
    ],
    handle: async asked => {
      const made = asked.attempt?.made?.['order_id']
      const placed = made === undefined ? await place(deps, asked) : await again(deps, made)
      const body = {
        success: true as const,
        ...sumView({ total_minor: 0, currency: deps.config.currency }),
        id: placed.orderId,
        redirect_url: redirectUrl(deps, placed.orderId),
        attendees: attendeeViews(deps, placed.attendees),
      }
      return new Answer(body, { headers: { 'set-cookie': forgetCartHeader(deps.publicRoot) } })
    },
  })
}

type Asked = Parameters<typeof cartOf>[1] & { attempt?: { row: KeyRow } | undefined }
type KeyRow = { scope: string; keyHash: Buffer }

async function place(deps: Deps, asked: Asked) {
  const cart = (await cartOf(deps, asked)) ?? fail('tec_tickets_commerce_free_order_invalid_cart')
  const purchaser = await purchaserOf(deps, asked)
  // A payment that was begun while the cart still cost something must not be made any more.
  const refusedAs = 'tec_tickets_commerce_free_order_invalid_cart'
  await finishBefore(deps, cart, { keep: undefined, refusedAs })
  return placeFreeOrder(deps, cart, {
    cartId: cart.id,
    purchaser,
    userId: userIdOf(asked.caller),
    reference: deps.random.bytes(referenceBytes).toString('hex'),
    currency: deps.config.currency,
    expectedTotal: asked.body.expected_total,
    idempotency: asked.attempt?.row,
  })
}

/** An earlier attempt under the same key made the order and was cut off before it could answer. */
async function again({ db }: Deps, orderId: number) {
  return { orderId, attendees: await attendeesOfOrders(db, [orderId]) }
}
