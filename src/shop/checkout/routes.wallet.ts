import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { giveUpOrder } from './give-up-order.ts'
import { byWallet, startWalletPayment, updateWalletPayment } from './pay-by-wallet.ts'
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
    errors: [
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
      'tec-tc-gateway-paypal-failed-creating-order',
      'payment-provider-unavailable',
      'payment-provider-not-configured',
    ],
    handle: asked => startWalletPayment(deps, asked),
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
    handle: asked => updateWalletPayment(deps, { reference: asked.params.order_id, ...asked }),
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
    handle: asked => giveUpOrder(deps, { ...asked, reference: asked.params.order_id }, byWallet),
  })
}
