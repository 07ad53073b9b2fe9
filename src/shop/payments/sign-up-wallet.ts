import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { walletEventTypes, walletOnboarding } from './connect-wallet.ts'
import { readAccount, withConnectedAccounts } from './connected-accounts.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway-errors.ts'
import { hide } from './hidden.ts'
import { sealAccount } from './seal-account.ts'
import { deleteAccount, saveAccount } from './store.ts'

const hashBytes = 34
const keptMs = 24 * 60 * 60 * 1000

type Means = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'gateways' | 'random' | 'restRoot' | 'secrets' | 'log'
>

function partner({ config, clock }: Means) {
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

const onboarding = (means: Means) =>
  partner(means) ??
  fail('payment-provider-not-configured', {
    message:
      'No partner account is configured (PAYPAL_PARTNER_ID and the two settings after it), so no merchant can sign up.',
  })

/** Where the merchant signs up. The invitation lives for a day; a newer one replaces it. */
export async function inviteToWallet(means: Means): Promise<{ url: string }> {
  const { db, clock, random, restRoot, secrets } = means
  const hash = random.token(hashBytes)
  const returnUrl = `${restRoot('tickets')}/commerce/wallet/on-boarding?hash=${hash}`
  try {
    const { url } = await onboarding(means).signupLink({ hash, returnUrl })
    const endsAt = new Date(clock.now().getTime() + keptMs).toISOString()
    await saveAccount(db, 'wallet-sign-up', {
      details: { endsAt },
      secrets: sealAccount(secrets.order, { hash }),
    })
    return { url }
  } catch (error) {
    throw unavailable(error)
  }
}

/** The invitation that waits for its merchant, while it lives. */
async function invitation({ db, clock, secrets }: Means) {
  const found = await readAccount(db, secrets.order, 'wallet-sign-up')
  const endsAt = new Date(String(found?.details['endsAt']))
  if (!found || !(endsAt.getTime() > clock.now().getTime())) return undefined
  const { hash, accessToken } = found.secrets
  return {
    details: found.details,
    hash: hide(String(hash)),
    accessToken: typeof accessToken === 'string' ? hide(accessToken) : undefined,
  }
}

/** Turns the code that the provider's page handed to the browser into a token. Answers why not, if it cannot. */
export async function acceptWalletCode(
  means: Means,
  { authCode, sharedId }: { authCode: string; sharedId: string },
): Promise<{ error?: string }> {
  const invited = await invitation(means)
  if (!invited) return { error: 'The invitation is too old; begin again.' }
  try {
    const hash = invited.hash.reveal()
    const { accessToken } = await onboarding(means).exchangeCode({ authCode, sharedId, hash })
    await saveAccount(means.db, 'wallet-sign-up', {
      details: invited.details,
      secrets: sealAccount(means.secrets.order, { hash, accessToken: accessToken.reveal() }),
    })
    return {}
  } catch (error) {
    const isOurs = error instanceof GatewayUnavailable && error.retryable
    if (isOurs || !isOfGateway(error)) throw unavailable(error)
    return { error: 'The provider did not accept the code.' }
  }
}

/**
 * Connects the account once its merchant comes back with the invitation's hash. Answers the word for the settings page;
 * a wrong hash leaves the invitation as it is.
 */
export async function connectWallet(
  means: Means,
  { hash, told }: { hash: string; told: Readonly<Record<string, string>> },
) {
  const invited = await invitation(means)
  if (!invited?.hash.matches(hash)) return 'invalid-paypal-signup-hash'
  const { db, config, gateways, secrets, log } = means
  if (!invited.accessToken) return 'invalid-paypal-seller-credentials'
  try {
    const account = await sellerAccount(means, invited.accessToken)
    await saveAccount(db, 'wallet', {
      details: { ...told, ...account.details },
      secrets: sealAccount(secrets.order, { clientSecret: account.clientSecret.reveal() }),
    })
  } catch (error) {
    if (!isOfGateway(error)) throw error
    log.warn({ err: error }, 'a wallet account could not be connected')
    return 'invalid-paypal-seller-credentials'
  }
  await deleteAccount(db, 'wallet-sign-up')
  await gateways.reconfigure(await withConnectedAccounts(db, secrets.order, config))
  return 'paypal-signup-complete'
}

async function sellerAccount(means: Means, token: ReturnType<typeof hide>) {
  const provider = onboarding(means)
  const { merchantId, clientId, clientSecret } = await provider.sellerCredentials(token)
  const status = await provider.merchantStatus(merchantId)
  const webhookUrl = `${means.restRoot('tickets')}/commerce/wallet/webhook`
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
