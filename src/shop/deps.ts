import type { Deps as TicketingDeps } from '../ticketing/deps.ts'
import type { CartFinder } from './cart/lookup.ts'
import type { Gateways } from './payments/gateways.ts'

/** What ticketing is given, and what only the shop, and whoever stands to the right of it, asks: carts and gateways. */
export type Deps = TicketingDeps & {
  readonly findCart: CartFinder
  readonly gateways: Gateways
}
