import { expect, test } from 'vitest'
import { paymentMetrics } from '../../src/shop/payments/payment-metrics.ts'
import { createGateways, type PaymentSettings } from '../../src/shop/payments/gateways.ts'
import { sandboxGateway } from '../../src/shop/payments/sandbox/sandbox.ts'
import type { SandboxStore } from '../../src/shop/payments/sandbox/record.ts'
import { aCharge, clock, failureOf, freshKey, memoryStore, random } from './cases.ts'

const none: PaymentSettings = {
  stripeSecretKey: '',
  stripePublishableKey: '',
  stripeWebhookSecrets: [],
  stripeApiBase: '',
  paypalClientId: '',
  paypalClientSecret: '',
  paypalWebhookId: '',
  paypalEnvironment: 'sandbox',
  paypalApiBase: '',
  sandbox: 'auto',
}
const withCard = { ...none, stripeSecretKey: 'sk_test_x', stripePublishableKey: 'pk_test_x' }
const withWallet = { ...none, paypalClientId: 'a', paypalClientSecret: 'b', paypalWebhookId: 'c' }
const usd = (minor: number) => ({ minor, currency: 'USD' })

async function open(settings: PaymentSettings) {
  const warnings: string[] = []
  const log = { warn: (_facts: object, text: string) => void warnings.push(text) }
  const gateways = await createGateways(settings, {
    clock,
    random,
    log,
    sandboxStore: memoryStore(),
    metrics: paymentMetrics(),
  })
  return { gateways, warnings }
}

test('without keys the sandbox replaces both providers, and a warning says so', async () => {
  const { gateways, warnings } = await open(none)
  expect(gateways).toMatchObject({ sandbox: true, publishableKey: '', walletClientId: '' })
  expect([gateways.card?.mode, gateways.wallet?.mode]).toEqual(['sandbox', 'sandbox'])
  expect(warnings).toEqual([expect.stringMatching(/SANDBOX.*no money moves/)])
})

test('one real provider switches the sandbox off for both', async () => {
  const card = (await open(withCard)).gateways
  expect([card.sandbox, card.card?.name, card.wallet]).toEqual([false, 'card', undefined])
  expect([card.publishableKey, card.card?.mode]).toEqual(['pk_test_x', 'test'])
  expect(card.find('sandbox', 'pi_sandbox_x')?.simulate).toBeUndefined()
  const wallet = (await open(withWallet)).gateways
  expect([wallet.sandbox, wallet.card, wallet.wallet?.name]).toEqual([false, undefined, 'wallet'])
  expect((await open({ ...withWallet, paypalEnvironment: 'live' })).gateways.wallet?.mode).toBe(
    'live',
  )
  expect((await open({ ...withCard, stripeSecretKey: 'sk_live_x' })).gateways.card?.mode).toBe(
    'live',
  )
})

test('incomplete wallet credentials open neither the wallet nor the sandbox', async () => {
  for (const half of [{ paypalClientSecret: '' }, { paypalClientId: '' }]) {
    const { gateways, warnings } = await open({ ...withWallet, ...half })
    expect(gateways).toMatchObject({ sandbox: false, card: undefined, wallet: undefined })
    expect(warnings).toEqual([
      expect.stringMatching(/needed together/),
      expect.stringMatching(/^NO PAYMENTS/),
    ])
  }
})

test('SANDBOX=off never simulates; SANDBOX=on does where no account is open, and says so', async () => {
  const off = await open({ ...none, sandbox: 'off' })
  expect(off.gateways).toMatchObject({ sandbox: false, card: undefined, wallet: undefined })
  expect(off.warnings).toEqual([expect.stringMatching(/^NO PAYMENTS.*SANDBOX=off/)])
  const half = await open({ ...withWallet, paypalClientSecret: '', sandbox: 'on' })
  expect(half.gateways.sandbox).toBe(true)
  expect(half.warnings.at(-1)).toMatch(/SANDBOX=on.*configured before/)
  const real = await open({ ...withCard, sandbox: 'on' })
  expect(real.gateways).toMatchObject({ sandbox: false, wallet: undefined })
})

test('a provider whose messages cannot be verified is warned about', async () => {
  expect((await open(withCard)).warnings).toEqual([expect.stringMatching(/STRIPE_WEBHOOK_SECRETS/)])
  expect((await open({ ...withWallet, paypalWebhookId: '' })).warnings).toEqual([
    expect.stringMatching(/PAYPAL_WEBHOOK_ID/),
  ])
})

