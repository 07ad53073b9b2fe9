import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../../platform/http/access.ts'
import { Answer } from '../../platform/http/answer.ts'
import { text } from '../../platform/http/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { findOrderByReference } from '../orders/lookup.ts'
import { sendPromised } from '../orders/refunds/send-refund.ts'
import { settlePayment } from '../orders/settle-payment.ts'
import { translated } from '../orders/start-payment.ts'
import { connectCard, readCardAccount } from '../payments/connect-card.ts'
import { redirectUrl } from './view.ts'

const ReturnQuery = Type.Object({
  payment_intent: Type.Optional(text({ maxLength: 255 })),
  payment_intent_client_secret: Type.Optional(text({ maxLength: 1000 })),
  stripe: Type.Optional(
    text({ maxLength: 20_000, description: 'Account payload, base64 of JSON' }),
  ),
})

/** Where the card processor sends browsers back to: buyers after paying, merchants after connecting an account. */
export function returnRoutes(api: Api, deps: Deps, segment: string) {
  route(api, {
    method: 'GET',
    path: `/commerce/${segment}/return`,
    summary:
      'Settle the payment a buyer comes back from, or connect the account a merchant comes back with',
    access: 'public',
    query: ReturnQuery,
    returns: Type.Object({}),
    writes: true,
    status: 302,
    errors: ['rest_forbidden', 'payment-provider-unavailable', 'sale-is-busy'],
    handle: async ({ query, caller, request: { address } }) => {
      const { payment_intent: reference, payment_intent_client_secret: secret, stripe } = query
      if (reference && secret) {
        return redirect(await settleReturn(deps, { reference, secret, caller }))
      }
      const payload = stripe ? readCardAccount(stripe) : undefined
      const outcome = payload && (await connectCard(deps, { payload, caller }))
      if (!outcome) {
        deps.attempts.wrong('nonce', { address })
        return refuse(caller)
      }
      return redirect(settingsUrl(deps, outcome))
    },
  })
}

/** The page merchants end on; the query says how it went. */
export function settingsUrl({ publicRoot }: Deps, outcome: Record<string, string>): string {
  return `${publicRoot}/?${new URLSearchParams(outcome).toString()}`
}

export const redirect = (location: string) =>
  new Answer({}, { status: 302, headers: { location, 'cache-control': 'no-store' } })

type Returning = { reference: string; secret: string; caller: Caller }

/** Whoever knows the payment's secret is its buyer. */
async function settleReturn(deps: Deps, { reference, secret, caller }: Returning) {
  const order = await findOrderByReference(deps.db, ['card', 'sandbox'], reference)
  const gateway = order && deps.gateways.find(order.gateway, reference)
  if (!gateway) return refuse(caller)
  const state = await gateway.lookUp(reference).catch((error: unknown) => {
    throw translated(error, 'rest_forbidden')
  })
  if (!state.clientSecret?.matches(secret)) return refuse(caller)
  const total = { minor: order.total_minor, currency: order.currency }
  const { minor: payableMinor } = gateway.payable(total)
  const settled = await settlePayment(deps, { order, state, payableMinor, cause: 'return' })
  if (settled.givenBack) await sendPromised(deps, order.id)
  return redirectUrl(deps, order.id)
}
