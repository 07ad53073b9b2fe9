import type { Deps } from '../deps.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { forgetCartHeader } from '../cart/cart-secret.ts'
import { firstLink } from '../orders/record/order-address.ts'
import { orderFreely } from './order-freely.ts'
import { orderStartOf } from './routes.buyer.ts'
import { FreeOrderView, NewOrder } from './schema.ts'
import { attendeeViews, redirectUrl, sumView } from './view.ts'

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
      'cart-tickets-changed',
      'attendee-names-missing',
      'answers-missing',
      'order-move-not-allowed',
      'payment-provider-unavailable',
      'too-many-holds',
      'sale-is-busy',
    ],
    handle: async input => {
      const placed = await orderFreely(deps, orderStartOf(input))
      const body = {
        success: true as const,
        ...sumView({ total_minor: 0, currency: deps.config.currency }),
        id: placed.orderId,
        redirect_url: redirectUrl(deps, firstLink(placed.orderId)),
        attendees: attendeeViews(deps, placed.attendees),
      }
      return new Answer(body, { headers: { 'set-cookie': forgetCartHeader(deps.publicRoot) } })
    },
  })
}
