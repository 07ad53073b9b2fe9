import type { Deps } from '../deps.ts'
import { cancelPayment } from '../orders/paying/cancel-payment.ts'
import { type OrderRequest, ownOrder, type Way } from './buyer.ts'

/** `status` is what the order becomes, as it came; blank is `not-completed`. */
type Cancellation = OrderRequest & { status: string | undefined; reason: string | undefined }

/** A buyer gives the own unpaid order up: its payment is ended at the provider, and its places are free again. */
export async function giveUpOrder(deps: Deps, cancellation: Cancellation, way: Way) {
  const order = await ownOrder(deps, cancellation, way)
  const { status } = await cancelPayment(deps, order, {
    to: cancellation.status || 'not-completed',
    reason: cancellation.reason ?? '',
  })
  return { orderId: order.id, status }
}
