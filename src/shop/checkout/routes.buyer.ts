import type { Static } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { sentCartSecrets } from '../cart/cart-secret.ts'
import { type Buyer, localeOf, type OrderStart } from './buyer.ts'
import type { Failing, NewOrder } from './schema.ts'

type BuyerInput = { caller: Caller; request: RequestInfo; body: { cart_hash?: string } }

/** The buyer who sends a request: its cart is named by the body, or else by the cookie. */
export const buyerOf = ({ caller, request, body }: BuyerInput): Buyer => ({
  caller,
  cartSecrets: sentCartSecrets(request.cookies, body.cart_hash),
})

type OrderInput = BuyerInput & { body: Static<typeof NewOrder>; attempt?: Attempt | undefined }

/** The order that a request starts. */
export function orderStartOf(input: OrderInput): OrderStart {
  const { body, request, attempt } = input
  return {
    ...buyerOf(input),
    address: request.address,
    purchaser: body.purchaser,
    expectedTotal: body.expected_total,
    expectedTickets: body.expected_tickets?.map(({ ticket_id: ticketId, ...shown }) => ({
      ticketId,
      ...shown,
    })),
    locale: localeOf(request),
    attempt,
  }
}

type CancellationInput = BuyerInput & {
  params: { order_id: string }
  body: Static<typeof Failing>
}

/** The order that a request gives up. */
export const cancellationOf = (input: CancellationInput) => ({
  ...buyerOf(input),
  reference: input.params.order_id,
  status: input.body.failed_status,
  reason: input.body.failed_reason,
})
