import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { atEnd } from '../support/at-end.ts'
import { letHoldsExpire, letMinutesPass, purchaser } from '../support/buying.ts'
import { type Client, client } from '../support/client.ts'
import { hasOnce } from '../support/database.ts'
import { startFakeCard } from '../support/fake-card.ts'
import type { Provider } from '../support/fake-provider.ts'
import { startFakeWallet } from '../support/fake-wallet.ts'
import { cardSettings, walletSettings } from '../support/paid-app.ts'
import { makeInstallation, type Installation } from '../support/installation.ts'
import { adminAuthorization, runCommand, startServer } from '../support/server-process.ts'

// Without clocks to move: providers compare signatures with the time of the machine.
const clock = { now: () => new Date() }
const card = await startFakeCard({ clock })
const wallet = await startFakeWallet({ clock })
atEnd(async () => {
  await card.close()
  await wallet.close()
})

/** The money of one payment at its provider, in hundredths. */
const moneyAt = (provider: typeof card | typeof wallet, reference: string) =>
  provider.ledger().find(line => line.reference === reference)

/** The provider does what it is asked for, and its answer never arrives. Resolves when it has done it. */
const doneUnheard = (provider: Provider, request: RegExp) =>
  new Promise<void>(resolve => {
    provider.faults.decide(asked => {
      if (!request.test(asked)) return undefined
      // The provider works in the same turn in which it is asked.
      setImmediate(resolve)
      return { kind: 'hang' }
    })
  })

