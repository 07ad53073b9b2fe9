// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { aFilledCart, letMinutesPass, order, readOrder } from '../support/buying.ts'
import { openTestDatabase } from '../support/database.ts'
import type { SignedMessage } from '../support/fake-webhooks.ts'
import { cardSettings, startPaidApp, walletSettings } from '../support/paid-app.ts'
import { openApp, type TestApp } from '../support/start-app.ts'

// Two installations with separate databases use the same payment accounts. Each receives messages about the
// other's payments.
const { app: ours, card, wallet } = await startPaidApp()
const theirs = await openApp(await openTestDatabase(), {
  ...cardSettings(card),
  ...walletSettings(wallet),
})
afterAll(theirs.close)

const ways = {
  card: {
    segment: 'cardprocessor',
    provider: card,
    referenceIn: (json: any): string => json.payment_intent_id,
    pay: (reference: string) => void card.pay(reference),
  },
  wallet: {
    segment: 'wallet',
    provider: wallet,
    referenceIn: (json: any): string => json.id,
    pay: (reference: string) => {
      wallet.approve(reference)
      wallet.setCapture(reference, 'pending')
    },
  },
} as const

describe.each([
  ['card', 5000],
  ['wallet', 6000],
] as const)('one %s account for two installations', (way, start) => {
  const { segment, provider, referenceIn, pay } = ways[way]

  async function begun(app: TestApp) {
    const cart = await aFilledCart(app)
    const { json } = await order(app, segment, cart.cart_hash)
    return { ...cart, id: json.order_id as number, reference: referenceIn(json) }
  }

  const questions = () => provider.seen.filter(({ path }) => !path.includes('/certs/')).length

  const outcomes = async (app: TestApp, messages: readonly SignedMessage[]) => {
    const answers = []
    for (const { rawBody: body, headers } of messages) {
      answers.push(await app.tickets('POST', `/commerce/${segment}/webhook`, { body, headers }))
    }
    return answers.map(({ status, json }) => [status, json.outcome])
  }

  test('a message about a payment of the other installation is accepted, and moves no order here with that number', async () => {
    for (const { db } of [ours, theirs])
      await sql`select setval('record_ids', ${start})`.execute(db)
    const [own, other] = [await begun(ours), await begun(theirs)]
    expect(other.id).toBe(own.id)
    // Our service died before it stored its payment, so only the mark in the payment leads to the order.
    await ours.db
      .updateTable('orders')
      .set({ gateway_order_id: null })
      .where('id', '=', own.id)
      .execute()
    provider.webhooks.drop()
    pay(other.reference)
    if (way === 'wallet') {
      await theirs.tickets('POST', `/commerce/wallet/order/${other.reference}`, {
        body: { cart_hash: other.cart_hash },
      })
    }
    const messages = provider.webhooks.pending.map(message => provider.webhooks.sign(message))
    expect(messages.length).toBeGreaterThan(0)
    const asked = questions()
    expect(await outcomes(ours, messages)).toEqual(messages.map(() => [200, 'not ours']))
    expect(questions()).toBe(asked)
    expect(await readOrder(ours, own.id)).toMatchObject({ status: 'created', paid: '0.00' })
    const known = await outcomes(theirs, messages)
    expect(known.every(([status, outcome]) => status === 200 && outcome === 'settled')).toBe(true)
    const { status } = await readOrder(theirs, other.id)
    expect(status).toBe(way === 'card' ? 'completed' : 'pending')
  })

  test('a payment of this installation is still found by its mark, and polling asks about no others', async () => {
    const own = await begun(ours)
    const forgotten = { gateway_order_id: null }
    await ours.db.updateTable('orders').set(forgotten).where('id', '=', own.id).execute()
    provider.webhooks.drop()
    pay(own.reference)
    if (way === 'wallet') {
      wallet.announce('CHECKOUT.ORDER.APPROVED', wallet.order(own.reference))
    }
    const messages = provider.webhooks.pending.map(message => provider.webhooks.sign(message))
    expect((await outcomes(ours, messages)).at(0)).toEqual([200, 'settled'])
    expect((await readOrder(ours, own.id)).status).toBe(way === 'card' ? 'completed' : 'approved')
    await letMinutesPass(theirs, 3)
    const found = await reconcile(theirs.deps)
    expect(found.failed).toEqual([])
    expect(found.settled).not.toContain(own.id)
  })
})
