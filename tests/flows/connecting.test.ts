// Database: in the short run a server alone, where there is one.
import { afterAll, describe, expect, test } from 'vitest'
import { doctorOfPayments } from '../../src/cli/payments.ts'
import { startFakeWallet } from '../support/fake-wallet.ts'
import { sellerAccount } from '../support/fake-wallet-partners.ts'
import { cardSettings, startPaidApp, walletSettings } from '../support/paid-app.ts'
import { buyer } from '../support/buyer.ts'
import { aFilledCart, order, readOrder } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { movableClock } from '../support/movable-clock.ts'
import { openApp, startApp, testStart } from '../support/start-app.ts'

const as = 'administrator' as const
const { app, card } = await startPaidApp()
const clock = movableClock(testStart)
const fake = await startFakeWallet({ clock })
afterAll(() => fake.close())
const fresh = await startApp({
  PAYPAL_PARTNER_ID: fake.partners.partnerId,
  PAYPAL_PARTNER_CLIENT_ID: fake.clientId,
  PAYPAL_PARTNER_CLIENT_SECRET: fake.clientSecret,
  PAYPAL_API_BASE: fake.url,
})

describe('returning from the card processor', () => {
  const back = (segment: string, query: Record<string, string>) =>
    app.tickets('GET', `/commerce/${segment}/return`, { query })

  test.each(['cardprocessor', 'stripe'])(
    'by %s settles the payment and shows the order',
    async way => {
      const { cart_hash } = await aFilledCart(app)
      const { json } = await order(app, 'cardprocessor', cart_hash)
      card.pay(json.payment_intent_id)
      const got = await back(way, {
        payment_intent: json.payment_intent_id,
        payment_intent_client_secret: json.client_secret,
        redirect_status: 'succeeded',
      })
      expect([got.status, got.headers['location']]).toEqual([302, json.return_url])
      expect((await readOrder(app, json.order_id)).status).toBe('completed')
    },
  )

  test('is refused with a wrong secret, an unknown payment or no parameters', async () => {
    const { cart_hash } = await aFilledCart(app)
    const { json } = await order(app, 'cardprocessor', cart_hash)
    card.pay(json.payment_intent_id)
    for (const query of [
      { payment_intent: json.payment_intent_id, payment_intent_client_secret: 'wrong' },
      { payment_intent: 'pi_nobody', payment_intent_client_secret: json.client_secret },
      {},
      { stripe: 'no base64 of anything' },
    ]) {
      const got = await back('cardprocessor', query)
      expect([got.status, got.json.code]).toEqual([401, 'rest_forbidden'])
    }
    expect((await readOrder(app, json.order_id)).status).toBe('created')
  })
})

describe('a card account that another process connected', () => {
  const second = { STRIPE_API_BASE: card.url }

  test('is used within a second, and no longer used a second after it was disconnected', async () => {
    const one = await startApp(second)
    const other = await openApp({ ...one.database, close: async () => {} }, second)
    try {
      const tell = async (payload: object) => {
        const { nonce } = (await one.tickets('POST', '/commerce/stripe/sign-up', { as })).json
        return one.tickets('GET', '/commerce/stripe/return', {
          query: { stripe: Buffer.from(JSON.stringify({ nonce, ...payload })).toString('base64') },
        })
      }
      const start = async () => {
        const { cart_hash } = await aFilledCart(other)
        return (await order(other, 'cardprocessor', cart_hash)).json
      }
      expect(await start()).toMatchObject({ sandbox: true })
      await tell({
        stripe_user_id: 'acct_2',
        live: { access_token: card.secretKey, publishable_key: 'pk_2' },
        webhook: { id: 'we_2', secret: 'whsec_2' },
      })
      other.clock.advance(1)
      const begun = await start()
      expect(begun).toMatchObject({ publishable_key: 'pk_2' })
      expect(card.intent(begun.payment_intent_id).amount).toBe(3000)
      await tell({ stripe_disconnected: true })
      other.clock.advance(1)
      expect(await start()).toMatchObject({ code: 'payment-provider-not-configured' })
    } finally {
      await other.close()
    }
  })
})

