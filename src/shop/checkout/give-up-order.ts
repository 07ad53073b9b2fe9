import type { Deps } from '../deps.ts'
import { cancelPayment } from '../orders/paying/cancel-payment.ts'
import { type OrderRequest, ownOrder, type Way } from './buyer.ts'

export type Cancellation = OrderRequest & {
  body: { failed_status?: string; failed_reason?: string }
}

/** A buyer gives the own unpaid order up: its payment is ended at the provider, and its places are free again. */
export async function giveUpOrder(deps: Deps, asked: Cancellation, way: Way) {
  const order = await ownOrder(deps, asked, way)
  const { status } = await cancelPayment(deps, order, {
    to: asked.body.failed_status || 'not-completed',
    reason: asked.body.failed_reason ?? '',
  })
  return { success: true as const, status, order_id: order.id, title: `Order ${order.id}` }
}
