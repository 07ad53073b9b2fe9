import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { giveUpOrder } from './give-up-order.ts'
import { byCard, confirmCardPayment, startCardPayment } from './pay-by-card.ts'
import { buyerOf, cancellationOf, orderStartOf } from './routes.buyer.ts'
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
import { cardOrderView, givenUpView, settledView } from './view.ts'

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
  'answers-missing',
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
    handle: async input => {
      const payment = input.body.payment_intent?.id
      const started = await startCardPayment(deps, { ...orderStartOf(input), payment })
      return cardOrderView({ ...deps, publishableKey: deps.gateways.publishableKey }, started)
    },
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
    handle: async ({ params, body, ...input }) => {
      const confirmation = {
        ...buyerOf({ ...input, body }),
        reference: params.order_id,
        clientSecret: body.client_secret,
        sandboxOutcome: body.sandbox_outcome,
      }
      return settledView(deps, await confirmCardPayment(deps, confirmation))
    },
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
    handle: async input => givenUpView(await giveUpOrder(deps, cancellationOf(input), byCard)),
  })
}
