import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { giveUpOrder } from './give-up-order.ts'
import { byCard, confirmCardPayment, startCardPayment } from './pay-by-card.ts'
import { cardSignUpRoutes } from './routes.onboarding.ts'
import { returnRoutes } from './routes.return.ts'
import {
  CardOrderView,
  CardParams,
  CardUpdate,
  FailedView,
  Failing,
  NewOrder,
  SettledView,
} from './schema.ts'

const startErrors = [
  'tec-tc-empty-cart',
  'invalid-purchaser-info',
  'tec-tc-insufficient-stock',
  'too-many-holds',
  'sale-is-busy',
  'tickets_apply_coupon_error',
  'cart-total-changed',
  'cart-tickets-changed',
  'order-move-not-allowed',
  'attendee-names-missing',
  'tec-tc-gateway-stripe-failed-creating-payment-intent',
  'tec-tc-gateway-stripe-failed-payment-intent-id',
  'payment-provider-unavailable',
  'payment-provider-not-configured',
] as const

const updateErrors = [
  'tec-tc-gateway-stripe-order-not-found',
  'tec-tc-gateway-stripe-failed-payment-intent-secret',
  'tec-tc-gateway-stripe-payment-intent-order-mismatch',
  'tec-tc-gateway-stripe-failed-payment',
  'tec-tc-gateway-stripe-failed-getting-payment-intent',
  'sale-is-busy',
  'payment-provider-unavailable',
  'payment-provider-not-configured',
] as const

/** Orders paid by card. `segment` is the path segment they are reached under. */
export function cardRoutes(api: Api, deps: Deps, segment: string) {
  const path = `/commerce/${segment}/order`
  returnRoutes(api, deps, segment)
  cardSignUpRoutes(api, deps, segment)
  route(api, {
    method: 'POST',
    path,
    summary: 'Start paying a cart by card',
    access: 'public',
    body: NewOrder,
    returns: CardOrderView,
    errors: startErrors,
    handle: asked => startCardPayment(deps, asked),
  })
  route(api, {
    method: 'POST',
    path: `${path}/:order_id`,
    summary: 'Tell that the buyer has paid: the payment is read from the processor and settled',
    access: 'public',
    params: CardParams,
    body: CardUpdate,
    returns: SettledView,
    errors: updateErrors,
    handle: asked => confirmCardPayment(deps, { reference: asked.params.order_id, ...asked }),
  })
  route(api, {
    method: 'DELETE',
    path: `${path}/:order_id`,
    summary: 'Give the order up and free its places',
    access: 'public',
    params: CardParams,
    body: Failing,
    returns: FailedView,
    errors: [
      'tec-tc-gateway-stripe-order-not-found',
      'tec-tc-gateway-paypal-invalid-failed-status',
      'order-move-not-allowed',
      'sale-is-busy',
      'payment-provider-unavailable',
    ],
    handle: asked => giveUpOrder(deps, { ...asked, reference: asked.params.order_id }, byCard),
  })
}
