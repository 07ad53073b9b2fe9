import { findSecret } from '../access/secrets/lookup.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { lookedAtAccounts, settingsThatWin } from '../shop/payments/accounts/connected-accounts.ts'
import type { Gateway } from '../shop/payments/gateway.ts'
import { GatewayUnavailable, isUnknownThere } from '../shop/payments/gateway-errors.ts'
import { createGateways } from '../shop/payments/gateways.ts'
import { paymentMetrics } from '../shop/payments/payment-metrics.ts'
import { sandboxStore } from '../shop/payments/sandbox/keep-sandbox.ts'
import { paymentsInWords } from '../shop/payments/say-payments.ts'

/** A person waits for the answer. */
const patience = { timeoutMs: 8000, attempts: 1, firstWaitMs: 0 }
/** Without the secret no account was ever connected, so there is nothing to open with it. */
const noSecret = Buffer.alloc(32)

/**
 * How buyers pay, whether the providers take our credentials, and which connected accounts nobody is paid at because a
 * setting wins. Writes nothing.
 */
export async function doctorOfPayments(db: Db, config: Config): Promise<string[]> {
  const secret = (await findSecret(db, 'order')) ?? noSecret
  const accounts = await lookedAtAccounts(db, secret, config)
  const gateways = await createGateways(await accounts.settings(), {
    clock: systemClock,
    random: systemRandom,
    log: createLog('silent'),
    sandboxStore: sandboxStore(db, { always: config.sandbox === 'on' }),
    metrics: paymentMetrics(),
    accounts,
    patience,
  })
  const { card, wallet, sandbox } = gateways
  const real = sandbox ? [] : [card, wallet].filter(gateway => gateway !== undefined)
  const winning = await settingsThatWin(db, config)
  return [
    paymentsInWords(gateways),
    ...(await Promise.all(real.map(tried))),
    ...kindsMixed(config),
    ...winning.map(
      setting =>
        `  A merchant connected an account, but ${setting} is set and wins: nobody is paid at the connected one.`,
    ),
  ]
}

const someReference = { card: 'pi_marqueeDoctor', wallet: 'MARQUEEDOCTOR' }

/** Looks up a payment that does not exist: only a provider that takes our credentials says so. */
async function tried({ name, lookUp }: Gateway): Promise<string> {
  try {
    await lookUp(name === 'wallet' ? someReference.wallet : someReference.card)
  } catch (error) {
    if (!isUnknownThere(error)) return `  ${because(name, error)}`
  }
  return `  The ${name} provider takes our credentials.`
}

function because(name: string, error: unknown): string {
  const { message } = error as Error
  const status = error instanceof GatewayUnavailable ? error.facts.status : undefined
  return status === 401 || status === 403
    ? `The ${name} provider REFUSES our credentials, so nobody can pay there: ${message}`
    : `The ${name} provider could not be asked: ${message}`
}

function kindsMixed({ stripeSecretKey, stripePublishableKey }: Config): string[] {
  const [secret, publishable] = [stripeSecretKey, stripePublishableKey].map(key =>
    key === '' ? undefined : key.includes('_live_'),
  )
  if (secret === undefined || publishable === undefined || secret === publishable) return []
  return [
    '  STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY do not go together: one is live, the other for tests.',
  ]
}
