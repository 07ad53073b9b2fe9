// Database: in the short run a server alone, where there is one.
import { afterAll, describe, expect, test } from 'vitest'
import { cardSignature } from '../support/fake-card.ts'
import { startFakeWallet } from '../support/fake-wallet.ts'
import { movableClock } from '../support/movable-clock.ts'
import { openApp, startApp, testStart } from '../support/start-app.ts'

const as = 'administrator' as const
const clock = movableClock(testStart)
const fake = await startFakeWallet({ clock })
afterAll(() => fake.close())
const fresh = await startApp({
  PAYPAL_PARTNER_ID: fake.partners.partnerId,
  PAYPAL_PARTNER_CLIENT_ID: fake.clientId,
  PAYPAL_PARTNER_CLIENT_SECRET: fake.clientSecret,
  PAYPAL_API_BASE: fake.url,
})

describe('connecting a card account', () => {
  const back = (payload: object) =>
    fresh.tickets('GET', '/commerce/stripe/return', {
      query: { stripe: Buffer.from(JSON.stringify(payload)).toString('base64') },
    })
  const account = {
    stripe_user_id: 'acct_1',
    live: { access_token: 'sk_live_connected', publishable_key: 'pk_live_connected' },
    webhook: { id: 'we_1', secret: 'whsec_one' },
  }
  const begin = async () =>
    (await fresh.tickets('POST', '/commerce/stripe/sign-up', { as })).json.nonce as string

  test('is refused with a missing, empty, wrong or old nonce, and changes nothing', async () => {
    const old = await begin()
    fresh.clock.advance(3600)
    const foreign = (await fresh.tickets('POST', '/commerce/wallet/sign-up', { as })).json.nonce
    for (const nonce of [undefined, '', 'x'.repeat(20), old, foreign]) {
      const got = await back({ ...account, nonce })
      expect([got.status, got.json.code]).toEqual([401, 'rest_forbidden'])
      expect(got.json.message).toContain('begun more than an hour ago')
    }
    expect(fresh.deps.gateways.sandbox).toBe(true)
  })

  test('with its nonce stores it encrypted and switches the sandbox off', async () => {
    const got = await back({ ...account, nonce: await begin() })
    expect(got.status).toBe(302)
    expect(got.headers['location']).toContain('tc-status=stripe-signup-complete')
    expect(fresh.deps.gateways).toMatchObject({
      sandbox: false,
      publishableKey: 'pk_live_connected',
    })
    const { json } = await fresh.admin('GET', '/payment-accounts', { as })
    const none = { by: null, account: null, mode: null }
    expect(json).toEqual({
      sandbox: false,
      accounts: [
        { way: 'card', provider: 'Stripe', by: 'connection', account: 'acct_1', mode: 'live' },
        { way: 'wallet', provider: 'PayPal', ...none },
      ],
    })
    const rows = await fresh.db.selectFrom('merchant_accounts').selectAll().execute()
    const stored = rows.map(row => JSON.stringify(row) + row.secrets?.toString('latin1')).join()
    expect(stored).toContain('acct_1')
    expect(stored).not.toContain('sk_live_connected')
    expect(stored).not.toContain('whsec_one')
  })

  test('is refused with a key that no request can carry', async () => {
    for (const key of ['', 'sk_live_a\n', 'sk_live_a b', 'sk_ключ', 'sk_\0']) {
      const live = { access_token: key, publishable_key: 'pk_live' }
      const got = await back({ ...account, live, nonce: await begin() })
      expect(got.headers['location']).toContain('tc-stripe-error=incomplete-account')
    }
  })

  test('may report an error, and can be undone', async () => {
    const failed = await back({ nonce: await begin(), 'tc-stripe-error': 'denied' })
    expect(failed.headers['location']).toContain('tc-stripe-error=denied')
    const gone = await back({ nonce: await begin(), stripe_disconnected: true })
    expect(gone.headers['location']).toContain('stripe_disconnected=1')
    expect(fresh.deps.gateways).toMatchObject({ card: undefined, sandbox: false })
  })

  const deauthorized = (id: string, connected: string, secret = account.webhook.secret) => {
    const data = { object: { object: 'application', id: 'ca_1' } }
    const type = 'account.application.deauthorized'
    const body = JSON.stringify({ object: 'event', id, type, account: connected, data })
    const seconds = Math.floor(fresh.clock.now().getTime() / 1000)
    const signature = cardSignature(body, secret, seconds)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return fresh.tickets('POST', '/commerce/stripe/webhook', { body, headers })
  }

  test('makes the secrets of another account worthless, and leaves those of the same one', async () => {
    const connect = async (id: string, secret: string) =>
      back({
        ...account,
        stripe_user_id: id,
        webhook: { id: 'we', secret },
        nonce: await begin(),
      })
    await connect('acct_former', 'whsec_former')
    await connect('acct_1', 'whsec_older')
    await connect('acct_1', 'whsec_newer')
    expect((await deauthorized('evt_forged', 'acct_1', 'whsec_former')).status).toBe(401)
    expect(fresh.deps.gateways.card?.name).toBe('card')
    expect((await deauthorized('evt_older', 'acct_1', 'whsec_older')).status).toBe(200)
    expect(fresh.deps.gateways.card).toBeUndefined()
  })

  test('is undone by the provider’s message, which leaves other accounts alone', async () => {
    await back({ ...account, nonce: await begin() })
    expect((await deauthorized('evt_1', 'acct_other')).status).toBe(200)
    expect(fresh.deps.gateways.card?.name).toBe('card')
    expect((await deauthorized('evt_2', 'acct_1')).status).toBe(200)
    expect(fresh.deps.gateways).toMatchObject({ card: undefined, sandbox: false })
  })

  test('works once for each nonce, whoever comes back, on any process', async () => {
    const other = await openApp({ ...fresh.database, close: async () => {} })
    try {
      const nonce = await begin()
      const query = (id: string) => ({
        stripe: Buffer.from(JSON.stringify({ ...account, stripe_user_id: id, nonce })).toString(
          'base64',
        ),
      })
      const got = await Promise.all(
        ['acct_a', 'acct_b', 'acct_c', 'acct_d'].map((id, turn) =>
          (turn % 2 ? other : fresh).tickets('GET', '/commerce/stripe/return', {
            query: query(id),
          }),
        ),
      )
      expect(got.map(({ status }) => status).sort((a, b) => a - b)).toEqual([302, 401, 401, 401])
      const late = await fresh.tickets('GET', '/commerce/stripe/return', { query: query('acct_e') })
      expect([late.status, late.json.code]).toEqual([401, 'rest_forbidden'])
      const { details } = await fresh.db
        .selectFrom('merchant_accounts')
        .select('details')
        .where('gateway', '=', 'card')
        .executeTakeFirstOrThrow()
      const first = got.findIndex(({ status }) => status === 302)
      expect(details).toMatchObject({ account: `acct_${'abcd'[first]}` })
    } finally {
      await other.close()
    }
  })

  test('is refused for another administrator, and after the one who began lost the role', async () => {
    const asked = await fresh.makePerson('administrator')
    const start = await fresh.tickets('POST', '/commerce/stripe/sign-up', { as: asked })
    const { nonce } = start.json
    const stripe = Buffer.from(JSON.stringify({ ...account, nonce })).toString('base64')
    const come = (caller: 'anonymous' | { authorization: string }) =>
      fresh.tickets('GET', '/commerce/stripe/return', { as: caller, query: { stripe } })
    expect((await come(await fresh.makePerson('administrator'))).status).toBe(403)
    const users = fresh.db.updateTable('users').where('id', '=', asked.userId)
    await users.set({ role: 'editor' }).execute()
    expect((await come('anonymous')).status).toBe(401)
    await users.set({ role: 'administrator' }).execute()
    expect((await come('anonymous')).status).toBe(302)
  })

  test('can be begun by administrators only', async () => {
    for (const path of ['/commerce/stripe/sign-up', '/commerce/paypal/sign-up']) {
      expect((await fresh.tickets('POST', path)).status).toBe(401)
      expect((await fresh.tickets('POST', path, { as: 'editor' })).status).toBe(403)
    }
  })
})
