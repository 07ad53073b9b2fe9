// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { fillCart, letHoldsExpire } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const { app: shop, card, wallet } = await startPaidApp()

/** A buyer whose order waits for its payment. */
async function begun(way: 'card' | 'wallet', { capacity = 100 } = {}) {
  const { id, eventId } = await ticketOnSale(shop, { priceMinor: 3000, capacity })
  const visitor = buyer(shop)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
  await visitor.send('/checkout', { name: 'Ada', email: 'ada@example.org', way }, 'order')
  const order = await shop.db
    .selectFrom('orders')
    .select('gateway_order_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { visitor, ticketId: id, reference: order.gateway_order_id ?? '' }
}

test('never says of a provider that does not answer that nothing was charged', async () => {
  const byCard = await begun('card')
  const [, secret = ''] = /data-secret="([^"]+)"/.exec(byCard.visitor.page().text) ?? []
  const back = `?payment_intent=${byCard.reference}&payment_intent_client_secret=${secret}`
  card.pay(byCard.reference)
  card.faults.decide(() => ({ kind: 'status', status: 503, when: 'before' }))
  for (const address of [`/checkout/return${back}`, '/checkout/pay']) {
    const { status, text } = await byCard.visitor.open(address)
    expect([address, status]).toEqual([address, 502])
    expect(text).toContain('The payment provider does not answer')
    expect(text).toContain('nothing is charged twice')
    expect(text).not.toContain('Nothing was charged')
  }
  const { json } = await shop.tickets('GET', `/commerce/stripe/return${back}`)
  expect(json.message).toContain('nothing is charged twice')
  card.faults.clear()
  await byCard.visitor.open(`/checkout/return${back}`)
  expect(byCard.visitor.page().text).toContain('This order is paid.')

  const byWallet = await begun('wallet')
  wallet.approve(byWallet.reference)
  const { return_url: returnUrl } = wallet.waysBack(byWallet.reference)
  wallet.faults.decide(asked =>
    asked.includes('capture') ? { kind: 'drop', when: 'after' } : undefined,
  )
  const arrival = `${returnUrl}&PayerID=X`.replace('http://tickets.test', '')
  expect((await byWallet.visitor.open(arrival)).text).toContain('nothing is charged twice')
  wallet.faults.clear()
  expect((await byWallet.visitor.open(arrival)).text).toContain('This order is paid.')
  expect(wallet.ledger().filter(line => line.charges > 1)).toEqual([])
})

test('never says that nothing was charged when the money was taken and given back', async () => {
  const { visitor, ticketId, reference } = await begun('wallet', { capacity: 1 })
  wallet.approve(reference)
  await letHoldsExpire(shop, ticketId)
  await fillCart(shop, ticketId)
  const { return_url: returnUrl } = wallet.waysBack(reference)
  const { text } = await visitor.open(`${returnUrl}&PayerID=X`.replace('http://tickets.test', ''))
  const line = wallet.ledger().find(each => each.reference === reference)
  expect(line).toMatchObject({ charged: 3000, refunded: 3000 })
  expect(text).toContain('your money goes back to you')
  expect(text).not.toContain('Nothing was charged')
})
