import type { Deps } from '../../deps.ts'
import type { PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import type { OrderRow } from '../record/lookup.ts'
import { settle } from '../settling/settle.ts'
import type { Settled } from '../settling/settle-round.ts'

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/** The order's new status, and the state of its payment. Only the latter shows a failed attempt. */
type LookedUp = Settled & { state: PaymentState }

/**
 * Reads an order's payment from the provider and settles it. Returns undefined when there is no payment, or the
 * provider knows none. Rejects with `GatewayUnavailable` when the provider does not answer.
 */
export async function settleFromProvider(
  deps: Dependencies,
  order: OrderRow,
  cause: string,
): Promise<LookedUp | undefined> {
  const reference = order.gateway_order_id
  const gateway = reference && deps.gateways.find(order.gateway, reference)
  if (!gateway) return undefined
  try {
    const state = await gateway.lookUp(reference)
    const [settled] = await settle(deps, [{ order, state, cause }])
    return { state, ...settled }
  } catch (error) {
    if (error instanceof GatewayRefused) return undefined
    throw error
  }
}
