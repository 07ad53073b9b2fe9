import { fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Gateway } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import { failOrder } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { failedStatuses, isFailed, isOpen, type OrderStatus } from '../record/rules.ts'
import { settle } from '../settling/settle.ts'
import { lockCartOf, lockOrder } from '../record/store.ts'
import { translated } from './start-payment.ts'

export type Cancellation = {
  /** The new status: one of `failedStatuses`. */
  to: string
  reason: string
  /** Whether the cart keeps its places, because it is being ordered in another way. */
  keepPlaces?: boolean
}

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/**
 * Ends an unpaid order. The payment is ended at the provider first, so that nobody can still pay it; then places and
 * coupon are freed. An order that was paid meanwhile is settled instead, and its status is returned. Fails with
 * `order-move-not-allowed` when the order is final or the provider is about to take the money.
 */
export async function cancelPayment(
  deps: Dependencies,
  order: OrderRow,
  { to, ...how }: Cancellation,
): Promise<{ status: OrderStatus }> {
  const status = failedStatuses.find(one => one === to)
  if (!status) return fail('tec-tc-gateway-paypal-invalid-failed-status')
  if (isFailed(order.status)) return { status: order.status }
  if (!isOpen(order.status)) return fail('order-move-not-allowed')
  const paid = await endAtProvider(deps, order)
  return paid ?? giveUp(deps, order, { to: status, ...how })
}

function giveUp(
  { db }: Dependencies,
  order: OrderRow,
  { to, reason, keepPlaces = false }: Cancellation & { to: OrderStatus },
) {
  return transaction(db, async tx => {
    await lockCartOf(tx, order)
    const current = await lockOrder(tx, order.id)
    if (!current || !isOpen(current.status)) return { status: current?.status ?? to }
    await failOrder(tx, current, {
      to,
      cause: 'given up',
      note: reason,
      keepPlaces,
    })
    return { status: to }
  })
}

/** Returns the order's status when its payment was made already and could not be ended. */
async function endAtProvider(deps: Dependencies, order: OrderRow) {
  const reference = order.gateway_order_id
  const gateway = reference && deps.gateways.find(order.gateway, reference)
  if (!gateway) return undefined
  const state = await lastState(gateway, reference)
  if (state?.kind === 'processing') {
    fail('order-move-not-allowed', { message: 'The provider is about to take the payment.' })
  }
  if (state?.kind !== 'paid') return undefined
  const [settled] = await settle(deps, [{ order, state, cause: 'cancel' }])
  return { status: settled.status }
}

/** Only we capture wallet payments, so there is nothing to end; but the capture may have been made. */
async function lastState(gateway: Gateway, reference: string) {
  try {
    return await (gateway.cancel ?? gateway.lookUp)(reference)
  } catch (error) {
    // The provider refuses to end a payment that it does not know, or that has ended there: nobody can pay it now.
    if (error instanceof GatewayRefused) return undefined
    throw translated(error, 'order-move-not-allowed')
  }
}