test('the pages of a buyer know of an account a second after another process connected it, whichever of them comes first', async () => {
  const second = { STRIPE_API_BASE: card.url }
  const one = await startApp(second)
  const other = await openApp({ ...one.database, close: async () => {} }, second)
  try {
    const { id, eventId } = await ticketOnSale(other, { priceMinor: 3000 })
    const visitor = buyer(other)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    expect(visitor.at()).toBe('/checkout')
    const { nonce } = (await one.tickets('POST', '/commerce/stripe/sign-up', { as })).json
    const account = {
      stripe_user_id: 'acct_2',
      live: { access_token: card.secretKey, publishable_key: 'pk_2' },
    }
    await one.tickets('GET', '/commerce/stripe/return', {
      query: { stripe: Buffer.from(JSON.stringify({ nonce, ...account })).toString('base64') },
    })
    other.clock.advance(1)
    await visitor.send('/checkout', { name: 'Ada', email: 'ada@example.org' }, 'order')
    expect(visitor.at()).toBe('/checkout/pay')
    const orders = await other.db.selectFrom('orders').select(['gateway', 'status']).execute()
    expect(orders).toEqual([{ gateway: 'card', status: 'created' }])
  } finally {
    await other.close()
  }
})

test('an account of the environment is listed without its id', async () => {
  const { json } = await app.admin('GET', '/payment-accounts', { as })
  expect(json.accounts[0]).toMatchObject({ way: 'card', by: 'setting', account: null })
})

test('connecting an account that a setting wins over says so before, afterwards and in doctor', async () => {
  const partner = {
    PAYPAL_PARTNER_ID: fake.partners.partnerId,
    PAYPAL_PARTNER_CLIENT_ID: fake.clientId,
    PAYPAL_PARTNER_CLIENT_SECRET: fake.clientSecret,
  }
  const set = await startApp({ ...cardSettings(card), ...walletSettings(fake), ...partner })
  const begun = (await set.tickets('POST', '/commerce/stripe/sign-up', { as })).json
  expect(begun.overruled_by).toBe('STRIPE_SECRET_KEY')
  expect((await doctorOfPayments(set.db, set.config)).join()).not.toContain('wins')
  const tell = async (payload: object) => {
    const { nonce } = (await set.tickets('POST', '/commerce/stripe/sign-up', { as })).json
    const stripe = Buffer.from(JSON.stringify({ nonce, ...payload })).toString('base64')
    const got = await set.tickets('GET', '/commerce/stripe/return', { query: { stripe } })
    return String(got.headers['location'])
  }
  const account = {
    stripe_user_id: 'acct_1',
    live: { access_token: 'sk_live_connected', publishable_key: 'pk_live_connected' },
  }
  expect(await tell(account)).toContain(
    'tc-status=stripe-signup-complete&overruled_by=STRIPE_SECRET_KEY',
  )
  expect(set.deps.gateways.publishableKey).toBe('pk_test_fake')
  expect((await doctorOfPayments(set.db, set.config)).join()).toContain(
    'STRIPE_SECRET_KEY is set and wins',
  )
  expect(await tell({ stripe_disconnected: true })).toContain('overruled_by=STRIPE_SECRET_KEY')
  expect(await tell({ 'tc-stripe-error': 'denied' })).not.toContain('overruled_by')
  const wallet = await set.tickets('POST', '/commerce/wallet/sign-up', { as })
  const { id, data } = fake.partners.referrals.at(-1)!
  const back = new URL((data['partner_config_override'] as { return_url: string }).return_url)
  const { authCode, sharedId } = fake.partners.signUp(id)
  await set.tickets('POST', '/commerce/wallet/on-boarding', {
    body: { nonce: wallet.json.nonce, auth_code: authCode, shared_id: sharedId },
  })
  const came = await set.tickets('GET', '/commerce/wallet/on-boarding', {
    query: {
      hash: back.searchParams.get('hash') ?? '',
      merchantId: 'm',
      merchantIdInWallet: 'FAKEMERCHANTX',
      permissionsGranted: 'true',
      consentStatus: 'true',
      accountStatus: 'BUSINESS_ACCOUNT',
    },
  })
  expect(came.headers['location']).toContain(
    'tc-status=paypal-signup-complete&overruled_by=PAYPAL_CLIENT_ID',
  )
})

