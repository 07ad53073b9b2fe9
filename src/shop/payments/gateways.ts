import type { Gateway, RememberedGateway } from './gateway.ts'
import { type PaymentMetrics, timed } from './payment-metrics.ts'
import type { Patience } from './retry.ts'
import { sandboxGateway } from './sandbox/sandbox.ts'
import type { SandboxStore } from './sandbox/record.ts'

/** The payment part of the configuration; empty text means that a setting is missing. */
export type PaymentSettings = {
  /** STRIPE_SECRET_KEY */
  readonly stripeSecretKey: string
  /** STRIPE_PUBLISHABLE_KEY; used in browsers. */
  readonly stripePublishableKey: string
  /** STRIPE_WEBHOOK_SECRETS, newest first; three are tried. */
  readonly stripeWebhookSecrets: readonly string[]
  /** STRIPE_API_BASE; only for tests. */
  readonly stripeApiBase: string
  /** PAYPAL_CLIENT_ID */
  readonly paypalClientId: string
  /** PAYPAL_CLIENT_SECRET */
  readonly paypalClientSecret: string
  /** PAYPAL_WEBHOOK_ID; part of what the wallet signs in its messages. */
  readonly paypalWebhookId: string
  /** PAYPAL_ENVIRONMENT */
  readonly paypalEnvironment: 'sandbox' | 'live'
  /** PAYPAL_API_BASE; only for tests. */
  readonly paypalApiBase: string
  /** The account that is paid, when it is not the one of the credentials. */
  readonly paypalMerchantId?: string
  /** SANDBOX: whether it may replace real accounts; `auto` until one was configured for the first time. */
  readonly sandbox: 'on' | 'off' | 'auto'
}

export type GatewayDeps = {
  clock: { now(): Date }
  random: { token(bytes: number): string }
  log: { warn(facts: object, text: string): void }
  sandboxStore: SandboxStore
  metrics: PaymentMetrics
  /** How long a provider may take; shorter in tests. */
  patience?: Patience
  /** Accounts that merchants connect while the service runs, in this process or another. */
  accounts?: Accounts
}

type Accounts = {
  /** The version of these settings. */
  loadedVersion: string
  /** A version that changes whenever an account is connected, changed or deleted. */
  version(): Promise<string>
  settings(): Promise<PaymentSettings>
  /** Records permanently that these settings name a real account or key; returns whether any ever did. */
  everConfigured(settings: PaymentSettings): Promise<boolean>
}

/** The ways of paying that are open now. */
export type Gateways = {
  /** The gateway of the card routes: the processor, or the sandbox in its place; undefined for neither. */
  readonly card: Gateway | undefined
  readonly wallet: Gateway | undefined
  /** True while the sandbox takes payments. **No money moves**; say so wherever a price is paid. */
  readonly sandbox: boolean
  /** The card processor's publishable key; empty in the sandbox. */
  readonly publishableKey: string
  /** The wallet's client id for the browser; empty in the sandbox. */
  readonly walletClientId: string
  /**
   * The gateway that made a payment, by the name and reference in an order. When the sandbox takes no payments any
   * more, its payments can still be read and refunded, but not completed (contract.md 8.17).
   */
  find(name: RememberedGateway, reference: string): Gateway | undefined
  /** Uses other credentials from now on, for example after a merchant connected an account. */
  reconfigure(settings: PaymentSettings): Promise<void>
  /**
   * Checks for accounts that another process connected or disconnected. It reads the database at most once a second,
   * so a caller that pays afterwards knows of a change within a second. Never fails: on an error the known accounts
   * stay.
   */
  refresh(): Promise<void>
}

type Open = Omit<Gateways, 'find' | 'reconfigure' | 'refresh'>

/**
 * Opens the gateways in the configuration. The sandbox replaces them only when no account or key was ever configured,
 * or with SANDBOX=on; otherwise there is no way to pay (contract.md 8.17).
 */
export async function createGateways(
  settings: PaymentSettings,
  deps: GatewayDeps,
): Promise<Gateways> {
  const ended = openSandbox(deps, { ended: true })
  let open = await openGateways(settings, deps)
  const take = async (changed: PaymentSettings) => {
    open = await openGateways(changed, deps)
  }
  const refresh = deps.accounts ? follower(deps, deps.accounts, take) : async () => {}
  return {
    get card() {
      return open.card
    },
    get wallet() {
      return open.wallet
    },
    get sandbox() {
      return open.sandbox
    },
    get publishableKey() {
      return open.publishableKey
    },
    get walletClientId() {
      return open.walletClientId
    },
    find(name, reference) {
      if (name !== 'sandbox') return name === open.card?.name ? open.card : walletNamed(open, name)
      const { card, wallet } = open.sandbox ? open : ended
      return reference.startsWith('pi_') ? card : wallet
    },
    reconfigure: take,
    refresh,
  }
}

const refreshEveryMs = 1000

