// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recheckOrders } from '../../src/shop/orders/reconciling/recheck-orders.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { aFilledCart, letMinutesPass, order, readOrder, tell } from '../support/buying.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, wallet } = await startPaidApp()

async function begun() {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  const { order_id: id, payment_intent_id: intent, client_secret } = json
  return { id: id as number, intent: intent as string, proof: { client_secret, cart_hash } }
}

/** Plants this many orders of a gateway, last changed this many minutes ago. */
const plant = (
  count: number,
  { gateway, status, minutes }: { gateway: string; status: string; minutes: number },
) =>
  sql`
    insert into orders (id, gateway, gateway_order_id, status, currency, subtotal_minor, fees_minor,
      discount_minor, total_minor, purchaser_name, purchaser_email, updated_at, recheck_at)
    select nextval('record_ids'), ${gateway}, upper(${gateway}) || 'PLANTED' || nth, ${status}, 'USD', 100, 0,
      0, 100, 'A buyer', 'buyer@example.org', at, case when ${status} = 'voided' then at end
    from generate_series(1, ${count}::int) as nth,
      (select clock_timestamp() - make_interval(mins => ${minutes}::int) as at) as planted
  `.execute(app.db)

test('a payment whose message was lost is found though hundreds of older orders stay open', async () => {
  const { id, intent } = await begun()
  card.pay(intent)
  card.webhooks.drop()
  await letMinutesPass(app, 5)
  await plant(600, { gateway: 'card', status: 'created', minutes: 10 })
  await reconcile(app.deps)
  await reconcile(app.deps)
  expect((await readOrder(app, id)).status).toBe('completed')
  await sql`delete from orders where gateway_order_id like 'CARDPLANTED%'`.execute(app.db)
})

test('an ended order is compared though hundreds of others are at a provider that does not answer', async () => {
  const { id, intent, proof } = await begun()
  card.pay(intent)
  await tell(app, `cardprocessor/order/${intent}`, proof)
  await refundAtProvider(intent)
  card.webhooks.drop()
  await sql`update orders set recheck_at = clock_timestamp() - interval '1 minute' where id = ${id}`.execute(
    app.db,
  )
  await plant(250, { gateway: 'wallet', status: 'voided', minutes: 10 })
  await wallet.close()
  await recheckOrders(app.deps)
  expect((await recheckOrders(app.deps)).failed).not.toEqual([])
  expect(await readOrder(app, id)).toMatchObject({ status: 'refunded', refunded: '30.00' })
})

const refundAtProvider = (intent: string) =>
  fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent }),
  })
