import type { Deps as TicketingDeps } from '../ticketing/deps.ts'
import type { CartFinder } from './cart/lookup.ts'
import type { OrderFinder } from './orders/record/lookup.ts'
import type { Gateways } from './payments/gateways.ts'
import type { PaymentMetrics } from './payments/payment-metrics.ts'

/** The dependencies of ticketing, and those of the shop and the areas to its right: carts, orders by their
 * id at the provider, gateways, and what is counted of them. */
export type Deps = TicketingDeps & {
  readonly findCart: CartFinder
  readonly findOrderByReference: OrderFinder
  readonly gateways: Gateways
  readonly paymentMetrics: PaymentMetrics
}
