import { Type } from 'typebox'
import { issueSingleNonce, type SingleAction } from '../../access/nonces/single-nonce.ts'
import type { Actor } from '../../core/actor.ts'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { failMissing } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { refuse } from '../../platform/http/access.ts'
import { addressOf } from '../../platform/http/described/answer-shapes.ts'
import { filledText, text } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import {
  acceptWalletCode,
  connectWallet,
  inviteToWallet,
} from '../payments/accounts/sign-up-wallet.ts'
import { saidOfSetting } from '../payments/accounts/rules.ts'
import { endedSignUp, redirect, settingsUrl } from './routes.return.ts'

const long = (description: string) => filledText({ maxLength: 2000, description })
const told = (description: string) => text({ maxLength: 500, description })

const Back = Type.Object({
  hash: told('What was sent to the provider when the sign-up began'),
  merchantId: told('The id that we gave the merchant'),
  // Either parameter name is accepted (contract.md 1.2); a missing one is reported below.
  merchantIdInWallet: Type.Optional(told("The provider's id of the merchant")),
  merchantIdInPayPal: Type.Optional(told("The provider's id of the merchant")),
  permissionsGranted: told('Whether the merchant granted what was asked for'),
  consentStatus: told('Whether the merchant consented'),
  accountStatus: told('What became of the account'),
})

const OverruledBy = Type.Optional(
  Type.String({
    description:
      'The setting that wins over the account: as long as it is set, nobody is paid at the connected one',
  }),
)

type Merchant = { merchantIdInWallet?: string; merchantIdInPayPal?: string }

const merchantIn = ({ merchantIdInWallet, merchantIdInPayPal }: Merchant) =>
  merchantIdInWallet ?? merchantIdInPayPal

/** The routes need a signed-in manager, so there is an account. */
const idOf = (caller: Caller) => userIdOf(caller) ?? refuse(caller)

type By = { caller: Caller; actor: Actor | undefined }

const nonceFor = (deps: Deps, { caller, actor }: By, action: SingleAction) =>
  issueSingleNonce(actingAs(deps, actor), { action, userId: idOf(caller) })

/** A merchant who comes back is known by the nonce alone. */
const walletProvider: Actor = { kind: 'provider', name: 'wallet', operation: 'connectWallet' }

/** Routes by which a merchant connects a wallet account. `segment` is their path segment. */
export function onboardingRoutes(api: Api, deps: Deps, segment: string) {
  const path = `/commerce/${segment}/on-boarding`
  route(api, {
    method: 'POST',
    path: `/commerce/${segment}/sign-up`,
    summary: 'Begin to connect a wallet account: where the merchant signs up',
    access: { needs: 'payments.write' },
    confirmed: true,
    returns: Type.Object({
      url: addressOf('the page where the merchant signs up'),
      nonce: Type.String({ description: 'For the POST that follows: good once, for an hour' }),
      overruled_by: OverruledBy,
    }),
    errors: ['payment-provider-unavailable', 'payment-provider-not-configured'],
    handle: async ({ caller, actor }) => ({
      ...(await inviteToWallet(actingAs(deps, actor), idOf(caller))),
      nonce: await nonceFor(deps, { caller, actor }, 'connect-wallet'),
      ...saidOfSetting(deps.config, 'wallet'),
    }),
  })
  route(api, {
    method: 'POST',
    path,
    summary: "Take the code that the provider's sign-up page handed to the browser",
    access: 'public',
    body: Type.Object({
      nonce: long('From the sign-up, or from the page that began it'),
      auth_code: long('The code that the provider gave the browser'),
      shared_id: long('The id that the provider gave the browser with it'),
    }),
    returns: Type.Object({
      success: Type.Boolean({ description: 'Whether the account was connected.' }),
      error: Type.Optional(Type.String({ description: 'Why not, in words.' })),
    }),
    errors: ['rest_forbidden', 'payment-provider-unavailable', 'payment-provider-not-configured'],
    handle: async ({ body, caller, actor, request: { address } }) => {
      const { nonce, auth_code: authCode, shared_id: sharedId } = body
      const code = { authCode, sharedId, nonce, caller }
      const { error, refused } = await acceptWalletCode(
        actingAs(deps, actor ?? walletProvider),
        code,
      )
      if (refused) {
        deps.attempts.wrong('nonce', { address })
        refuse(caller, endedSignUp)
      }
      return error === undefined ? { success: true } : { success: false, error }
    },
  })
  comeBackRoute(api, deps, path)
}

function comeBackRoute(api: Api, deps: Deps, path: string) {
  route(api, {
    method: 'GET',
    path,
    summary: 'Where the merchant comes back to after signing up',
    access: 'public',
    query: Back,
    returns: Type.Object({}),
    writes: true,
    status: 302,
    check: async ({ query }) => {
      if (merchantIn(query) === undefined) failMissing(['merchantIdInWallet'])
      return {}
    },
    handle: async ({ query, actor }) => {
      const { hash, merchantIdInPayPal: _, ...rest } = query
      const told = { ...rest, merchantIdInWallet: merchantIn(query) ?? '' }
      const outcome = await connectWallet(actingAs(deps, actor ?? walletProvider), { hash, told })
      return redirect(settingsUrl(deps, outcome))
    },
  })
}

/** Begins to connect a card account: makes the nonce that the provider's page must return. */
export function cardSignUpRoutes(api: Api, deps: Deps, segment: string) {
  route(api, {
    method: 'POST',
    path: `/commerce/${segment}/sign-up`,
    summary: 'Begin to connect a card account: the nonce its payload must carry',
    access: { needs: 'payments.write' },
    confirmed: true,
    returns: Type.Object({
      nonce: Type.String({ description: 'Good once, for an hour' }),
      return_url: addressOf('where the payload is brought'),
      overruled_by: OverruledBy,
    }),
    handle: async ({ caller, actor }) => ({
      nonce: await nonceFor(deps, { caller, actor }, 'connect-card'),
      return_url: `${deps.restRoot('tickets')}/commerce/${segment}/return`,
      ...saidOfSetting(deps.config, 'card'),
    }),
  })
}
