import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { fillCart, order, readOrder, stockOf, tell } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, wallet, cardMessages } = await startPaidApp()

const crowd = 24
const buyers = Array.from({ length: crowd }, (_, buyer) => buyer)

/** Transactions of the lanes so far. */
async function batches() {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lane_batches
  `.execute(app.db)
  return rows[0]?.count ?? 0
}

async function allIsRight() {
  expect(await auditOrders(app.db)).toEqual([])
  expect(await auditStock(app.db)).toEqual([])
}

test('buyers who pay at the same time by card and wallet share transactions, and each is charged once', async () => {
  const ticket = await ticketOnSale(app, { priceMinor: 3000, capacity: crowd })
  const carts = await Promise.all(buyers.map(() => fillCart(app, ticket.id)))
  const before = await batches()
  const completed = await Promise.all(
    carts.map(async (cart_hash, buyer) => {
      const way = buyer % 2 === 0 ? 'cardprocessor' : 'wallet'
      const { json } = await order(app, way, cart_hash)
      const reference: string = json.payment_intent_id ?? json.id
      if (way === 'wallet') wallet.approve(reference)
      else card.pay(reference)
      const { client_secret } = json
      return tell(app, `${way}/order/${reference}`, { cart_hash, client_secret })
    }),
  )
  expect(completed.map(({ json }) => json.status)).toEqual(buyers.map(() => 'completed'))
  // Each of them is in three: the reservation, the payment's reference, the settling.
  expect((await batches()) - before).toBeLessThan(crowd * 1.5)
  expect(await stockOf(app, ticket.id)).toEqual({ held: 0, sold: crowd })
  for (const { ledger } of [card, wallet]) {
    expect(ledger().every(({ charges, refunded }) => charges === 1 && refunded === 0)).toBe(true)
  }
  await allIsRight()
})

test('of simultaneous payments, those without places are refunded and the others complete', async () => {
  const ticket = await ticketOnSale(app, { priceMinor: 3000, capacity: crowd })
  const carts = await Promise.all(buyers.map(() => fillCart(app, ticket.id)))
  const started = await Promise.all(carts.map(cart => order(app, 'cardprocessor', cart)))
  const orders = started.map(({ json }) => json as { order_id: number; payment_intent_id: string })
  const late = orders.filter((_, buyer) => buyer % 4 === 0)
  const isLate = new Set(late.map(({ order_id }) => order_id))
  await sql`
    update holds set expires_at = clock_timestamp() - interval '1 second'
    where cart_id = any(array(select cart_id from orders where id = any(${[...isLate]}::bigint[])))
  `.execute(app.db)
  await Promise.all(late.map(() => fillCart(app, ticket.id)))
  card.webhooks.drop()
  for (const { payment_intent_id } of orders) card.pay(payment_intent_id)
  card.webhooks.duplicate()
  const statuses = await card.webhooks.deliverInParallel(cardMessages)
  expect(new Set(statuses)).toEqual(new Set([200]))
  for (const { order_id } of orders) {
    const { status, paid, refunded } = await readOrder(app, order_id)
    expect([status, paid, refunded]).toEqual(
      isLate.has(order_id) ? ['refunded', '30.00', '30.00'] : ['completed', '30.00', '0.00'],
    )
  }
  expect(await stockOf(app, ticket.id)).toEqual({
    held: late.length,
    sold: crowd - late.length,
  })
  await allIsRight()
})
