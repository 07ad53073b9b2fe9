import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import type { Gateway, RememberedGateway } from './gateway.ts'

const names = { card: 'card', wallet: 'wallet' } as const
type Way = keyof typeof names

/**
 * Returns the gateway for a way of paying. Fails with `payment-provider-not-configured`, which names the ways that
 * are open; trying again cannot help, so it has no Retry-After (contract.md 8.17).
 */
export function gatewayFor({ gateways }: Pick<Deps, 'gateways'>, way: Way): Gateway {
  const ways = Object.values(names).filter(name => gateways[name] !== undefined)
  return gateways[way] ?? fail('payment-provider-not-configured', { ...refusal(way, ways) })
}

function refusal(way: Way, ways: readonly Way[]) {
  const [other] = ways
  const message =
    other === undefined
      ? 'This site takes no payments at the moment, because no payment account is connected. Nothing was ordered; places that cost nothing can still be ordered.'
      : `Paying by ${way} is not set up here; pay by ${other}. Nothing was ordered.`
  return { message, data: { ways }, isUsual: true } as const
}

/**
 * Returns the gateway at which an order's payment was begun. Fails with `payment-provider-not-configured` when it is
 * gone.
 */
export function gatewayOf(
  { gateways }: Pick<Deps, 'gateways'>,
  { gateway, reference }: { gateway: RememberedGateway; reference: string },
): Gateway {
  const account = gateways.find(gateway, reference)
  return account ?? fail('payment-provider-not-configured', { message: begunElsewhere })
}

/** What a buyer is told whose payment was begun at an account that is gone, or has another in its place. */
export const begunElsewhere =
  'The account that this payment was begun with is not connected any more. If you have paid, the organiser has to connect it again to settle your order.'
