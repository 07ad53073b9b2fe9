import type { Deps } from '../../deps.ts'
import type { PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import type { OrderRow } from '../record/lookup.ts'
import { settle } from '../settling/settle.ts'
import type { Settled } from '../settling/settle-payment.ts'

type Means = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/** What came of it, and what the provider says. An order does not always show that: a failed attempt is no move. */
type Looked = Settled & { state: PaymentState }

/**
 * Asks the provider where an order's payment stands and settles it. Answers nothing when there is no payment, or the
 * provider knows none. Rejects with `GatewayUnavailable` when it does not answer.
 */
export async function settleFromProvider(
  means: Means,
  order: OrderRow,
  cause: string,
): Promise<Looked | undefined> {
  const reference = order.gateway_order_id
  const gateway = reference && means.gateways.find(order.gateway, reference)
  if (!gateway) return undefined
  try {
    const state = await gateway.lookUp(reference)
    const [settled] = await settle(means, [{ order, state, cause }])
    return { ...settled, state }
  } catch (error) {
    if (error instanceof GatewayRefused) return undefined
    throw error
  }
}
