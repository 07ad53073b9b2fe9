import { afterAll, beforeAll } from 'vitest'
import type { Charge, Gateway } from '../../src/shop/payments/gateway.ts'
import { paypalGateway } from '../../src/shop/payments/paypal/paypal.ts'
import type { Patience } from '../../src/shop/payments/retry.ts'
import { sandboxGateway } from '../../src/shop/payments/sandbox/sandbox.ts'
import type { SandboxRecord, SandboxStore } from '../../src/shop/payments/sandbox/record.ts'
import { stripeGateway } from '../../src/shop/payments/stripe/stripe.ts'
import { type FakeCard, type LedgerLine, startFakeCard } from '../support/fake-card.ts'
import type { Provider } from '../support/fake-provider.ts'
import { type FakeWallet, startFakeWallet } from '../support/fake-wallet.ts'
import { cardShapes, hasShapes, type ShapeCheck, walletShapes } from '../support/gateway-shapes.ts'
import { movableClock } from '../support/movable-clock.ts'

/** The usual number of tries with short pauses; the time limit suits a busy machine. */
export const quick: Patience = { timeoutMs: 20_000, attempts: 3, firstWaitMs: 1 }

/** For a provider that hangs: short time limits where a call must fail, more tries where it may succeed. */
export const hurried = (attempts: number): Patience => ({
  timeoutMs: 150,
  attempts,
  firstWaitMs: 1,
})

export const clock = movableClock(new Date('2031-03-04T10:00:00Z'))

/** A gateway with its provider, and the buyer's actions there. */
export type GatewayCase = {
  name: string
  gateway(): Gateway
  /** The same gateway with other time limits. */
  gatewayWith?(patience: Patience): Gateway
  /** The buyer does everything a payment needs of the buyer. */
  agree(reference: string): Promise<void>
  /** The buyer's next try is declined. */
  refuseNext(reference: string): Promise<void>
  /** The fake's own books; undefined for the sandbox, which keeps its books itself. */
  ledger(): LedgerLine[] | undefined
  provider(): Provider | undefined
}

let keys = 0
/** A fresh idempotency key. */
export const freshKey = (word = 'attempt') => {
  keys += 1
  return `${word}-${keys}`
}

const usd = (minor: number) => ({ minor, currency: 'USD' })

/** Two tickets of 12.50, a fee of 0.72 twice, a coupon of 1.44: 25.00 in all. */
export const aCharge = (more: Partial<Charge> = {}): Charge => ({
  orderId: 4711,
  installation: 'house',
  amount: usd(2500),
  lines: [
    { name: 'Evening ticket', sku: 'ticket-12', quantity: 2, unit: usd(1250) },
    { name: 'Service fee', sku: 'fee-3', quantity: 2, unit: usd(72) },
  ],
  discount: usd(144),
  description: 'Order 4711',
  idempotencyKey: freshKey(),
  metadata: { event_name: 'Midsummer', ticket_names: 'Evening ticket' },
  receiptEmail: 'ada@example.com',
  ...more,
})

export const oneLine = (minor: number, currency: string, more: Partial<Charge> = {}): Charge => ({
  ...aCharge(),
  amount: { minor, currency },
  lines: [{ name: 'Ticket', sku: 't', quantity: 1, unit: { minor, currency } }],
  discount: { minor: 0, currency },
  ...more,
})

/** The sandbox's store in memory, like a database: copies of values, one writer at a time. */
export function memoryStore(): SandboxStore {
  const rows = new Map<string, string>()
  return {
    load: async reference => {
      const row = rows.get(reference)
      return row === undefined ? undefined : (JSON.parse(row) as SandboxRecord)
    },
    save: async (record, replaces) => {
      const row = rows.get(record.reference)
      const version = row === undefined ? 0 : (JSON.parse(row) as SandboxRecord).version
      if (version !== replaces) return false
      rows.set(record.reference, JSON.stringify(record))
      return true
    },
    hasEnded: async () => false,
  }
}

let made = 0
export const random = {
  token: (bytes: number) => {
    made += 1
    return `token${made}`.padEnd(bytes, 'x')
  },
}

export const cardOn = (fake: FakeCard, patience: Patience = quick) =>
  stripeGateway({
    secretKey: fake.secretKey,
    webhookSecrets: [fake.webhookSecret],
    apiBase: fake.url,
    clock,
    patience,
  })

export const walletOn = (fake: FakeWallet, patience: Patience = quick) =>
  paypalGateway({
    clientId: fake.clientId,
    clientSecret: fake.clientSecret,
    webhookId: fake.webhookId,
    environment: 'sandbox',
    apiBase: fake.url,
    clock,
    patience,
  })

/** Fakes for one test file; `shapes` collects deviations from the published descriptions. */
export function fakes() {
  const shapes: { card?: ShapeCheck; wallet?: ShapeCheck } = hasShapes
    ? { card: cardShapes(), wallet: walletShapes() }
    : {}
  const held: { card?: FakeCard; wallet?: FakeWallet } = {}
  beforeAll(async () => {
    held.card = await startFakeCard({
      clock,
      onAnswer: (...answer) => shapes.card?.check(...answer),
    })
    held.wallet = await startFakeWallet({
      clock,
      onAnswer: (...answer) => shapes.wallet?.check(...answer),
    })
  })
  afterAll(async () => {
    await held.card?.close()
    await held.wallet?.close()
  })
  const use = <T>(fake: T | undefined): T => {
    if (!fake) throw new Error('The fakes start with the first test')
    return fake
  }
  return { card: () => use(held.card), wallet: () => use(held.wallet), shapes }
}

/** Every gateway with its fake, for the suite that all must pass. */
export function gatewayCases({ card, wallet }: ReturnType<typeof fakes>): GatewayCase[] {
  let cardGateway: Gateway | undefined
  let walletGateway: Gateway | undefined
  const sandboxes = (['card', 'wallet'] as const).map((flow): GatewayCase => {
    const gateway = sandboxGateway({ flow, store: memoryStore(), clock, random })
    const wished = new Map<string, 'succeed' | 'decline'>()
    const simulate = async (reference: string, outcome: 'succeed' | 'decline') => {
      wished.set(reference, outcome)
      await gateway.simulate?.(reference, outcome)
    }
    const { capture } = gateway
    return {
      name: `sandbox in place of the ${flow}`,
      gateway: () => ({
        ...gateway,
        ...(capture && {
          capture: (reference, key) => capture(reference, key, wished.get(reference)),
        }),
      }),
      agree: reference => simulate(reference, 'succeed'),
      refuseNext: reference => simulate(reference, 'decline'),
      ledger: () => undefined,
      provider: () => undefined,
    }
  })
  return [
    {
      name: 'card',
      gateway: () => (cardGateway ??= cardOn(card())),
      gatewayWith: patience => cardOn(card(), patience),
      agree: async reference => void card().pay(reference),
      refuseNext: async reference => void card().pay(reference, 'pm_card_chargeDeclined'),
      ledger: () => card().ledger(),
      provider: card,
    },
    {
      name: 'wallet',
      gateway: () => (walletGateway ??= walletOn(wallet())),
      gatewayWith: patience => walletOn(wallet(), patience),
      agree: async reference => wallet().approve(reference),
      refuseNext: async reference => {
        wallet().approve(reference)
        wallet().setCapture(reference, 'decline')
      },
      ledger: () => wallet().ledger(),
      provider: wallet,
    },
    ...sandboxes,
  ]
}

/** Runs a call that must fail and returns its error. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('It succeeded')
}
