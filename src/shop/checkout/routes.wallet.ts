import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { attendeesOfOrders } from '../../ticketing/attendees/lookup.ts'
import { cancelPayment } from '../orders/cancel-payment.ts'
import { findOrderByReference, type OrderRow } from '../orders/lookup.ts'
import { noteDecline } from '../orders/note-decline.ts'
import { openPayment } from '../orders/open-payment.ts'
import { sendPromised } from '../orders/refunds/send-refund.ts'
import { isFailed } from '../orders/rules.ts'
import { settlePayment } from '../orders/settle-payment.ts'
import { idempotencyKey, translated } from '../orders/start-payment.ts'
import { gatewayFor, gatewayOf } from '../payments/demand-gateway.ts'
import type { Gateway, PaymentState, SandboxOutcome } from '../payments/gateway.ts'
import { GatewayRefused } from '../payments/gateway-errors.ts'
import { type Asked, cartOf, demandOwn, requestOf, type Starting } from './buyer.ts'
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
import { redirectUrl, settledView, sumView } from './view.ts'

const walletGateways = ['wallet', 'sandbox'] as const

const startErrors = [
  'tec-tc-empty-cart',
  'invalid-purchaser-info',
  'tec-tc-insufficient-stock',
  'too-many-holds',
  'sale-is-busy',
  'tickets_apply_coupon_error',
  'cart-total-changed',
  'attendee-names-missing',
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
    handle: asked => start(deps, asked),
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
    handle: asked => update(deps, { ...asked, reference: asked.params.order_id }),
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
    handle: async asked => {
      const order = await ownOrder(deps, { ...asked, reference: asked.params.order_id })
      const { status } = await cancelPayment(deps, order, {
        to: asked.body.failed_status || 'not-completed',
        reason: asked.body.failed_reason ?? '',
      })
      return { success: true as const, status, order_id: order.id, title: `Order ${order.id}` }
    },
  })
}

async function start(deps: Deps, asked: Starting) {
  const gateway = gatewayFor(deps, 'wallet')
  const request = await requestOf(deps, asked)
  const cart = (await cartOf(deps, asked)) ?? fail('tec-tc-empty-cart')
  const { order, payment } = await openPayment(deps, {
    gateway,
    cart,
    request,
    refusedAs: 'tec-tc-gateway-paypal-failed-creating-order',
  })
  return {
    success: true as const,
    ...sumView(order),
    id: payment?.reference ?? order.gateway_order_id ?? '',
    order_id: order.id,
    ...(payment?.approveUrl === undefined ? {} : { approve_url: payment.approveUrl }),
    ...(payment ? {} : { redirect_url: redirectUrl(deps, order.id) }),
    ...(gateway.mode === 'sandbox' ? { sandbox: true as const } : {}),
  }
}

type Updating = Asked & {
  reference: string
  body: { recheck?: boolean; sandbox_outcome?: SandboxOutcome }
}

async function update(deps: Deps, asked: Updating) {
  const order = await ownOrder(deps, asked)
  const gateway = gatewayOf(deps, { gateway: order.gateway, reference: asked.reference })
  if (asked.body.recheck !== true) return captured(deps, gateway, { order, asked })
  const state = await lookUp(gateway, asked.reference)
  const status = await settled(deps, { gateway, order, state, cause: 'return' })
  const attendees = await attendeesOfOrders(deps.db, [order.id])
  return settledView(deps, { order, status, attendees })
}

type Capturing = { order: OrderRow; asked: Updating }

/**
 * The first of the client's two calls takes the money, and what came of it is settled at once. Nothing is taken for an
 * order that is not open any more.
 */
async function captured(deps: Deps, gateway: Gateway, { order, asked }: Capturing) {
  const { reference } = asked
  if (isFailed(order.status)) fail('tec-tc-gateway-paypal-nonexistent-order-id')
  const state = await capture(deps, gateway, { order, asked })
  const status = await settled(deps, { gateway, order, state, cause: 'capture' })
  return {
    success: true as const,
    order_id: reference,
    status,
    ...(gateway.mode === 'sandbox' ? { sandbox: true as const } : {}),
  }
}

async function capture(deps: Deps, gateway: Gateway, { order, asked }: Capturing) {
  const { reference, body } = asked
  try {
    // As for a card: who says nothing else pays. What an earlier attempt asked for ends with it.
    await gateway.simulate?.(reference, body.sandbox_outcome ?? 'succeed')
    const key = idempotencyKey(deps, order, 'capture')
    return await (gateway.capture?.(reference, key) ?? gateway.lookUp(reference))
  } catch (error) {
    // The next try is another capture: it gets its own key, and so can succeed.
    if (error instanceof GatewayRefused && error.kind === 'declined') {
      await noteDecline(deps, order, error.publicReason)
    }
    throw translated(error, 'tec-tc-gateway-paypal-failed-capture')
  }
}

async function lookUp(gateway: Gateway, reference: string): Promise<PaymentState> {
  try {
    return await gateway.lookUp(reference)
  } catch (error) {
    throw translated(error, 'tec-tc-gateway-paypal-nonexistent-order-id')
  }
}

type Settling = { gateway: Gateway; order: OrderRow; state: PaymentState; cause: string }

async function settled(deps: Deps, { gateway, order, state, cause }: Settling) {
  const total = { minor: order.total_minor, currency: order.currency }
  const { minor: payableMinor } = gateway.payable(total)
  const done = await settlePayment(deps, { order, state, payableMinor, cause })
  if (done.givenBack) await sendPromised(deps, order.id)
  if (done.mismatch) fail('tec-tc-gateway-paypal-invalid-capture-status')
  const { status } = done
  if (done.givenBack || isFailed(status) || status === 'refunded' || status === 'reversed') {
    fail('tec-tc-gateway-paypal-capture-declined', {
      ...(done.reason === null ? {} : { message: done.reason }),
      data: { order_id: order.id, order_status: status, refunded: done.givenBack },
    })
  }
  return status
}

async function ownOrder(deps: Deps, asked: Asked & { reference: string }): Promise<OrderRow> {
  const order = await findOrderByReference(deps.db, walletGateways, asked.reference)
  demandOwn(order, await cartOf(deps, asked), asked.caller)
  return order ?? fail('tec-tc-gateway-paypal-nonexistent-order-id')
}
