import { fail } from '../../core/errors.ts'
import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../../platform/http/access.ts'
import { settle } from '../orders/settling/settle.ts'
import { translated } from '../orders/paying/start-payment.ts'
import { begunElsewhere, gatewayOf } from '../payments/demand-gateway.ts'
import { isUnknownThere } from '../payments/gateway-errors.ts'
import { byCard } from './pay-by-card.ts'
import { redirectUrl } from './view.ts'

type BuyerReturn = { reference: string; secret: string; caller: Caller }

/**
 * Settles the payment of a buyer who returns from the card processor, after reading it there. Whoever knows the
 * payment's secret is its buyer. Returns the address of the order's page; fails with `payment-provider-not-configured`
 * when the account is gone at which the payment was begun.
 */
export async function settleReturn(
  deps: Deps,
  { reference, secret, caller }: BuyerReturn,
): Promise<string> {
  const order = await deps.findOrderByReference(byCard.gateways, reference)
  if (!order) return refuse(caller)
  const gateway = gatewayOf(deps, { gateway: order.gateway, reference })
  const state = await gateway.lookUp(reference).catch((error: unknown) => {
    if (isUnknownThere(error)) {
      fail('payment-provider-not-configured', { message: begunElsewhere, cause: error })
    }
    throw translated(error, 'rest_forbidden')
  })
  if (!state.clientSecret?.matches(secret)) return refuse(caller)
  await settle(deps, [{ order, state, cause: 'return' }])
  return redirectUrl(deps, order)
}