test('an order finds the gateway that made its payment', async () => {
  const { gateways } = await open(none)
  const byCard = await gateways.card?.start(aCharge())
  const byWallet = await gateways.wallet?.start(aCharge())
  expect(gateways.find('sandbox', byCard?.reference ?? '')).toBe(gateways.card)
  expect(gateways.find('sandbox', byWallet?.reference ?? '')).toBe(gateways.wallet)
  expect(gateways.find('card', 'pi_1')).toBeUndefined()
  const both = (await open({ ...withCard, ...withWallet, stripeSecretKey: 'sk_test_x' })).gateways
  expect(both.find('card', 'pi_1')).toBe(both.card)
  expect(both.find('wallet', 'A1')).toBe(both.wallet)
})

test('changed credentials are used from the moment they are set', async () => {
  const { gateways } = await open(none)
  await gateways.reconfigure(withWallet)
  expect([gateways.sandbox, gateways.card, gateways.wallet?.name]).toEqual([
    false,
    undefined,
    'wallet',
  ])
})

test('sandbox references have only the characters that the routes allow', async () => {
  const { gateways } = await open(none)
  const byCard = await gateways.card?.start(aCharge())
  expect(byCard?.reference).toMatch(/^pi_sandbox_[0-9A-Za-z_-]{24}$/)
  expect(byCard?.clientSecret?.reveal()).toMatch(
    /^pi_sandbox_[0-9A-Za-z_-]+_secret_[0-9A-Za-z_-]+$/,
  )
  expect((await gateways.wallet?.start(aCharge()))?.reference).toMatch(/^SANDBOX[0-9A-Z]{20}$/)
})

const sandbox = (store: SandboxStore, flow: 'card' | 'wallet' = 'card') =>
  sandboxGateway({ flow, store, clock, random })

test('the sandbox keeps its payments over restarts and processes, because they are in its store', async () => {
  const store = memoryStore()
  const charge = aCharge()
  const { reference, clientSecret } = await sandbox(store).start(charge)
  const again = await sandbox(store).start(charge)
  expect(again.reference).toBe(reference)
  expect(clientSecret?.matches(again.clientSecret?.reveal() ?? '')).toBe(true)
  await sandbox(store).simulate?.(reference, 'succeed')
  expect(await sandbox(store).lookUp(reference)).toMatchObject({ kind: 'paid', orderId: 4711 })
})

test('a hundred simultaneous refunds return no more than was paid', async () => {
  const store = memoryStore()
  // Every access yields to other work, as with a database.
  const slow: SandboxStore = {
    load: async reference => {
      await Promise.resolve()
      return store.load(reference)
    },
    save: async (record, replaces) => {
      await Promise.resolve()
      return store.save(record, replaces)
    },
    hasEnded: store.hasEnded,
  }
  const gateway = sandbox(slow)
  const { reference } = await gateway.start(aCharge())
  await gateway.simulate?.(reference, 'succeed')
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, async () =>
      gateway.refund?.(reference, { amount: usd(100), idempotencyKey: freshKey('r') }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
  expect(await gateway.lookUp(reference)).toMatchObject({ refunded: usd(2500) })
})

test('the sandbox asks for action and delays, in place of the card', async () => {
  const start = clock.now()
  const gateway = sandbox(memoryStore())
  const { reference } = await gateway.start(aCharge())
  expect((await gateway.simulate?.(reference, 'action'))?.kind).toBe('needs_action')
  expect((await gateway.simulate?.(reference, 'delay'))?.kind).toBe('processing')
  expect((await gateway.simulate?.(reference, 'decline'))?.kind).toBe('processing')
  clock.advance(31)
  expect((await gateway.lookUp(reference)).kind).toBe('paid')
  clock.set(start)
})

test('the sandbox asks for action and delays, in place of the wallet', async () => {
  const start = clock.now()
  const wallet = sandbox(memoryStore(), 'wallet')
  const order = await wallet.start(aCharge())
  const early = wallet.capture?.(order.reference, freshKey('c'), 'action')
  expect(await failureOf(early ?? Promise.resolve())).toMatchObject({ kind: 'wrong_state' })
  expect((await wallet.capture?.(order.reference, freshKey('c'), 'delay'))?.kind).toBe('processing')
  clock.advance(31)
  expect((await wallet.lookUp(order.reference)).kind).toBe('paid')
  clock.set(start)
})
