import {
  isAdministrator,
  signUpEndsAt,
  singleNonceHolds,
  spendSingleNonce,
} from '../../../access/nonces/single-nonce.ts'
import type { Caller } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { walletEventTypes, walletOnboarding } from '../paypal/onboarding.ts'
import { readAccount, withConnectedAccounts } from './connected-accounts.ts'
import { GatewayRefused, GatewayUnavailable } from '../gateway-errors.ts'
import { hide } from '../hidden.ts'
import { saidOfSetting } from './rules.ts'
import { sealAccount } from './seal-account.ts'
import { endSignUp, noteConfigured, saveAccount } from './store.ts'

const hashBytes = 34

type Dependencies = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'gateways' | 'random' | 'restRoot' | 'secrets' | 'log'
>

function partner({ config, clock }: Dependencies) {
  const { paypalPartnerId, paypalPartnerClientId, paypalPartnerClientSecret } = config
  if (paypalPartnerId === '' || paypalPartnerClientId === '') return undefined
  return walletOnboarding({
    clientId: paypalPartnerClientId,
    clientSecret: paypalPartnerClientSecret,
    partnerId: paypalPartnerId,
    environment: config.paypalEnvironment,
    apiBase: config.paypalApiBase,
    clock,
  })
}

const onboarding = (deps: Dependencies) =>
  partner(deps) ??
  fail('payment-provider-not-configured', {
    message:
      'No partner account is configured (PAYPAL_PARTNER_ID and the two settings after it), so no merchant can sign up.',
  })

/**
 * The provider's page on which the merchant signs up. The invitation is valid for an hour; a newer one replaces it.
 */
export async function inviteToWallet(deps: Dependencies, userId: number): Promise<{ url: string }> {
  const { db, clock, random, restRoot, secrets } = deps
  const hash = random.token(hashBytes)
  const returnUrl = `${restRoot('tickets')}/commerce/wallet/on-boarding?hash=${hash}`
  try {
    const { url } = await onboarding(deps).signupLink({ hash, returnUrl })
    await saveAccount(db, 'wallet-sign-up', {
      details: { endsAt: signUpEndsAt(clock.now()).toISOString(), userId },
      secrets: sealAccount(secrets.order, { hash }),
    })
    return { url }
  } catch (error) {
    throw unavailable(error)
  }
}

/** The open invitation, while it is valid and the person who invited is still an administrator. */
async function invitation({ db, clock, secrets }: Dependencies) {
  const signUp = await readAccount(db, secrets.order, 'wallet-sign-up')
  if (!signUp || !(await isAdministrator(db, Number(signUp.details['userId'] ?? 0))))
    return undefined
  const endsAt = new Date(String(signUp.details['endsAt']))
  if (!(endsAt.getTime() > clock.now().getTime())) return undefined
  const { hash, accessToken } = signUp.secrets
  return {
    details: signUp.details,
    sealed: signUp.sealed,
    hash: hide(String(hash)),
    accessToken: typeof accessToken === 'string' ? hide(accessToken) : undefined,
  }
}

type WalletCode = { authCode: string; sharedId: string; nonce: string; caller: Caller }

/**
 * Exchanges the code from the provider's page for a token, and uses the nonce up. `refused` when the nonce is
 * invalid; `error` says why there is no token. After a failed code the nonce can be used again.
 */
export async function acceptWalletCode(
  deps: Dependencies,
  { authCode, sharedId, nonce, caller }: WalletCode,
): Promise<{ error?: string; refused?: true }> {
  const { db, clock, secrets } = deps
  const nonceUse = { action: 'connect-wallet', nonce: nonce, now: clock.now(), caller } as const
  if (!(await singleNonceHolds(db, nonceUse))) return { refused: true }
  const invited = await invitation(deps)
  if (!invited) return { error: 'The invitation is too old; begin again.' }
  try {
    const hash = invited.hash.reveal()
    const { accessToken } = await onboarding(deps).exchangeCode({ authCode, sharedId, hash })
    const isFirst = await transaction(db, async tx => {
      if (!(await spendSingleNonce(tx, nonceUse))) return false
      await saveAccount(tx, 'wallet-sign-up', {
        details: invited.details,
        secrets: sealAccount(secrets.order, { hash, accessToken: accessToken.reveal() }),
      })
      return true
    })
    return isFirst ? {} : { refused: true }
  } catch (error) {
    const isOurs = error instanceof GatewayUnavailable && error.retryable
    if (isOurs || !isOfGateway(error)) throw unavailable(error)
    return { error: 'The provider did not accept the code.' }
  }
}

/**
 * Connects the account when its merchant returns with the invitation's hash. Returns the result as pairs for a query
 * string, with the setting that wins over the account. A wrong hash leaves the invitation valid; the right one works
 * once.
 */
export async function connectWallet(
  deps: Dependencies,
  returned: Returned,
): Promise<Record<string, string>> {
  const status = await tryToConnect(deps, returned)
  const isConnected = status === 'paypal-signup-complete'
  return { 'tc-status': status, ...(isConnected && saidOfSetting(deps.config, 'wallet')) }
}

type Returned = { hash: string; told: Readonly<Record<string, string>> }

async function tryToConnect(deps: Dependencies, { hash, told }: Returned) {
  const invited = await invitation(deps)
  if (!invited?.hash.matches(hash)) return 'invalid-paypal-signup-hash'
  const { db, config, gateways, secrets, log } = deps
  if (!invited.accessToken) return 'invalid-paypal-seller-credentials'
  try {
    const account = await sellerAccount(deps, invited.accessToken)
    const isFirst = await transaction(db, async tx => {
      if (!(await endSignUp(tx, invited.sealed))) return false
      await saveAccount(tx, 'wallet', {
        details: { ...told, ...account.details },
        secrets: sealAccount(secrets.order, { clientSecret: account.clientSecret.reveal() }),
      })
      await noteConfigured(tx, ['wallet'])
      return true
    })
    if (!isFirst) return 'invalid-paypal-signup-hash'
  } catch (error) {
    if (!isOfGateway(error)) throw error
    log.warn({ err: error }, 'a wallet account could not be connected')
    return 'invalid-paypal-seller-credentials'
  }
  await gateways.reconfigure(await withConnectedAccounts(db, secrets.order, config))
  return 'paypal-signup-complete'
}

async function sellerAccount(deps: Dependencies, token: ReturnType<typeof hide>) {
  const provider = onboarding(deps)
  const { merchantId, clientId, clientSecret } = await provider.sellerCredentials(token)
  const status = await provider.merchantStatus(merchantId)
  const webhookUrl = `${deps.restRoot('tickets')}/commerce/wallet/webhook`
  const webhookId = await provider.createWebhook(webhookUrl, walletEventTypes)
  const { paymentsReceivable, supportsCustomPayments } = status
  return {
    clientSecret,
    details: { merchantId, clientId, webhookId, paymentsReceivable, supportsCustomPayments },
  }
}

const isOfGateway = (error: unknown) =>
  error instanceof GatewayUnavailable || error instanceof GatewayRefused

function unavailable(error: unknown): unknown {
  if (!isOfGateway(error)) return error
  return fail('payment-provider-unavailable', { cause: error, retryAfterSeconds: 30 })
}
