import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { ownAttendees } from '../../ticketing/attendees/lookup.ts'
import type { OrderRow } from '../orders/record/lookup.ts'
import { noteDecline } from '../orders/paying/note-decline.ts'
import { openPayment } from '../orders/paying/open-payment.ts'
import { isFailed, type OrderStatus } from '../orders/record/rules.ts'
import { settle } from '../orders/settling/settle.ts'
import type { PaymentReport } from '../orders/settling/settle-payment.ts'
import { idempotencyKey, translated, upToDate } from '../orders/paying/start-payment.ts'
import { gatewayFor, gatewayOf } from '../payments/demand-gateway.ts'
import type { Gateway, PaymentState, SandboxOutcome } from '../payments/gateway.ts'
import { GatewayRefused } from '../payments/gateway-errors.ts'
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

/** The gateways whose orders the wallet routes handle. */
export const byWallet: Way = {
  gateways: ['wallet', 'sandbox'],
  missing: 'tec-tc-gateway-paypal-nonexistent-order-id',
}

/** Starts paying a cart with the wallet: its order is reserved and the payment opened at the provider. */
export async function startWalletPayment(deps: Deps, start: OrderStart): Promise<StartedOrder> {
  const gateway = gatewayFor(deps, 'wallet')
  const request = await requestOf(deps, start)
  const cart = (await cartOf(deps, start)) ?? fail('tec-tc-empty-cart')
  await demandAnswers(deps, cart)
  const opened = await openPayment(deps, {
    gateway,
    cart,
    request,
    refusedAs: 'tec-tc-gateway-paypal-failed-creating-order',
  })
  deps.storage.countPlaces(writerOf(start), placesIn(cart))
  return { ...opened, isSimulated: gateway.mode === 'sandbox' }
}

/** The provider's id of a payment, and what its buyer does in the sandbox. */
type Capture = { reference: string; sandboxOutcome?: SandboxOutcome | undefined }

/** Captures a payment that its buyer approved. */
export async function captureWalletPayment(deps: Deps, request: OrderRequest & Capture) {
  return captureOnReturn(deps, await ownOrder(deps, request, byWallet), request)
}

/** Settles the present state of a payment, without capturing it. */
export async function recheckWalletPayment(deps: Deps, request: OrderRequest) {
  const order = await ownOrder(deps, request, byWallet)
  const { reference } = request
  const state = await lookUp(gatewayOf(deps, { gateway: order.gateway, reference }), reference)
  const status = await statusAfter(deps, { order, state, cause: 'return' })
  const attendees = await ownAttendees(deps.db, [order.id])
  return { order, status, attendees }
}

/**
 * Captures the payment of a buyer who returned from the wallet after approving it, and settles it at once. Nothing is
 * captured for an order that is no longer open. The caller has made sure that this is the buyer.
 */
export async function captureOnReturn(
  deps: Deps,
  order: OrderRow,
  { reference, ...buyer }: Capture,
) {
  const gateway = gatewayOf(deps, { gateway: order.gateway, reference })
  if (isFailed(order.status)) fail('tec-tc-gateway-paypal-nonexistent-order-id')
  const state = await capture(deps, { gateway, order, reference, ...buyer })
  const status = await statusAfter(deps, { order, state, cause: 'capture' })
  return { reference, status, isSimulated: gateway.mode === 'sandbox' }
}

type CaptureRequest = Capture & { gateway: Gateway; order: OrderRow }

async function capture(deps: Deps, request: CaptureRequest): Promise<PaymentState> {
  // In the sandbox a buyer who names no outcome pays, as by card. An outcome named in an earlier attempt no longer
  // counts.
  const { gateway, order, reference, sandboxOutcome = 'succeed' } = request
  try {
    const key = idempotencyKey(deps, order, 'capture')
    // Otherwise the former total would be taken, and given back (contract.md 26.5a).
    if (order.payment_behind) await upToDate(deps, gateway, { order, reference })
    return await (gateway.capture?.(reference, key, sandboxOutcome) ?? gateway.lookUp(reference))
  } catch (error) {
    // The next attempt to capture needs another key, or the provider would repeat the refusal.
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

/** Settles the provider's state of a payment and returns the order. Ends the request when the order is not paid. */
async function statusAfter(deps: Deps, report: PaymentReport): Promise<OrderStatus> {
  const { order } = report
  const [done] = await settle(deps, [report])
  if (done.mismatch) {
    fail('tec-tc-gateway-paypal-invalid-capture-status', {
      ...(done.reason === null ? {} : { message: done.reason }),
      data: { order_id: order.id, order_status: done.status, refunded: done.givenBack },
    })
  }
  const { status } = done
  if (done.givenBack || isFailed(status) || status === 'refunded' || status === 'reversed') {
    fail('tec-tc-gateway-paypal-capture-declined', {
      ...(done.reason === null ? {} : { message: done.reason }),
      data: { order_id: order.id, order_status: status, refunded: done.givenBack },
    })
  }
  return status
}
