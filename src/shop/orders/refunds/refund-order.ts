import { AppError, fail } from '../../../core/errors.ts'
import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { GatewayName } from '../../payments/gateway.ts'
import { listLines, type OrderRow } from '../lookup.ts'
import { isFailed } from '../rules.ts'
import { lockOrder } from '../store.ts'
import { planRefund, type RefundPart } from './rules.ts'
import { sendRefund } from './send-refund.ts'
import { settleFreeRefund } from './settle-refunds.ts'
import { insertRefund, lockRefunds, promisedRefunds } from './store.ts'

export type RefundOrder = {
  orderId: number
  /** Places to give back, with their fees and share of the coupon. */
  parts?: readonly RefundPart[]
  /** An amount to give back while the places stay taken, in minor units. */
  amountMinor?: number
  reason: string
}

/**
 * Gives back lines or an amount of a completed order: reserved in one transaction, asked of the provider, settled in
 * another. Fails with `refund-not-possible`; with `payment-provider-unavailable` when the provider does not answer,
 * and then the refund stays reserved and is sent again by a job.
 */
export async function refundOrder(deps: Deps, request: RefundOrder): Promise<void> {
  const reserved = await transaction(deps.db, tx => reserve(tx, deps, request))
  if (reserved !== undefined) await sendRefund(deps, reserved)
}

/** Reserves the refund and answers its id; places that cost nothing are given back at once. */
async function reserve(
  tx: Tx,
  { gateways }: Deps,
  request: RefundOrder,
): Promise<number | undefined> {
  const order = (await lockOrder(tx, request.orderId)) ?? fail('order-not-found')
  // Money that is still here after an order ended, because a refund of it bounced, can be given back as an amount.
  const mayHaveMoneyLeft = isFailed(order.status) || order.status === 'refunded'
  if (
    order.status !== 'completed' &&
    !(mayHaveMoneyLeft && !request.parts && order.paid_minor > 0)
  ) {
    fail('order-move-not-allowed', { message: `The order is ${order.status}.` })
  }
  const { amountMinor, parts } = await plan(tx, order, request)
  if (amountMinor > order.paid_minor - (await promisedRefunds(tx, order.id)))
    throw new AppError('refund-not-possible')
  if (amountMinor === 0) {
    await settleFreeRefund(tx, order, parts)
    return undefined
  }
  const gateway = gateways.find(order.gateway as GatewayName, order.gateway_order_id ?? '')
  if (!gateway?.refund) {
    fail('refund-not-possible', {
      message: 'What this order was paid with is not configured any more.',
    })
  }
  return insertRefund(tx, { orderId: order.id, amountMinor, parts, reason: request.reason })
}

async function plan(tx: Tx, order: OrderRow, { parts, amountMinor }: RefundOrder) {
  if (parts === undefined) {
    if (amountMinor === undefined || amountMinor === 0) fail('refund-not-possible')
    return { amountMinor, parts: [] }
  }
  const planned = planRefund(await refundableLines(tx, order.id), parts)
  if (planned.kind === 'refund') return planned
  return fail('refund-not-possible', {
    message:
      planned.because === 'unknown_line'
        ? 'One of the lines is not a ticket line of this order.'
        : 'Fewer places of this line are left than were asked for.',
  })
}

/** Places of refunds that are under way count as given back. */
async function refundableLines(tx: Tx, orderId: number) {
  const underWay = (await lockRefunds(tx, orderId))
    .filter(({ state }) => state === 'reserved' || state === 'sent')
    .flatMap(({ parts }) => parts)
  const promised = (lineId: number) =>
    underWay.reduce((sum, part) => (part.lineId === lineId ? sum + part.quantity : sum), 0)
  const lines = await listLines(tx, [orderId])
  return lines.map(line => ({
    id: line.id,
    kind: line.kind as 'ticket' | 'fee' | 'coupon',
    ticketId: line.ticket_id,
    quantity: line.quantity,
    refundedQuantity: line.refunded_quantity + promised(line.id),
    totalMinor: line.total_minor,
  }))
}