describe('connecting a wallet account', () => {
  const path = '/commerce/wallet/on-boarding'
  const begin = async () => {
    const { status, json } = await fresh.tickets('POST', '/commerce/wallet/sign-up', { as })
    expect(status).toBe(200)
    const { id, data } = fake.partners.referrals.at(-1)!
    const returnUrl = new URL(
      (data['partner_config_override'] as { return_url: string }).return_url,
    )
    const { authCode, sharedId } = fake.partners.signUp(id)
    const hash = returnUrl.searchParams.get('hash') ?? ''
    return { nonce: json.nonce as string, auth_code: authCode, shared_id: sharedId, hash }
  }
  const comeBack = (hash: string, merchant: object = { merchantIdInWallet: 'FAKEMERCHANTX' }) =>
    fresh.tickets('GET', path, {
      query: {
        hash,
        merchantId: 'm',
        ...merchant,
        permissionsGranted: 'true',
        consentStatus: 'true',
        accountStatus: 'BUSINESS_ACCOUNT',
      },
    })

  test('checks the nonce and reports a wrong code', async () => {
    const { hash: _hash, ...sent } = await begin()
    const refused = await fresh.tickets('POST', path, { body: { ...sent, nonce: 'x'.repeat(20) } })
    expect([refused.status, refused.json.code]).toEqual([401, 'rest_forbidden'])
    expect(refused.json.message).toContain('Begin it again.')
    const wrong = await fresh.tickets('POST', path, { body: { ...sent, auth_code: 'wrong' } })
    expect([wrong.status, wrong.json.success]).toEqual([200, false])
    const missing = await fresh.tickets('POST', path, { body: { nonce: sent.nonce } })
    expect([missing.status, missing.json.code]).toEqual([400, 'rest_missing_callback_param'])
  })

  test('accepts the provider’s parameter name or ours, and requires one of them', async () => {
    const under = (merchant: object) => comeBack('0'.repeat(46), merchant)
    expect((await under({ merchantIdInPayPal: 'FAKEMERCHANTX' })).status).toBe(302)
    const { status, json } = await under({})
    expect([status, json.code, json.data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      ['merchantIdInWallet'],
    ])
  })

  test('is refused with a wrong hash, or when coming back before the code', async () => {
    const { hash } = await begin()
    expect((await comeBack('0'.repeat(46))).headers['location']).toContain(
      'tc-status=invalid-paypal-signup-hash',
    )
    expect((await comeBack(hash)).headers['location']).toContain(
      'tc-status=invalid-paypal-seller-credentials',
    )
    expect(fresh.deps.gateways.walletClientId).toBe('')
  })

  test('works once with code and hash, and subscribes to messages', async () => {
    const { hash, ...sent } = await begin()
    const took = await fresh.tickets('POST', path, { body: sent })
    expect([took.status, took.json]).toEqual([200, { success: true }])
    const got = await comeBack(hash)
    expect([got.status, got.headers['location']]).toEqual([
      302,
      'http://tickets.test/?tc-status=paypal-signup-complete',
    ])
    expect(fresh.deps.gateways).toMatchObject({
      sandbox: false,
      walletClientId: sellerAccount.client_id,
    })
    expect(fake.partners.webhooks.map(({ url }) => url)).toEqual([
      'http://tickets.test/svc/tickets/v1/commerce/wallet/webhook',
    ])
    expect((await comeBack(hash)).headers['location']).toContain('invalid-paypal-signup-hash')
    const again = await fresh.tickets('POST', path, { body: sent })
    expect([again.status, again.json.code]).toEqual([401, 'rest_forbidden'])
    const row = await fresh.db
      .selectFrom('merchant_accounts')
      .selectAll()
      .where('gateway', '=', 'wallet')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row.details)).toContain('BUSINESS_ACCOUNT')
    expect(JSON.stringify(row.details)).not.toContain(sellerAccount.client_secret)
  })

  test('is possible for an hour after the invitation, for the one who was invited', async () => {
    const { hash, ...sent } = await begin()
    expect((await fresh.tickets('POST', path, { body: sent })).json).toEqual({ success: true })
    const got = await Promise.all([comeBack(hash), comeBack(hash), comeBack(hash)])
    const told = got.map(({ headers }) => String(headers['location']).split('=')[1] ?? '')
    expect(told.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'invalid-paypal-signup-hash',
      'invalid-paypal-signup-hash',
      'paypal-signup-complete',
    ])
    const late = await begin()
    const { hash: lateHash, ...lateSent } = late
    fresh.clock.advance(3600)
    expect((await fresh.tickets('POST', path, { body: lateSent })).status).toBe(401)
    expect((await comeBack(lateHash)).headers['location']).toContain('invalid-paypal-signup-hash')
  })

  test('is refused without a partner account', async () => {
    const got = await app.tickets('POST', '/commerce/wallet/sign-up', { as })
    expect([got.status, got.json.code]).toEqual([501, 'payment-provider-not-configured'])
  })
})
