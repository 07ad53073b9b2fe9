// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }

describe('paying at the providers', async () => {
  const { app: shop, card, wallet } = await startPaidApp()

  async function begun(way: 'card' | 'wallet') {
    const { id, eventId } = await ticketOnSale(shop, { name: 'Chair', priceMinor: 3000 })
    const visitor = buyer(shop)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    await visitor.send('/checkout', { ...ada, way }, 'order')
    const order = await shop.db
      .selectFrom('orders')
      .select(['id', 'gateway_order_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { visitor, reference: order.gateway_order_id ?? '' }
  }

  test('by card shows the processor’s fields, under a content security policy of its own', async () => {
    const { visitor, reference } = await begun('card')
    const { text, headers } = visitor.page()
    expect(text).toContain('data-key="pk_test_fake"')
    expect(text).toContain('<noscript>')
    const policy = headers['content-security-policy']
    expect(policy).toContain('https://js.stripe.com')
    expect(policy).not.toContain('paypal')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    const [, secret = ''] = /data-secret="([^"]+)"/.exec(text) ?? []
    const back = `/checkout/return?payment_intent=${reference}&payment_intent_client_secret=${secret}`
    card.pay(reference, 'pm_card_chargeDeclined')
    await visitor.open(back)
    expect(visitor.at()).toBe('/checkout/pay')
    expect(visitor.page().text).toContain('The payment was declined')
    card.pay(reference)
    await visitor.open(back)
    expect(visitor.page().text).toContain('This order is paid.')
    expect(
      (
        await visitor.open(
          `/checkout/return?payment_intent=${reference}&payment_intent_client_secret=no`,
        )
      ).status,
    ).toBeGreaterThanOrEqual(400)
  })

  test('by wallet leads to the wallet by a plain link and takes the money on the way back', async () => {
    const { visitor, reference } = await begun('wallet')
    const { text, headers } = visitor.page()
    expect(text).toMatch(/<a class="btn go wide" href="https?:[^"]+"[^>]*>\s*Continue to PayPal/)
    expect(text).toContain(`data-client="${wallet.clientId}"`)
    const policy = headers['content-security-policy']
    expect(policy).toContain('https://*.paypal.com')
    expect(policy).not.toContain('stripe')
    wallet.approve(reference)
    const order = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('gateway_order_id', '=', reference)
      .executeTakeFirstOrThrow()
    const { firstLink, orderUrl } = await import('../../../src/shop/orders/record/order-address.ts')
    const url = orderUrl({ publicRoot: '', key: shop.deps.secrets.order }, firstLink(order.id))
    await visitor.open(`${url}&token=${reference}`)
    expect(visitor.page().text).toContain('This order is not paid yet.')
    await shop.call('HEAD', `${url}&token=${reference}&PayerID=X`)
    expect(wallet.ledger().find(line => line.reference === reference)).toMatchObject({ charges: 0 })
    await visitor.open(`${url}&token=${reference}&PayerID=X`)
    expect(visitor.page().text).toContain('This order is paid.')
    expect(wallet.ledger().filter(line => line.charges > 1)).toEqual([])
  })
})
