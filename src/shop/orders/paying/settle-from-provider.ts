import type { Deps } from '../../deps.ts'
import type { PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import type { OrderRow } from '../record/lookup.ts'
import { settle } from '../settling/settle.ts'
import type { Settled } from '../settling/settle-round.ts'

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/** What became of the order, and the state of its payment: a failed attempt shows in the second only. */
type LookedUp = Settled & { state: PaymentState }

/**
 * Asks the provider where an order's payment stands and settles it. Returns nothing when there is no payment, or the
 * provider knows none. Rejects with `GatewayUnavailable` when it does not answer.
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
    return { ...settled, state }
  } catch (error) {
    if (error instanceof GatewayRefused) return undefined
    throw error
  }
}
