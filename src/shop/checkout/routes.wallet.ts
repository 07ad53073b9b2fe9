import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { giveUpOrder } from './give-up-order.ts'
import {
  byWallet,
  captureWalletPayment,
  recheckWalletPayment,
  startWalletPayment,
} from './pay-by-wallet.ts'
import { buyerOf, cancellationOf, orderStartOf } from './routes.buyer.ts'
import { onboardingRoutes } from './routes.onboarding.ts'
import {
  CapturedView,
  FailedView,
  Failing,
  NewOrder,
  SettledView,
  WalletOrderView,
  WalletParams,
  WalletUpdate,
} from './schema.ts'
import { capturedView, givenUpView, settledView, walletOrderView } from './view.ts'

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
  'tec-tc-gateway-paypal-failed-creating-order',
  'payment-provider-unavailable',
  'payment-provider-not-configured',
] as const

const captureErrors = [
  'tec-tc-gateway-paypal-nonexistent-order-id',
  'tec-tc-gateway-paypal-failed-capture',
  'tec-tc-gateway-paypal-invalid-capture-status',
  'tec-tc-gateway-paypal-capture-declined',
  'sale-is-busy',
  'payment-provider-unavailable',
  'payment-provider-not-configured',
] as const

/** Orders paid with the wallet provider. `segment` is the path segment they are reached under. */
export function walletRoutes(api: Api, deps: Deps, segment: string) {
  const path = `/commerce/${segment}/order`
  onboardingRoutes(api, deps, segment)
  route(api, {
    method: 'POST',
    path,
    summary: 'Start paying a cart with the wallet',
    access: 'public',
    body: NewOrder,
    returns: WalletOrderView,
    errors: startErrors,
    handle: async input =>
      walletOrderView(deps, await startWalletPayment(deps, orderStartOf(input))),
  })
  route(api, {
    method: 'POST',
    path: `${path}/:order_id`,
    summary: 'Take the money the buyer agreed to, or with `recheck` settle what became of it',
    access: 'public',
    params: WalletParams,
    body: WalletUpdate,
    returns: Type.Union([SettledView, CapturedView]),
    errors: captureErrors,
    handle: async ({ params, body, ...input }) => {
      const request = { ...buyerOf({ ...input, body }), reference: params.order_id }
      if (body.recheck === true) return settledView(deps, await recheckWalletPayment(deps, request))
      const sandboxOutcome = body.sandbox_outcome
      return capturedView(await captureWalletPayment(deps, { ...request, sandboxOutcome }))
    },
  })
  route(api, {
    method: 'DELETE',
    path: `${path}/:order_id`,
    summary: 'Give the order up and free its places',
    access: 'public',
    params: WalletParams,
    body: Failing,
    returns: FailedView,
    errors: [
      'tec-tc-gateway-paypal-nonexistent-order-id',
      'tec-tc-gateway-paypal-invalid-failed-status',
      'order-move-not-allowed',
      'sale-is-busy',
      'payment-provider-unavailable',
    ],
    handle: async input => givenUpView(await giveUpOrder(deps, cancellationOf(input), byWallet)),
  })
}
