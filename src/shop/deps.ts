import type { Deps as TicketingDeps } from '../ticketing/deps.ts'
import type { CartFinder } from './cart/lookup.ts'
import type { OrderFinder } from './orders/record/lookup.ts'
import type { Gateways } from './payments/gateways.ts'

/** The dependencies of ticketing, and those of the shop and the areas to its right: carts, orders by their
 * id at the provider, and gateways. */
export type Deps = TicketingDeps & {
  readonly findCart: CartFinder
  readonly findOrderByReference: OrderFinder
  readonly gateways: Gateways
}
