import { expect, test } from 'vitest'
import { walletEventTypes, walletOnboarding } from '../../src/shop/payments/paypal/onboarding.ts'
import { sellerAccount } from '../support/fake-wallet-partners.ts'
import { hasShapes, publishedSchemas } from '../support/gateway-shapes.ts'
import { clock, failureOf, fakes, quick } from './cases.ts'

const { wallet, shapes } = fakes()
const hash = 'Hh0_-'.repeat(9)
const returnUrl = 'https://tickets.example/onboarding'

const onboarding = () =>
  walletOnboarding({
    clientId: wallet().clientId,
    clientSecret: wallet().clientSecret,
    partnerId: wallet().partners.partnerId,
    environment: 'sandbox',
    apiBase: wallet().url,
    clock,
    patience: quick,
  })

test('a merchant signs up by link, code, token, own credentials and status', async () => {
  const { url, referralId } = await onboarding().signupLink({ hash, returnUrl })
  expect(url).toContain(referralId)
  const signedUp = wallet().partners.signUp(referralId)
  const token = await onboarding().exchangeCode({ ...signedUp, hash })
  expect(token.expiresAt.getTime()).toBeGreaterThan(clock.now().getTime())
  const credentials = await onboarding().sellerCredentials(token.accessToken)
  expect(credentials).toMatchObject({
    merchantId: sellerAccount.payer_id,
    clientId: sellerAccount.client_id,
  })
  expect(credentials.clientSecret.reveal()).toBe(sellerAccount.client_secret)
  expect(await onboarding().merchantStatus(signedUp.merchantId)).toEqual({
    merchantId: signedUp.merchantId,
    paymentsReceivable: true,
    emailConfirmed: true,
    supportsCustomPayments: true,
  })
})

test('a sign-up code is valid once, and only with the hash that began the sign-up', async () => {
  const { referralId } = await onboarding().signupLink({ hash, returnUrl })
  const signedUp = wallet().partners.signUp(referralId)
  const exchange = (with_: string) => onboarding().exchangeCode({ ...signedUp, hash: with_ })
  expect(await failureOf(exchange('x'.repeat(45)))).toMatchObject({ retryable: false })
  expect(await failureOf(exchange(hash))).toMatchObject({ name: 'GatewayUnavailable' })
})

test('a token of another partner gets no credentials', async () => {
  const { referralId } = await onboarding().signupLink({ hash, returnUrl })
  const token = await onboarding().exchangeCode({ ...wallet().partners.signUp(referralId), hash })
  wallet().endTokens()
  expect(await failureOf(onboarding().sellerCredentials(token.accessToken))).toMatchObject({
    name: 'GatewayUnavailable',
    retryable: false,
  })
})

test('subscribing twice to messages at one address makes one webhook', async () => {
  const url = 'https://tickets.example/webhook'
  const id = await onboarding().createWebhook(url, walletEventTypes)
  expect(await onboarding().createWebhook(url, walletEventTypes)).toBe(id)
  expect(wallet().partners.webhooks).toMatchObject([{ id, url }])
})

test.skipIf(!hasShapes)(
  'the sign-up requests fit the published description (GATEWAY_SHAPES)',
  async () => {
    await onboarding().signupLink({ hash, returnUrl })
    const validate = publishedSchemas()(
      'paypal-customer_partner_referrals_v2.json',
      'referral_data',
    )
    validate(wallet().partners.referrals.at(-1)?.data)
    expect(validate.errors).toBeNull()
    expect(shapes.wallet?.problems()).toEqual([])
  },
)
