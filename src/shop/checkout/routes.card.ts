import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { attendeesOfOrders } from '../../ticketing/attendees/lookup.ts'
import { cancelPayment } from '../orders/cancel-payment.ts'
import { findOpenOrderOfCart, findOrderByReference, type OrderRow } from '../orders/lookup.ts'
import { noteDecline } from '../orders/note-decline.ts'
import { type Opened, openPayment } from '../orders/open-payment.ts'
import { sendPromised } from '../orders/refunds/send-refund.ts'
import { settlePayment } from '../orders/settle-payment.ts'
import { translated } from '../orders/start-payment.ts'
import { gatewayFor, gatewayOf } from '../payments/demand-gateway.ts'
import type { SandboxOutcome } from '../payments/gateway.ts'
import { type Asked, cartOf, demandOwn, requestOf, type Starting } from './buyer.ts'
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
import { redirectUrl, settledView, sumView } from './view.ts'

/** Gateways whose orders the card routes answer for. */
const cardGateways = ['card', 'sandbox'] as const

const startErrors = [
  'tec-tc-empty-cart',
  'invalid-purchaser-info',
  'tec-tc-insufficient-stock',
  'too-many-holds',
  'sale-is-busy',
  'tickets_apply_coupon_error',
  'cart-total-changed',
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
    handle: asked => start(deps, asked),
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
    handle: asked => update(deps, { ...asked, reference: asked.params.order_id }),
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

type StartingByCard = Starting & { body: { payment_intent?: { id?: string } } }

async function start(deps: Deps, asked: StartingByCard) {
  const gateway = gatewayFor(deps, 'card')
  const request = await requestOf(deps, asked)
  const cart = (await cartOf(deps, asked)) ?? fail('tec-tc-empty-cart')
  await demandOwnPayment(deps, cart.id, asked.body.payment_intent?.id)
  const { order, payment } = await openPayment(deps, {
    gateway,
    cart,
    request,
    refusedAs: 'tec-tc-gateway-stripe-failed-creating-payment-intent',
  })
  return startedView(deps, { order, payment, sandbox: gateway.mode === 'sandbox' })
}

function startedView(deps: Deps, { order, payment, sandbox }: Opened & { sandbox: boolean }) {
  const redirect = redirectUrl(deps, order.id)
  const { publishableKey } = deps.gateways
  return {
    success: true as const,
    ...sumView(order),
    order_id: order.id,
    payment_intent_id: payment?.reference ?? order.gateway_order_id ?? '',
    client_secret: payment?.clientSecret?.reveal() ?? '',
    return_url: redirect,
    ...(payment && payment.kind !== 'processing' ? {} : { redirect_url: redirect }),
    ...(publishableKey === '' ? {} : { publishable_key: publishableKey }),
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}

/** A client may name the payment it goes on with; it must be the one that was opened for this cart. */
async function demandOwnPayment({ db }: Deps, cartId: number, named: string | undefined) {
  if (named === undefined || named === '') return
  const open = await findOpenOrderOfCart(db, cartId)
  if (open?.gateway_order_id !== named) fail('tec-tc-gateway-stripe-failed-payment-intent-id')
}

type Updating = Asked & {
  reference: string
  body: { client_secret?: string; sandbox_outcome?: SandboxOutcome }
}

async function update(deps: Deps, asked: Updating) {
  const order = await ownOrder(deps, asked)
  const { state, payableMinor } = await payment(deps, order, asked)
  const settled = await settlePayment(deps, { order, state, payableMinor, cause: 'return' })
  if (settled.givenBack) await sendPromised(deps, order.id)
  if (settled.mismatch) fail('tec-tc-gateway-stripe-payment-intent-order-mismatch')
  if (settled.givenBack || !['completed', 'pending', 'approved'].includes(settled.status)) {
    const reason = 'decline' in state ? state.decline.reason : settled.reason
    if ('decline' in state) await noteDecline(deps, order, state.decline.reason)
    fail('tec-tc-gateway-stripe-failed-payment', {
      ...(reason === null ? {} : { message: reason }),
      data: { order_id: order.id, order_status: settled.status, refunded: settled.givenBack },
    })
  }
  const attendees = await attendeesOfOrders(deps.db, [order.id])
  return settledView(deps, { order, status: settled.status, attendees })
}

/** The truth from the processor, once the buyer has proven to know the payment's secret. */
async function payment(deps: Deps, order: OrderRow, { reference, body }: Updating) {
  const gateway = gatewayOf(deps, { gateway: order.gateway, reference })
  const total = { minor: order.total_minor, currency: order.currency }
  const payableMinor = gateway.payable(total).minor
  try {
    const state = await gateway.lookUp(reference)
    const { client_secret: sent, sandbox_outcome: outcome = 'succeed' } = body
    if (sent === undefined || !state.clientSecret?.matches(sent)) {
      return fail('tec-tc-gateway-stripe-failed-payment-intent-secret')
    }
    const simulated = await gateway.simulate?.(reference, outcome)
    return { state: simulated ?? state, payableMinor }
  } catch (error) {
    throw translated(error, 'tec-tc-gateway-stripe-failed-getting-payment-intent')
  }
}

/** The order behind a processor's id, if it answers to this buyer. */
async function ownOrder(deps: Deps, asked: Asked & { reference: string }): Promise<OrderRow> {
  const order = await findOrderByReference(deps.db, cardGateways, asked.reference)
  demandOwn(order, await cartOf(deps, asked), asked.caller)
  return order ?? fail('tec-tc-gateway-stripe-order-not-found')
}
