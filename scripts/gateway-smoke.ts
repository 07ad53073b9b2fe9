import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { Stripe } from 'stripe'
import { readConfig } from '../src/config/config.ts'
import { formatDecimal } from '../src/core/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { Charge, Gateway, PaymentState } from '../src/shop/payments/gateway.ts'
import { paypalGateway } from '../src/shop/payments/paypal/paypal.ts'
import { cardApiVersion, stripeGateway } from '../src/shop/payments/stripe/stripe.ts'

// `npm run gateway:smoke`: one real payment of 10.00 at each configured provider, in its test mode: start,
// pay, look up, refund in two parts, repeat a refund. Needs test keys in the environment; live keys are
// refused.

type Settings = Extract<ReturnType<typeof readConfig>, { config: unknown }>['config']

export type Smoke = {
  say(line: string): void
  /** Waits until a person has approved a wallet order in the browser; false when nobody is there. */
  waitForBuyer(approveUrl: string): Promise<boolean>
  /** The tests' fake approves without a browser. */
  approve?(reference: string): void
}

/** Runs every configured provider. Returns the exit code: 0 success, 1 failure, 2 nothing configured. */
export async function smoke(settings: Settings, io: Smoke): Promise<number> {
  const runs = [cardRun(settings, io), walletRun(settings, io)].filter(run => run !== undefined)
  if (runs.length === 0) {
    io.say(
      'Nothing was run: there are no keys. Set STRIPE_SECRET_KEY (sk_test_…), or PAYPAL_CLIENT_ID and',
    )
    io.say('PAYPAL_CLIENT_SECRET of a sandbox account, and run this again.')
    return 2
  }
  let failed = false
  for (const run of runs) {
    try {
      await run()
    } catch (error) {
      failed = true
      io.say(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  io.say(failed ? 'Not everything went well; see above.' : 'All went well.')
  return failed ? 1 : 0
}

function cardRun(settings: Settings, io: Smoke): (() => Promise<void>) | undefined {
  const { stripeSecretKey: secretKey, stripeApiBase: apiBase } = settings
  if (secretKey === '') return undefined
  const gateway = stripeGateway({ secretKey, webhookSecrets: [], apiBase, clock: systemClock })
  return () => run(gateway, io, reference => confirmWithTestCard(secretKey, apiBase, reference))
}

function walletRun(settings: Settings, io: Smoke): (() => Promise<void>) | undefined {
  const { paypalClientId: clientId, paypalClientSecret: clientSecret } = settings
  if (clientId === '' || clientSecret === '') return undefined
  const gateway = paypalGateway({
    clientId,
    clientSecret,
    webhookId: '',
    environment: settings.paypalEnvironment,
    apiBase: settings.paypalApiBase,
    clock: systemClock,
  })
  return () =>
    run(gateway, io, async (reference, started) => {
      io.approve?.(reference)
      const isThere = io.approve ? true : await io.waitForBuyer(started.approveUrl ?? '')
      if (!isThere) throw new Error('nobody approved the order; run this in a terminal')
      return gateway.capture?.(reference, key('capture'))
    })
}

const key = (word: string) => `smoke-${word}-${systemRandom.uuid()}`

const usd = (minor: number) => ({ minor, currency: 'USD' })

const charge = (): Charge => ({
  orderId: 1,
  installation: 'smoke',
  amount: usd(1000),
  lines: [{ name: 'Smoke test ticket', sku: 'smoke', quantity: 2, unit: usd(550) }],
  discount: usd(100),
  description: 'Marquee smoke test',
  idempotencyKey: key('start'),
  returnUrl: 'https://example.com/return',
  cancelUrl: 'https://example.com/cancel',
})

async function run(
  gateway: Gateway,
  io: Smoke,
  pay: (reference: string, started: PaymentState) => Promise<unknown>,
): Promise<void> {
  const say = (line: string) => io.say(`${gateway.name}: ${line}`)
  if (gateway.mode !== 'test')
    throw new Error(`${gateway.name}: these are live keys; test keys only`)
  const wanted = charge()
  const started = await gateway.start(wanted)
  const { reference } = started
  say(`started ${reference}, ${formatDecimal(started.amount)} USD, state ${started.kind}`)
  const again = await gateway.start(wanted)
  expect(again.reference === reference, 'the same key made another payment')
  say('the same key found the same payment')
  await pay(reference, started)
  const paid = await gateway.lookUp(reference)
  expect(paid.kind === 'paid' && paid.received.minor === 1000, `it is ${paid.kind}, not paid`)
  say(`paid ${formatDecimal(paid.received)} USD, charge ${paid.chargeId}`)
  const part = { amount: usd(333), idempotencyKey: key('refund'), reason: 'Smoke test' }
  await gateway.refund?.(reference, part)
  await gateway.refund?.(reference, part)
  const partly = await gateway.lookUp(reference)
  expect(partly.refunded.minor === 333, `${partly.refunded.minor} cents went back instead of 333`)
  say('gave 3.33 USD back, and nothing more for the same key')
  await gateway.refund?.(reference, { amount: usd(667), idempotencyKey: key('refund') })
  const done = await gateway.lookUp(reference)
  expect(done.refunded.minor === 1000, `${done.refunded.minor} cents went back instead of 1000`)
  say(`gave the rest back, ${done.refunds.length} refunds; books are even`)
}

function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

/** Confirms the payment with a test card, as the buyer's browser does. */
async function confirmWithTestCard(secretKey: string, apiBase: string, reference: string) {
  const base = apiBase === '' ? undefined : new URL(apiBase)
  const stripe = new Stripe(secretKey, {
    apiVersion: cardApiVersion,
    ...(base && { host: base.hostname, port: base.port, protocol: 'http' }),
  })
  await stripe.paymentIntents.confirm(reference, {
    payment_method: 'pm_card_visa',
    return_url: 'https://example.com/return',
  })
}

async function main(): Promise<number> {
  const read = readConfig(process.env)
  if ('problems' in read) {
    console.error(read.problems.join('\n'))
    return 2
  }
  return smoke(read.config, {
    say: line => console.log(line),
    async waitForBuyer(approveUrl) {
      if (!process.stdin.isTTY) return false
      const terminal = createInterface({ input: process.stdin, output: process.stdout })
      await terminal.question(`Approve as a sandbox buyer, then press Enter: ${approveUrl} `)
      terminal.close()
      return true
    },
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main()
}
