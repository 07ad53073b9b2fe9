import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { walletOnboarding } from '../../src/shop/payments/paypal/onboarding.ts'
import { hide, redact } from '../../src/shop/payments/hidden.ts'
import { paypalGateway } from '../../src/shop/payments/paypal/paypal.ts'
import { stripeGateway } from '../../src/shop/payments/stripe/stripe.ts'
import {
  aCharge,
  cardOn,
  clock,
  failureOf,
  fakes,
  freshKey,
  hurried,
  quick,
  walletOn,
} from './cases.ts'

const { card, wallet } = fakes()

afterEach(() => {
  card().faults.clear()
  wallet().faults.clear()
})

/** Everything a log could show of a value: all own members, hidden ones too, at any depth. */
const shown = (value: unknown) =>
  inspect(value, { depth: 20, showHidden: true, maxStringLength: null }) + JSON.stringify(value)

const secrets = () => [
  card().secretKey,
  card().webhookSecret,
  wallet().clientSecret,
  Buffer.from(`${wallet().clientId}:${wallet().clientSecret}`).toString('base64'),
  'A21AA',
  '_secret_',
  'Bearer ',
  'Basic ',
]

const expectSilent = (value: unknown) => {
  const text = shown(value)
  for (const secret of secrets()) expect(text).not.toContain(secret)
}

test('no refusal or outage of the card processor contains a key or client secret', async () => {
  const gateway = cardOn(card(), { ...quick, attempts: 1 })
  const { reference } = await gateway.start(aCharge())
  card().pay(reference)
  const usd = (minor: number) => ({ minor, currency: 'USD' })
  expectSilent(await failureOf(gateway.lookUp('pi_unknown')))
  const tooMuch = { amount: usd(9999), idempotencyKey: freshKey('r') }
  expectSilent(await failureOf(gateway.refund?.(reference, tooMuch) ?? Promise.resolve()))
  expectSilent(await failureOf(gateway.updateAmount?.(reference, aCharge()) ?? Promise.resolve()))
  for (const fault of [
    { kind: 'hang' },
    { kind: 'status', status: 500, when: 'before' },
    { kind: 'status', status: 429, when: 'before', retryAfterSeconds: 60 },
  ] as const) {
    card().faults.next(fault, /payment_intents$/)
    const asked = fault.kind === 'hang' ? cardOn(card(), hurried(1)) : gateway
    expectSilent(await failureOf(asked.start(aCharge())))
    card().faults.clear()
  }
  const base = {
    webhookSecrets: [card().webhookSecret],
    clock,
    patience: { ...quick, attempts: 1 },
  }
  const wrongKey = 'sk_test_wrongButStillNobodysBusiness'
  const refusing = stripeGateway({ ...base, secretKey: wrongKey, apiBase: card().url })
  const refused = await failureOf(refusing.start(aCharge()))
  expectSilent(refused)
  expect(shown(refused)).not.toContain(wrongKey)
  const nowhere = stripeGateway({
    ...base,
    secretKey: card().secretKey,
    apiBase: 'http://127.0.0.1:1',
  })
  expectSilent(await failureOf(nowhere.start(aCharge())))
})

test('no refusal or outage of the wallet contains credentials or a token', async () => {
  const gateway = walletOn(wallet(), { ...quick, attempts: 1 })
  const { reference } = await gateway.start(aCharge())
  expectSilent(await failureOf(gateway.capture?.(reference, freshKey('c')) ?? Promise.resolve()))
  wallet().approve(reference)
  wallet().setCapture(reference, 'decline')
  expectSilent(await failureOf(gateway.capture?.(reference, freshKey('c')) ?? Promise.resolve()))
  expectSilent(await failureOf(gateway.lookUp('UNKNOWN')))
  for (const fault of [
    { kind: 'hang' },
    { kind: 'drop', when: 'after' },
    { kind: 'status', status: 500, when: 'before' },
  ] as const) {
    wallet().faults.next(fault, /orders$/)
    const asked = fault.kind === 'hang' ? walletOn(wallet(), hurried(1)) : gateway
    expectSilent(await failureOf(asked.start(aCharge())))
    wallet().faults.clear()
  }
  const base = {
    webhookId: '',
    environment: 'sandbox',
    clock,
    patience: { ...quick, attempts: 1 },
  } as const
  const wrong = { clientId: wallet().clientId, clientSecret: 'wrongButStillNobodysBusiness' }
  const refused = await failureOf(
    paypalGateway({ ...base, ...wrong, apiBase: wallet().url }).start(aCharge()),
  )
  expectSilent(refused)
  expect(shown(refused)).not.toContain(wrong.clientSecret)
  expect(refused).toMatchObject({ name: 'GatewayUnavailable', retryable: false })
  const onboarding = walletOnboarding({ ...base, ...wrong, partnerId: 'X', apiBase: wallet().url })
  expectSilent(
    await failureOf(
      onboarding.signupLink({ hash: 'h'.repeat(45), returnUrl: 'https://a.example' }),
    ),
  )
})

test('a payment’s state and a gateway can be logged whole without revealing a secret', async () => {
  const gateway = cardOn(card())
  const state = await gateway.start(aCharge())
  expectSilent(state)
  expectSilent(gateway)
  expectSilent(walletOn(wallet()))
})

test('a hidden value is shown only when it is asked for', () => {
  const hidden = hide('pi_1_secret_x')
  expect(shown({ hidden, copy: { ...hidden } })).not.toContain('pi_1_secret_x')
  expect(hidden.reveal()).toBe('pi_1_secret_x')
  expect([hidden.matches('pi_1_secret_x'), hidden.matches('pi_1_secret_')]).toEqual([true, false])
})

test.each([
  'key sk_live_51Habc123 leaked',
  'rk_test_abc',
  'whsec_abcDEF123+/=',
  'pi_3Nabc_secret_9xyz',
  'authorization: Bearer A21AAxyz.abc-def',
  'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
  'card 4242 4242 4242 4242 declined',
  'card 4242424242424242 declined',
  '{"client_secret":"seti_abc","x":1}',
  'access_token=abcdef123',
])('secrets in a provider’s text are masked: %s', text => {
  const secret =
    /sk_live_51Habc123|rk_test_abc|abcDEF123|9xyz|A21AAxyz|QWxhZ|4242|seti_abc|abcdef123/
  expect(redact(text)).not.toMatch(secret)
})