/** Simultaneous checks share one query. */
function follower(
  { clock, log }: GatewayDeps,
  { version, settings, loadedVersion }: Accounts,
  take: (settings: PaymentSettings) => Promise<void>,
) {
  let seen = loadedVersion
  let askedAt = clock.now().getTime()
  let asking: Promise<void> | undefined

  async function ask() {
    try {
      const current = await version()
      if (current === seen) return
      await take(await settings())
      seen = current
    } catch (error) {
      log.warn({ err: error }, 'connected accounts could not be read; what is known goes on')
    }
  }

  return async () => {
    const now = clock.now().getTime()
    if (now - askedAt >= refreshEveryMs) {
      askedAt = now
      asking ??= ask().finally(() => {
        asking = undefined
      })
    }
    await asking
  }
}

/**
 * The ways of paying with a key in the settings, even an incomplete one: whoever sets a key does not mean to sell
 * through the sandbox.
 */
export function namedWays(settings: PaymentSettings): ('card' | 'wallet')[] {
  const card = [settings.stripeSecretKey, settings.stripePublishableKey]
  const wallet = [settings.paypalClientId, settings.paypalClientSecret, settings.paypalWebhookId]
  const hasCard = [...card, ...settings.stripeWebhookSecrets].some(key => key !== '')
  return [
    ...(hasCard ? (['card'] as const) : []),
    ...(wallet.some(key => key !== '') ? (['wallet'] as const) : []),
  ]
}

const namesAny = (settings: PaymentSettings) => namedWays(settings).length > 0

const walletNamed = ({ wallet }: Open, name: RememberedGateway) =>
  wallet?.name === name ? wallet : undefined

async function openGateways(settings: PaymentSettings, deps: GatewayDeps): Promise<Open> {
  const card = await openCard(settings, deps)
  const wallet = await openWallet(settings, deps)
  // Called also while an account is open, because that is when it is recorded.
  const everConfigured = (await deps.accounts?.everConfigured(settings)) ?? namesAny(settings)
  if (!card && !wallet) return withoutAccount(settings, deps, everConfigured)
  return {
    card,
    wallet,
    sandbox: false,
    publishableKey: card ? settings.stripePublishableKey : '',
    walletClientId: wallet ? settings.paypalClientId : '',
  }
}

function withoutAccount(
  settings: PaymentSettings,
  deps: GatewayDeps,
  everConfigured: boolean,
): Open {
  const { sandbox } = settings
  const keys = { publishableKey: '', walletClientId: '' }
  if (sandbox === 'off' || (sandbox === 'auto' && everConfigured)) {
    deps.log.warn({}, `NO PAYMENTS: ${closedReason(settings)}`)
    return { ...keys, card: undefined, wallet: undefined, sandbox: false }
  }
  const why = everConfigured ? 'SANDBOX=on, though an account was configured before' : 'no account'
  deps.log.warn({}, `SANDBOX PAYMENTS (${why}): orders are simulated, no money moves`)
  return { ...keys, ...openSandbox(deps, { ended: false }), sandbox: true }
}

const closedReason = ({ sandbox }: PaymentSettings) =>
  sandbox === 'off'
    ? 'no account is configured and SANDBOX=off; paid orders are refused'
    : 'an account was configured before and none is now; paid orders are refused'

function openSandbox(
  { clock, random, metrics, sandboxStore: store }: GatewayDeps,
  { ended }: { ended: boolean },
) {
  const means = { store, clock, random, ended }
  return {
    card: timed(sandboxGateway({ flow: 'card', ...means }), metrics),
    wallet: timed(sandboxGateway({ flow: 'wallet', ...means }), metrics),
  }
}

// The SDKs are loaded only when they are used, because together they take half a second of a start.
async function openCard(settings: PaymentSettings, { clock, patience, log, metrics }: GatewayDeps) {
  const { stripeSecretKey: secretKey, stripeWebhookSecrets: webhookSecrets } = settings
  if (secretKey === '') return undefined
  if (webhookSecrets.length === 0) {
    log.warn({}, 'STRIPE_WEBHOOK_SECRETS is empty: messages of the card processor are refused')
  }
  const { stripeGateway } = await import('./stripe/stripe.ts')
  const card = stripeGateway({
    secretKey,
    webhookSecrets,
    apiBase: settings.stripeApiBase,
    clock,
    patience,
  })
  return timed(card, metrics)
}

async function openWallet(
  settings: PaymentSettings,
  { clock, patience, log, metrics }: GatewayDeps,
) {
  const { paypalClientId: clientId, paypalClientSecret: clientSecret } = settings
  if (clientId === '' || clientSecret === '') {
    if (clientId !== clientSecret) {
      log.warn({}, 'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are needed together: no wallet')
    }
    return undefined
  }
  if (settings.paypalWebhookId === '') {
    log.warn({}, 'PAYPAL_WEBHOOK_ID is empty: messages of the wallet are refused')
  }
  const { paypalGateway } = await import('./paypal/paypal.ts')
  const wallet = paypalGateway({
    clientId,
    clientSecret,
    webhookId: settings.paypalWebhookId,
    environment: settings.paypalEnvironment,
    merchantId: settings.paypalMerchantId,
    apiBase: settings.paypalApiBase,
    clock,
    patience,
  })
  return timed(wallet, metrics)
}
