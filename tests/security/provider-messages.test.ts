// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { aFilledCart, order, readOrder } from '../support/buying.ts'
import { startPaidApp } from '../support/paid-app.ts'

const most = 20
/** All requests come from one network: buyers, staff and the providers. */
const { app, card, wallet, cardMessages, walletMessages, advance } = await startPaidApp({
  RATE_LIMIT: String(most),
})

beforeEach(() => {
  advance(61)
  card.webhooks.forget()
  wallet.webhooks.forget()
})

const forged = (body = '{}') =>
  app.tickets('POST', '/commerce/stripe/webhook', {
    body,
    headers: { 'stripe-signature': 't=1,v1=00' },
  })

const ordinary = () => app.tickets('GET', '/cart', { headers: { cookie: 'seen=1' } })

/** Sends requests until the network has spent its limit, and returns the statuses. */
async function spendOn(send: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let nth = 0; nth <= most; nth += 1) statuses.push((await send()).status)
  return statuses
}

const spentOn = (status: number) => [...Array.from({ length: most }, () => status), 429]

async function paidAtCard() {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  card.pay(json.payment_intent_id)
  return json.order_id as number
}

async function approvedInWallet() {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'wallet', cart_hash)
  wallet.approve(json.id)
}

describe('the limit of requests', () => {
  test('neither refuses nor counts the messages of the card processor', async () => {
    await paidAtCard()
    for (let sent = 0; sent <= most; sent += card.webhooks.history.length) {
      card.webhooks.repeatAll()
      expect(new Set(await card.webhooks.deliver(cardMessages))).toEqual(new Set([200]))
    }
    expect((await ordinary()).status).toBe(200)
  })

  test('neither refuses nor counts the messages of the wallet', async () => {
    await approvedInWallet()
    for (let sent = 0; sent <= most; sent += wallet.webhooks.history.length) {
      wallet.webhooks.repeatAll()
      expect(new Set(await wallet.webhooks.deliver(walletMessages))).toEqual(new Set([200]))
    }
    expect((await ordinary()).status).toBe(200)
  })

  test('counts messages with a wrong signature, and none with a right one is lost by that', async () => {
    const orderId = await paidAtCard()
    advance(61)
    expect(await spendOn(() => forged())).toEqual(spentOn(401))
    const refused = await forged()
    expect([refused.json.code, Number(refused.headers['retry-after'])]).toEqual([
      'rest_too_many_requests',
      expect.closeTo(60, -1),
    ])
    expect((await ordinary()).status).toBe(429)
    expect(new Set(await card.webhooks.deliver(cardMessages))).toEqual(new Set([200]))
    advance(61)
    expect((await readOrder(app, orderId)).status).toBe('completed')
  })

  test('counts messages that are no JSON, which nobody reads before their signature is right', async () => {
    expect(await spendOn(() => forged('{"id":'))).toEqual(spentOn(401))
  })

  test('counts messages that are too large', async () => {
    const large = JSON.stringify({ id: 'x'.repeat(3 * 1024 * 1024) })
    expect(await spendOn(() => forged(large))).toEqual(spentOn(413))
  })

  test('counts messages of a wallet whose certificate cannot be had', async () => {
    await approvedInWallet()
    advance(61)
    const [message] = wallet.webhooks.history
    if (!message) throw new Error('The wallet has sent no message.')
    const { rawBody: body, headers } = wallet.webhooks.sign(message)
    const at = headers['paypal-cert-url'] ?? ''
    let nth = 0
    const send = () => {
      const url = at.replace(/CERT-.*/, `CERT-nobody-${(nth += 1)}`)
      return app.tickets('POST', '/commerce/wallet/webhook', {
        body,
        headers: { ...headers, 'paypal-cert-url': url },
      })
    }
    expect((await spendOn(send)).at(-1)).toBe(429)
  })
})
