import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { ownAttendees } from '../../ticketing/attendees/lookup.ts'
import { findOpenOrderOfCart, type OrderRow } from '../orders/record/lookup.ts'
import { noteDecline } from '../orders/paying/note-decline.ts'
import { type Opened, openPayment } from '../orders/paying/open-payment.ts'
import { settle } from '../orders/settling/settle.ts'
import { translated } from '../orders/paying/start-payment.ts'
import { begunElsewhere, gatewayFor, gatewayOf } from '../payments/demand-gateway.ts'
import type { PaymentState, SandboxOutcome } from '../payments/gateway.ts'
import { isUnknownThere } from '../payments/gateway-errors.ts'
import {
  type OrderRequest,
  cartOf,
  ownOrder,
  requestOf,
  type OrderStart,
  type Way,
  placesIn,
  writerOf,
} from './buyer.ts'
import { redirectUrl, settledView, sumView } from './view.ts'

/** The gateways whose orders the card routes handle. */
export const byCard: Way = {
  gateways: ['card', 'sandbox'],
  missing: 'tec-tc-gateway-stripe-order-not-found',
}

type CardStart = OrderStart & { body: { payment_intent?: { id?: string } } }

/** Starts paying a cart by card: its order is reserved and the payment opened at the processor. */
export async function startCardPayment(deps: Deps, asked: CardStart) {
  const gateway = gatewayFor(deps, 'card')
  const request = await requestOf(deps, asked)
  const cart = (await cartOf(deps, asked)) ?? fail('tec-tc-empty-cart')
  await demandOwnPayment(deps, cart.id, asked.body.payment_intent?.id)
  const { order, payment } = await openPayment(deps, {
    gateway,
    cart,
    request: { ...request, payment: asked.body.payment_intent?.id },
    refusedAs: 'tec-tc-gateway-stripe-failed-creating-payment-intent',
  })
  deps.storage.countPlaces(writerOf(asked), placesIn(cart))
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

/** A client may name the payment it continues with; it must be the one opened for this cart. */
async function demandOwnPayment({ db }: Deps, cartId: number, named: string | undefined) {
  if (named === undefined || named === '') return
  const open = await findOpenOrderOfCart(db, cartId)
  if (open?.gateway_order_id !== named) fail('tec-tc-gateway-stripe-failed-payment-intent-id')
}

type CardConfirmation = OrderRequest & {
  body: { client_secret?: string; sandbox_outcome?: SandboxOutcome }
}

/** Settles a payment that the buyer says is paid, after reading it from the processor. */
export async function confirmCardPayment(deps: Deps, asked: CardConfirmation) {
  const order = await ownOrder(deps, asked, byCard)
  const state = await readPayment(deps, order, asked)
  const [settled] = await settle(deps, [{ order, state, cause: 'return' }])
  if (settled.mismatch) fail('tec-tc-gateway-stripe-payment-intent-order-mismatch')
  if (settled.givenBack || !['completed', 'pending', 'approved'].includes(settled.status)) {
    const reason = 'decline' in state ? state.decline.reason : settled.reason
    if ('decline' in state) await noteDecline(deps, order, state.decline.reason)
    fail('tec-tc-gateway-stripe-failed-payment', {
      ...(reason === null ? {} : { message: reason }),
      data: { order_id: order.id, order_status: settled.status, refunded: settled.givenBack },
    })
  }
  const attendees = settled.attendees ?? (await ownAttendees(deps.db, [order.id]))
  return settledView(deps, { order, status: settled.status, attendees })
}

/** The payment as read from the processor, for a buyer who knows its secret. */
async function readPayment(
  deps: Deps,
  order: OrderRow,
  { reference, body }: CardConfirmation,
): Promise<PaymentState> {
  const gateway = gatewayOf(deps, { gateway: order.gateway, reference })
  try {
    const { client_secret: sent, sandbox_outcome: outcome = 'succeed' } = body
    const demandSecret = ({ clientSecret }: PaymentState) => {
      if (sent !== undefined && clientSecret?.matches(sent)) return
      fail('tec-tc-gateway-stripe-failed-payment-intent-secret')
    }
    if (gateway.simulate) return await gateway.simulate(reference, outcome, demandSecret)
    const state = await gateway.lookUp(reference)
    demandSecret(state)
    return state
  } catch (error) {
    const refusedAs = 'tec-tc-gateway-stripe-failed-getting-payment-intent'
    if (isUnknownThere(error)) fail(refusedAs, { message: begunElsewhere, cause: error })
    throw translated(error, refusedAs)
  }
}
