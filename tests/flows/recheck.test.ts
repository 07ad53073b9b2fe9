// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { recheckOrders } from '../../src/shop/orders/reconciling/recheck-orders.ts'
import { unsettledOrders } from '../../src/shop/orders/reconciling/store.ts'
import {
  aFilledCart,
  fillCart,
  letMinutesPass,
  order,
  readOrder,
  stockOf,
  tell,
} from '../support/buying.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card } = await startPaidApp()

async function begun(quantity = 1, capacity = 2) {
  const filled = await aFilledCart(app, { quantity, capacity })
  const { json } = await order(app, 'cardprocessor', filled.cart_hash)
  return { ...filled, id: json.order_id, intent: json.payment_intent_id, json }
}

async function paid() {
  const bought = await begun(2)
  card.pay(bought.intent)
  const { client_secret } = bought.json
  await tell(app, `cardprocessor/order/${bought.intent}`, {
    client_secret,
    cart_hash: bought.cart_hash,
  })
  return bought
}

/** The order has ended here while its payment can still succeed, as after a defect or a restored backup. */
async function endHereOnly({ id, cart_hash, ticketId }: Awaited<ReturnType<typeof begun>>) {
  await app.tickets('POST', '/cart', {
    body: { provider: 'tc', cart_hash, tickets: [{ ticket_id: ticketId, quantity: 0 }] },
  })
  await sql`
    update orders set status = 'not-completed', stock = 'returned', recheck_at = clock_timestamp()
    where id = ${id}
  `.execute(app.db)
  await sql`update carts set state = 'open' where id = (select cart_id from orders where id = ${id})`.execute(
    app.db,
  )
}

/** Staff refund an amount, in cents, at the provider itself. */
const refundAtProvider = (intent: string, amount: number) =>
  fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  })

const hoursPass = (hours: number) =>
  sql`
    update orders set recheck_at = recheck_at - make_interval(hours => ${hours}::int),
      updated_at = updated_at - make_interval(hours => ${hours}::int)
  `.execute(app.db)

test('a payment of an order that counts as unpaid is found, and the order gets its places', async () => {
  const lost = await begun()
  await endHereOnly(lost)
  card.pay(lost.intent)
  card.webhooks.drop()
  expect((await recheckOrders(app.deps)).mended).toContain(lost.id)
  expect(await readOrder(app, lost.id)).toMatchObject({ status: 'completed', paid: '30.00' })
  expect((await readOrder(app, lost.id)).attendees).toHaveLength(1)
})

test('a payment found without free places is refunded, and the order says why', async () => {
  const lost = await begun(1, 1)
  await endHereOnly(lost)
  await fillCart(app, lost.ticketId)
  card.pay(lost.intent)
  card.webhooks.drop()
  expect((await recheckOrders(app.deps)).mended).toContain(lost.id)
  expect(await readOrder(app, lost.id)).toMatchObject({
    paid: '30.00',
    refunded: '30.00',
    attendees: [],
  })
  expect(card.ledger().find(({ reference }) => reference === lost.intent)?.refunded).toBe(3000)
})

test('a payment found without free places is refunded but for what staff refunded at the provider', async () => {
  const lost = await begun(1, 1)
  await endHereOnly(lost)
  await fillCart(app, lost.ticketId)
  card.pay(lost.intent)
  await refundAtProvider(lost.intent, 1000)
  card.webhooks.drop()
  expect((await recheckOrders(app.deps)).mended).toContain(lost.id)
  expect(await readOrder(app, lost.id)).toMatchObject({
    status: 'refunded',
    paid: '30.00',
    refunded: '30.00',
  })
  expect(card.ledger().find(({ reference }) => reference === lost.intent)?.refunded).toBe(3000)
})

test('a refund that no message reported is found, and the places are free', async () => {
  const bought = await paid()
  await refundAtProvider(bought.intent, 6000)
  card.webhooks.drop()
  expect((await recheckOrders(app.deps)).looked).toBe(0)
  await hoursPass(1)
  expect((await recheckOrders(app.deps)).mended).toContain(bought.id)
  expect(await readOrder(app, bought.id)).toMatchObject({ status: 'refunded', attendees: [] })
  expect(await stockOf(app, bought.ticketId)).toEqual({ held: 0, sold: 0 })
})

test('a paid order without a payment is reported every time and noted once', async () => {
  const bought = await paid()
  await sql`update orders set gateway_order_id = 'pi_of_nobody' where id = ${bought.id}`.execute(
    app.db,
  )
  for (let time = 0; time < 2; time += 1) {
    expect((await recheckOrders(app.deps, { everything: true })).unpaid).toEqual([bought.id])
  }
  const { history } = await readOrder(app, bought.id)
  const told = history.filter(({ cause }: { cause: string }) => cause === 'recheck')
  expect(told).toHaveLength(1)
  expect((await readOrder(app, bought.id)).status).toBe('completed')
})

test('an order is checked again whenever its age has doubled, for a month', async () => {
  const bought = await paid()
  const looked = async () => {
    const before = card.seen.length
    await recheckOrders(app.deps)
    return card.seen.slice(before).some(({ path }) => path.includes(bought.intent))
  }
  expect(await looked()).toBe(false)
  await hoursPass(1)
  expect(await looked()).toBe(true)
  expect(await looked()).toBe(false)
  await hoursPass(2)
  expect(await looked()).toBe(true)
  await hoursPass(2)
  expect(await looked()).toBe(false)
  await hoursPass(24 * 31)
  expect(await looked()).toBe(true)
  await hoursPass(24 * 60)
  expect(await looked()).toBe(false)
})

test('a provider that is down is asked again, and nothing is lost', async () => {
  const lost = await begun()
  await endHereOnly(lost)
  card.pay(lost.intent)
  card.webhooks.drop()
  for (let time = 0; time < 3; time += 1) {
    card.faults.next({ kind: 'status', status: 503, when: 'before' }, new RegExp(lost.intent))
  }
  expect((await recheckOrders(app.deps)).failed).toContain(lost.id)
  expect((await recheckOrders(app.deps)).mended).toContain(lost.id)
  const kept = (await auditOrders(app.db)).filter(({ order: id }) => id === lost.id)
  expect(kept).toEqual([])
})

test('payments that a provider processes for days do not keep others from being checked', async () => {
  const lost = await begun()
  await sql`
    insert into orders (id, gateway, status, currency, subtotal_minor, fees_minor, discount_minor, total_minor,
      purchaser_name, purchaser_email, updated_at)
    select nextval('record_ids'), 'card', 'pending', 'USD', 100, 0, 0, 100, 'A', 'a@example.org', now() - interval '3 days'
    from generate_series(1, 600)
  `.execute(app.db)
  await letMinutesPass(app, 3)
  const found = await unsettledOrders(app.db, { quietMinutes: 2, abandonedMinutes: 30 })
  expect(found.length).toBeLessThan(600)
  expect(found.map(({ id }) => id)).toContain(lost.id)
})
