// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/platform/db/database.ts'
import { aFilledCart, fillCart, order, readOrder, stockOf, tell } from '../support/buying.ts'
import { openTestDatabase } from '../support/database.ts'
import { atEnd } from '../support/at-end.ts'
import { cardSignature, startFakeCard } from '../support/fake-card.ts'
import { movableClock } from '../support/movable-clock.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { cardSettings } from '../support/paid-app.ts'
import { openApp, testStart, type TestApp } from '../support/start-app.ts'

const as = 'administrator' as const
const keys = { STRIPE_SECRET_KEY: 'sk_test_of_ours', STRIPE_WEBHOOK_SECRETS: 'whsec_of_ours' }
const account = {
  stripe_user_id: 'acct_1',
  live: { access_token: 'sk_live_connected', publishable_key: 'pk_live_connected' },
  webhook: { id: 'we_1', secret: 'whsec_one' },
}

/** Services opened over one database, one after the other or at once, and closed again. */
async function withDatabase(work: (open: Opener) => Promise<void>) {
  const database = await openTestDatabase()
  const shared: OpenDatabase = { ...database, close: async () => {} }
  const opened: TestApp[] = []
  try {
    await work(async environment => {
      const app = await openApp(shared, environment)
      opened.push(app)
      return app
    })
  } finally {
    for (const app of opened) await app.close()
    await database.close()
  }
}
type Opener = (environment?: Record<string, string>) => Promise<TestApp>

const nonceOf = async (app: TestApp) =>
  (await app.tickets('POST', '/commerce/stripe/sign-up', { as })).json.nonce as string
const comeBack = (app: TestApp, payload: object) =>
  app.tickets('GET', '/commerce/stripe/return', {
    query: { stripe: Buffer.from(JSON.stringify(payload)).toString('base64') },
  })
const connect = async (app: TestApp) => comeBack(app, { ...account, nonce: await nonceOf(app) })
const disconnect = async (app: TestApp) =>
  comeBack(app, { stripe_disconnected: true, nonce: await nonceOf(app) })

function deauthorize(app: TestApp) {
  const data = { object: { object: 'application', id: 'ca_1' } }
  const type = 'account.application.deauthorized'
  const body = JSON.stringify({ object: 'event', id: 'evt_1', type, account: 'acct_1', data })
  const seconds = Math.floor(app.clock.now().getTime() / 1000)
  const signature = cardSignature(body, account.webhook.secret, seconds)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return app.tickets('POST', '/commerce/stripe/webhook', { body, headers })
}

const ways = ['cardprocessor', 'wallet'] as const

async function expectRefusals(app: TestApp) {
  const { cart_hash, ticketId } = await aFilledCart(app, { priceMinor: 25_000 })
  expect(app.deps.gateways).toMatchObject({ sandbox: false, card: undefined, wallet: undefined })
  const [before, carts] = [await stockOf(app, ticketId), await cartStates(app)]
  for (const way of ways) {
    const got = await order(app, way, cart_hash)
    expect([got.status, got.json.code]).toEqual([501, 'payment-provider-not-configured'])
    expect(got.json.message).toContain('no payment account is connected')
    expect(got.json.data.ways).toEqual([])
    expect(got.headers['retry-after']).toBeUndefined()
  }
  expect(await stockOf(app, ticketId)).toEqual(before)
  expect(await cartStates(app)).toEqual(carts)
  expect(
    await app.db.selectFrom('orders').select('id').where('status', '=', 'created').execute(),
  ).toEqual([])
  const cart = await app.tickets('GET', '/cart', { query: { cart_hash } })
  expect(cart.json).not.toHaveProperty('sandbox')
}

const cartStates = (app: TestApp) =>
  app.db.selectFrom('carts').select(['id', 'state', 'hold_extended']).orderBy('id').execute()

