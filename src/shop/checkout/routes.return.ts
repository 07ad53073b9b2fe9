import type { Actor } from '../../core/actor.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../../platform/http/access.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { text } from '../../platform/http/described/params.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { connectCard, readCardAccount } from '../payments/accounts/connect-card.ts'
import { settleReturn } from './settle-return.ts'

const ReturnQuery = Type.Object({
  payment_intent: Type.Optional(
    text({ maxLength: 255, description: "The processor's id of the payment" }),
  ),
  payment_intent_client_secret: Type.Optional(
    text({ maxLength: 1000, description: 'The secret of the payment' }),
  ),
  stripe: Type.Optional(
    text({ maxLength: 20_000, description: 'Account payload, base64 of JSON' }),
  ),
})

/**
 * The addresses to which the card processor sends browsers back: buyers after paying, merchants after connecting an
 * account.
 */
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
    errors: [
      'rest_forbidden',
      'payment-provider-unavailable',
      'payment-provider-not-configured',
      'sale-is-busy',
    ],
    handle: async ({ query, caller, actor, request }) => {
      const { payment_intent: reference, payment_intent_client_secret: secret, stripe } = query
      return reference && secret
        ? redirect(await settleReturn(deps, { reference, secret, caller }))
        : connect(actingAs(deps, actor ?? cardProvider), { account: stripe, caller, request })
    },
  })
}

/** A merchant who comes back is known by the nonce alone. */
const cardProvider: Actor = { kind: 'provider', name: 'card', operation: 'connectCard' }

type Connecting = { account: string | undefined; caller: Caller; request: RequestInfo }

/** Connects the account of a returning merchant. Wrong nonces count as guesses. */
async function connect(deps: Deps, { account, caller, request: { address } }: Connecting) {
  const payload = account ? readCardAccount(account) : undefined
  const outcome = payload && (await connectCard(deps, { payload, caller }))
  if (outcome) return redirect(settingsUrl(deps, outcome))
  deps.attempts.wrong('nonce', { address })
  return refuse(caller, account ? endedSignUp : undefined)
}

/** One sentence for a wrong nonce and for one that ended, so that guessing learns nothing. */
export const endedSignUp =
  'This connection of a payment account is not known here: it was finished before, or begun more than an hour ago or by somebody else. Begin it again.'

/** The page that merchants see last; its query says how it went. */
export function settingsUrl({ publicRoot }: Deps, outcome: Record<string, string>): string {
  return `${publicRoot}/?${new URLSearchParams(outcome).toString()}`
}

export const redirect = (location: string) =>
  new Answer({}, { status: 302, headers: { location, 'cache-control': 'no-store' } })