describe.runIf(hasOnce)('the program is killed while a provider answers', () => {
  let installation: Installation
  let server: Awaited<ReturnType<typeof startServer>>
  let as: Client
  beforeAll(async () => {
    installation = await makeInstallation()
    await start()
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await installation.remove()
  })

  const environment = () => ({
    ...installation.environment,
    ...cardSettings(card),
    ...walletSettings(wallet),
  })

  async function start() {
    server = await startServer(environment())
    as = client(server.base, { authorization: adminAuthorization })
  }

  /** Kills the program in the middle of a request, once the provider has done its part. */
  async function killDuring(provider: Provider, request: RegExp, asked: () => Promise<unknown>) {
    const done = doneUnheard(provider, request)
    const answer = asked().then(
      () => 'answered',
      () => 'cut off',
    )
    await done
    await server.kill('SIGKILL')
    expect(await answer).toBe('cut off')
    provider.faults.clear()
  }

  /** Lets time pass for what was interrupted; nobody may have the database open. */
  async function whileDead(work: (app: Parameters<typeof letMinutesPass>[0]) => Promise<void>) {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = installation.environment
    const { db, close } = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
    await work({ db })
    await close()
  }

  async function reconciled() {
    const { code, output } = await runCommand(['reconcile'], environment())
    expect([code, output]).toEqual([0, expect.stringContaining('"open"')])
    const audit = await runCommand(['audit'], environment())
    expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('in order')])
    await start()
  }

  async function begun(way: 'cardprocessor' | 'wallet', capacity = 5) {
    const event = await as.staff('POST', '/events/v1/events', {
      title: 'A night of power cuts',
      start_date: '2031-06-01 19:00:00',
      end_date: '2031-06-01 23:00:00',
    })
    const ticket = await as.staff('POST', '/tickets/v1/tickets', {
      post_id: event.json.id,
      add_ticket_nonce: event.json.nonces.add,
      provider: 'tc',
      name: 'Stalls',
      price: '30.00',
      ticket: { mode: 'own', capacity },
    })
    expect(ticket.status).toBe(202)
    const ticketId: number = ticket.json.id
    const cart_hash = await filled(ticketId)
    const { status, json } = await ordered(way, cart_hash)
    expect([status, json]).toEqual([200, expect.anything()])
    const reference: string = json.id ?? json.payment_intent_id
    return {
      ticketId,
      cart_hash,
      reference,
      orderId: json.order_id as number,
      secret: json.client_secret as string,
    }
  }
  const ordered = (way: string, cart_hash: string) =>
    as.anyone('POST', `/tickets/v1/commerce/${way}/order`, { cart_hash, purchaser })

  async function filled(ticketId: number): Promise<string> {
    const tickets = [{ ticket_id: ticketId, quantity: 1 }]
    const { status, json } = await as.anyone('POST', '/tickets/v1/cart', {
      provider: 'tc',
      tickets,
    })
    expect(status).toBe(200)
    return json.cart_hash
  }

  const orderNow = async (id: number) => (await as.staff('GET', `/tickets/v1/orders/${id}`)).json

  test('after the wallet took the money: the order is completed, and the money taken once', async () => {
    const { reference, cart_hash, orderId } = await begun('wallet')
    wallet.approve(reference)
    await killDuring(wallet, /^POST \/v2\/checkout\/orders\/\w+\/capture/, () =>
      as.anyone('POST', `/tickets/v1/commerce/wallet/order/${reference}`, { cart_hash }),
    )
    expect(moneyAt(wallet, reference)).toMatchObject({ charged: 3000, charges: 1 })
    await whileDead(app => letMinutesPass(app, 5))
    await reconciled()
    expect(await orderNow(orderId)).toMatchObject({ status: 'completed', paid: '30.00' })
    const again = await as.anyone('POST', `/tickets/v1/commerce/wallet/order/${reference}`, {
      cart_hash,
    })
    expect([again.status, again.json.status]).toEqual([200, 'completed'])
    expect(moneyAt(wallet, reference)).toMatchObject({ charged: 3000, charges: 1, refunded: 0 })
  })

  test('after the wallet took the money, and the last place was sold meanwhile: it is given back once', async () => {
    const { reference, cart_hash, orderId, ticketId } = await begun('wallet', 1)
    wallet.approve(reference)
    await killDuring(wallet, /^POST \/v2\/checkout\/orders\/\w+\/capture/, () =>
      as.anyone('POST', `/tickets/v1/commerce/wallet/order/${reference}`, { cart_hash }),
    )
    await whileDead(app => letHoldsExpire(app, ticketId))
    await start()
    const other = await ordered('cardprocessor', await filled(ticketId))
    card.pay(other.json.payment_intent_id)
    await server.kill('SIGKILL')
    await whileDead(app => letMinutesPass(app, 5))
    await reconciled()
    expect(await orderNow(other.json.order_id)).toMatchObject({ status: 'completed' })
    expect(await orderNow(orderId)).toMatchObject({ status: 'refunded', refunded: '30.00' })
    expect(moneyAt(wallet, reference)).toMatchObject({ charged: 3000, charges: 1, refunded: 3000 })
  })

  test('after the card was charged: the order is completed without its buyer', async () => {
    const { reference, cart_hash, orderId, secret } = await begun('cardprocessor')
    card.pay(reference)
    await killDuring(card, /^GET \/v1\/payment_intents/, () =>
      as.anyone('POST', `/tickets/v1/commerce/cardprocessor/order/${reference}`, {
        cart_hash,
        client_secret: secret,
      }),
    )
    await whileDead(app => letMinutesPass(app, 5))
    await reconciled()
    expect(await orderNow(orderId)).toMatchObject({ status: 'completed', paid: '30.00' })
    expect(moneyAt(card, reference)).toMatchObject({ charged: 3000, charges: 1, refunded: 0 })
  })

  test.each([
    ['cardprocessor', card, /^POST \/v1\/payment_intents$/],
    ['wallet', wallet, /^POST \/v2\/checkout\/orders$/],
  ] as const)(
    'after the %s opened a payment: the buyer who comes back pays that one',
    async (way, provider, opening) => {
      const first = await begun(way)
      const cart_hash = await filled(first.ticketId)
      const before = provider.ledger().length
      await killDuring(provider, opening, () => ordered(way, cart_hash))
      expect(provider.ledger()).toHaveLength(before + 1)
      await start()
      const again = await ordered(way, cart_hash)
      expect(again.status).toBe(200)
      expect(provider.ledger()).toHaveLength(before + 1)
    },
  )

  test.each([
    ['cardprocessor', card, /^POST \/v1\/refunds/],
    ['wallet', wallet, /^POST \/v2\/payments\/captures\/\w+\/refund/],
  ] as const)(
    'after the %s sent a refund: it is recorded, and sent once',
    async (way, provider, refunding) => {
      const { reference, cart_hash, orderId, secret } = await begun(way)
      if (way === 'wallet') wallet.approve(reference)
      else card.pay(reference)
      const paid = await as.anyone('POST', `/tickets/v1/commerce/${way}/order/${reference}`, {
        cart_hash,
        ...(secret && { client_secret: secret }),
      })
      expect([paid.status, paid.json.status]).toEqual([200, 'completed'])
      await killDuring(provider, refunding, () =>
        as.staff('POST', `/tickets/v1/orders/${orderId}/refunds`, { whole: true }),
      )
      await whileDead(app => letMinutesPass(app, 5))
      await reconciled()
      expect(await orderNow(orderId)).toMatchObject({ status: 'refunded', refunded: '30.00' })
      expect(moneyAt(provider, reference)).toMatchObject({
        charged: 3000,
        charges: 1,
        refunded: 3000,
      })
    },
  )
})
