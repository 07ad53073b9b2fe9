import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { ownAttendees } from '../../ticketing/attendees/lookup.ts'
import { findOpenOrderOfCart, type OrderRow } from '../orders/record/lookup.ts'
import { noteDecline } from '../orders/paying/note-decline.ts'
import { openPayment } from '../orders/paying/open-payment.ts'
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
import type { StartedOrder } from './view.ts'
import { demandAnswers } from '../questions/cart-answers.ts'

/** The gateways whose orders the card routes handle. */
export const byCard: Way = {
  gateways: ['card', 'sandbox'],
  missing: 'tec-tc-gateway-stripe-order-not-found',
}

/** `payment` is the provider's id of the payment with which a client goes on. */
type CardStart = OrderStart & { payment?: string | undefined }

/** Starts paying a cart by card: its order is reserved and the payment opened at the processor. */
export async function startCardPayment(deps: Deps, start: CardStart): Promise<StartedOrder> {
  const gateway = gatewayFor(deps, 'card')
  const request = await requestOf(deps, start)
  const cart = (await cartOf(deps, start)) ?? fail('tec-tc-empty-cart')
  await demandAnswers(deps, cart)
  await demandOwnPayment(deps, cart.id, start.payment)
  const opened = await openPayment(deps, {
    gateway,
    cart,
    request: { ...request, payment: start.payment },
    refusedAs: 'tec-tc-gateway-stripe-failed-creating-payment-intent',
  })
  deps.storage.countPlaces(writerOf(start), placesIn(cart))
  return { ...opened, isSimulated: gateway.mode === 'sandbox' }
}

/** A client may name the payment it continues with; it must be the one opened for this cart. */
async function demandOwnPayment({ db }: Deps, cartId: number, named: string | undefined) {
  if (named === undefined || named === '') return
  const open = await findOpenOrderOfCart(db, cartId)
  if (open?.gateway_order_id !== named) fail('tec-tc-gateway-stripe-failed-payment-intent-id')
}

type CardConfirmation = OrderRequest & {
  /** What the provider gave the buyer of the payment. */
  clientSecret: string | undefined
  /** What the buyer does, without a real processor. */
  sandboxOutcome?: SandboxOutcome | undefined
}

/** Settles a payment that the buyer says is paid, after reading it from the processor. */
export async function confirmCardPayment(deps: Deps, confirmation: CardConfirmation) {
  const order = await ownOrder(deps, confirmation, byCard)
  const state = await readPayment(deps, order, confirmation)
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
  return { order, status: settled.status, attendees }
}

/** The payment as read from the processor, for a buyer who knows its secret. */
async function readPayment(
  deps: Deps,
  order: OrderRow,
  { reference, clientSecret: secret, sandboxOutcome = 'succeed' }: CardConfirmation,
): Promise<PaymentState> {
  const gateway = gatewayOf(deps, { gateway: order.gateway, reference })
  try {
    const demandSecret = ({ clientSecret }: PaymentState) => {
      if (secret !== undefined && clientSecret?.matches(secret)) return
      fail('tec-tc-gateway-stripe-failed-payment-intent-secret')
    }
    if (gateway.simulate) return await gateway.simulate(reference, sandboxOutcome, demandSecret)
    const state = await gateway.lookUp(reference)
    demandSecret(state)
    return state
  } catch (error) {
    const refusedAs = 'tec-tc-gateway-stripe-failed-getting-payment-intent'
    if (isUnknownThere(error)) fail(refusedAs, { message: begunElsewhere, cause: error })
    throw translated(error, refusedAs)
  }
}
