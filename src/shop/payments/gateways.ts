import type { Gateway, RememberedGateway } from './gateway.ts'
import type { Patience } from './retry.ts'
import { sandboxGateway } from './sandbox/sandbox.ts'
import type { SandboxStore } from './sandbox/record.ts'

/** The payment part of the configuration; empty text means that a setting is not there. */
export type PaymentSettings = {
  /** STRIPE_SECRET_KEY */
  readonly stripeSecretKey: string
  /** STRIPE_PUBLISHABLE_KEY; the browser's half. */
  readonly stripePublishableKey: string
  /** STRIPE_WEBHOOK_SECRETS, newest first; three are tried. */
  readonly stripeWebhookSecrets: readonly string[]
  /** STRIPE_API_BASE; only for tests. */
  readonly stripeApiBase: string
  /** PAYPAL_CLIENT_ID */
  readonly paypalClientId: string
  /** PAYPAL_CLIENT_SECRET */
  readonly paypalClientSecret: string
  /** PAYPAL_WEBHOOK_ID; part of what the wallet signs. */
  readonly paypalWebhookId: string
  /** PAYPAL_ENVIRONMENT */
  readonly paypalEnvironment: 'sandbox' | 'live'
  /** PAYPAL_API_BASE; only for tests. */
  readonly paypalApiBase: string
  /** The account that is paid, when it is not the credentials' own. */
  readonly paypalMerchantId?: string
  /** SANDBOX: whether it may stand in for real accounts; `auto` until one was configured for the first time. */
  readonly sandbox: 'on' | 'off' | 'auto'
}

export type GatewayDeps = {
  clock: { now(): Date }
  random: { token(bytes: number): string }
  log: { warn(facts: object, text: string): void }
  sandboxStore: SandboxStore
  /** How long a provider is waited for; tests are less patient. */
  patience?: Patience
  /** Accounts that merchants connect while the service runs, on this process or another. */
  accounts?: Accounts
}

type Accounts = {
  /** The version that the settings at hand are of. */
  known: string
  /** Another one whenever an account was connected, changed or forgotten. */
  version(): Promise<string>
  settings(): Promise<PaymentSettings>
  /** Remembers for good that these settings name a real account or key; returns whether any ever did. */
  everConfigured(settings: PaymentSettings): Promise<boolean>
}

/** The ways to be paid that are open now. */
export type Gateways = {
  /** The gateway behind the card routes: the processor, the sandbox in its place, or nothing. */
  readonly card: Gateway | undefined
  readonly wallet: Gateway | undefined
  /** True while the sandbox takes payments. **No money moves**; say so wherever a price is paid. */
  readonly sandbox: boolean
  /** The card processor's key for the browser; empty in the sandbox. */
  readonly publishableKey: string
  /** The wallet's id for the browser; empty in the sandbox. */
  readonly walletClientId: string
  /**
   * The gateway that made a payment, by the name and reference an order remembers. Where the sandbox takes no payments
   * any more, those made in it can still be read and given back, and nobody can finish one (contract.md 8.17).
   */
  find(name: RememberedGateway, reference: string): Gateway | undefined
  /** Takes other credentials from now on, as after a merchant connected an account. */
  reconfigure(settings: PaymentSettings): Promise<void>
  /**
   * Takes notice of accounts that another process connected or forgot. Asks the database once a second at the most, so
   * whoever calls it before it pays knows them a second later. Never fails: what is known goes on.
   */
  refresh(): Promise<void>
}

type Open = Omit<Gateways, 'find' | 'reconfigure' | 'refresh'>

/**
 * Opens the gateways that the configuration names. The sandbox stands in only where no account or key was ever
 * configured, or where SANDBOX=on says so; else there is no way to pay (contract.md 8.17).
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

/** One question at a time, however many ask. */
function follower(
  { clock, log }: GatewayDeps,
  { version, settings, known }: Accounts,
  take: (settings: PaymentSettings) => Promise<void>,
) {
  let seen = known
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
 * The ways of paying that settings name a key of, also when it is half of what is needed: whoever set it does not mean
 * to sell through the sandbox.
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
  // Asked also when an account is open: that is when it is remembered.
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
  { clock, random, sandboxStore: store }: GatewayDeps,
  { ended }: { ended: boolean },
) {
  const means = { store, clock, random, ended }
  return {
    card: sandboxGateway({ flow: 'card', ...means }),
    wallet: sandboxGateway({ flow: 'wallet', ...means }),
  }
}

// The SDKs are loaded only where they are used: together they are half a second of every start.
async function openCard(settings: PaymentSettings, { clock, patience, log }: GatewayDeps) {
  const { stripeSecretKey: secretKey, stripeWebhookSecrets: webhookSecrets } = settings
  if (secretKey === '') return undefined
  if (webhookSecrets.length === 0) {
    log.warn({}, 'STRIPE_WEBHOOK_SECRETS is empty: messages of the card processor are refused')
  }
  const { stripeGateway } = await import('./stripe/stripe.ts')
  return stripeGateway({
    secretKey,
    webhookSecrets,
    apiBase: settings.stripeApiBase,
    clock,
    patience,
  })
}

async function openWallet(settings: PaymentSettings, { clock, patience, log }: GatewayDeps) {
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
  return paypalGateway({
    clientId,
    clientSecret,
    webhookId: settings.paypalWebhookId,
    environment: settings.paypalEnvironment,
    merchantId: settings.paypalMerchantId,
    apiBase: settings.paypalApiBase,
    clock,
    patience,
  })
}