describe('a shop that lost its provider account', () => {
  test.each([
    ['by coming back from the provider', disconnect],
    ['by the provider’s message', deauthorize],
  ])(
    '%s refuses paid orders, with nothing held or begun, until an account is connected',
    async (_, lose) => {
      await withDatabase(async open => {
        const app = await open()
        await connect(app)
        await lose(app)
        await expectRefusals(app)
        // Free orders still work.
        const free = await ticketOnSale(app)
        expect((await order(app, 'free', await fillCart(app, free.id))).status).toBe(200)
        await connect(app)
        expect(app.deps.gateways.card?.mode).toBe('live')
        expect(app.deps.gateways.wallet).toBeUndefined()
      })
    },
  )

  test('tells a buyer who comes back from paying that the account is gone, and settles when it is back', async () => {
    const clock = movableClock(testStart)
    const card = await startFakeCard({ clock })
    atEnd(card.close)
    await withDatabase(async open => {
      const app = await open({ ...cardSettings(card) })
      const { cart_hash } = await aFilledCart(app)
      const { json } = await order(app, 'cardprocessor', cart_hash)
      card.pay(json.payment_intent_id)
      const query = {
        payment_intent: json.payment_intent_id,
        payment_intent_client_secret: json.client_secret,
      }
      const back = (on: TestApp) => on.tickets('GET', '/commerce/stripe/return', { query })
      const lost = await back(await open())
      expect([lost.status, lost.json.code]).toEqual([501, 'payment-provider-not-configured'])
      expect(lost.json.message).toContain('If you have paid')
      expect((await back(app)).status).toBe(302)
      expect((await readOrder(app, json.order_id)).status).toBe('completed')
    })
  })

  test('by a removed setting refuses paid orders too, at every later start', async () => {
    await withDatabase(async open => {
      expect((await open(keys)).deps.gateways.card?.name).toBe('card')
      for (let start = 0; start < 2; start += 1) await expectRefusals(await open())
    })
  })

  test('refuses paid orders on a process that started before the others knew of any account', async () => {
    await withDatabase(async open => {
      const early = await open()
      expect(early.deps.gateways.sandbox).toBe(true)
      await open(keys)
      early.clock.advance(1)
      await expectRefusals(early)
    })
  })

  test('may simulate payments again with SANDBOX=on, and every answer says so', async () => {
    await withDatabase(async open => {
      await open(keys)
      const app = await open({ SANDBOX: 'on' })
      const { cart_hash } = await aFilledCart(app)
      const cart = await app.tickets('GET', '/cart', { query: { cart_hash } })
      expect(cart.json.sandbox).toBe(true)
      const started = await order(app, 'cardprocessor', cart_hash)
      expect(started.json.sandbox).toBe(true)
      const { payment_intent_id: id, client_secret, order_id } = started.json
      const paid = await tell(app, `cardprocessor/order/${id}`, { client_secret, cart_hash })
      expect(paid.json).toMatchObject({ status: 'completed', sandbox: true })
      expect(await readOrder(app, order_id)).toMatchObject({ sandbox: true, gateway: 'sandbox' })
    })
  })

  test('is recognised after an upgrade by its stored accounts or orders', async () => {
    await withDatabase(async open => {
      const first = await open(keys)
      await first.db.deleteFrom('configured_gateways').execute()
      const { id } = await ticketOnSale(first)
      await order(first, 'free', await fillCart(first, id))
      await first.db.updateTable('orders').set({ gateway: 'wallet' }).execute()
      await expectRefusals(await open())
    })
  })
})

describe('a shop with one provider account', () => {
  test('offers no sandbox for the other provider, and the refusal names the connected one', async () => {
    await withDatabase(async open => {
      const app = await open(keys)
      const { cart_hash } = await aFilledCart(app)
      const got = await order(app, 'wallet', cart_hash)
      expect([got.status, got.json.code]).toEqual([501, 'payment-provider-not-configured'])
      expect(got.json.message).toBe(
        'Paying by wallet is not set up here; pay by card. Nothing was ordered.',
      )
      expect(got.json.data.ways).toEqual(['card'])
      const signUp = await app.tickets('POST', '/commerce/wallet/sign-up', { as })
      expect([signUp.status, signUp.json.code]).toEqual([501, 'payment-provider-not-configured'])
    })
  })
})

describe('sandbox orders after an account was connected', () => {
  const begin = async (app: TestApp, way: 'cardprocessor' | 'wallet') => {
    const filled = await aFilledCart(app)
    const { json } = await order(app, way, filled.cart_hash)
    const path =
      way === 'wallet' ? `wallet/order/${json.id}` : `${way}/order/${json.payment_intent_id}`
    const body = { client_secret: json.client_secret, cart_hash: filled.cart_hash }
    return { ...filled, path, body, orderId: json.order_id as number }
  }

  test.each(ways)('end unpaid by %s and free their places when they were not paid', async way => {
    await withDatabase(async open => {
      const app = await open()
      const begun = await begin(app, way)
      await connect(app)
      const got = await tell(app, begun.path, begun.body)
      expect(got.status).toBe(402)
      expect((await readOrder(app, begun.orderId)).status).toBe('denied')
      expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 0 })
    })
  })

  test('do not complete on a process that has not heard of the account yet', async () => {
    await withDatabase(async open => {
      const [one, late] = [await open(), await open()]
      const begun = await begin(late, 'cardprocessor')
      await connect(one)
      expect(late.deps.gateways.sandbox).toBe(true)
      const got = await tell(late, begun.path, begun.body)
      expect(got.status).toBe(400)
      expect((await readOrder(one, begun.orderId)).status).toBe('created')
      const { cart_hash } = await aFilledCart(late)
      const started = await order(late, 'wallet', cart_hash)
      expect([started.status, started.json.message]).toEqual([
        400,
        'Payments are not simulated here any more.',
      ])
    })
  })

  test('never complete when their payment was delayed', async () => {
    await withDatabase(async open => {
      const app = await open()
      const begun = await begin(app, 'cardprocessor')
      await tell(app, begun.path, { ...begun.body, sandbox_outcome: 'delay' })
      await connect(app)
      app.clock.advance(60)
      expect((await tell(app, begun.path, begun.body)).status).toBe(402)
      expect((await readOrder(app, begun.orderId)).status).toBe('denied')
    })
  })

  test('can still be refunded, and so cleaned up, when they were paid', async () => {
    await withDatabase(async open => {
      const app = await open()
      const begun = await begin(app, 'cardprocessor')
      await tell(app, begun.path, begun.body)
      await connect(app)
      const { items } = await readOrder(app, begun.orderId)
      const body = { lines: [{ id: items[0]?.id, quantity: 1 }], reason: 'A trial.' }
      const back = await app.tickets('POST', `/orders/${begun.orderId}/refunds`, { as, body })
      expect([back.status, back.json.status, back.json.sandbox]).toEqual([201, 'refunded', true])
      expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 0 })
    })
  })
})
