// Database: in the short run a server alone, where there is one.
import { afterEach, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { recheckOrders } from '../../src/shop/orders/reconciling/recheck-orders.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { aFilledCart, letMinutesPass, order, readOrder, tell } from '../support/buying.ts'
import { atEnd } from '../support/at-end.ts'
import { startFakeCard } from '../support/fake-card.ts'
import { movableClock } from '../support/movable-clock.ts'
import { cardSettings, startPaidApp } from '../support/paid-app.ts'
import { testStart } from '../support/start-app.ts'

const { app, card } = await startPaidApp()
const another = await startFakeCard({ clock: movableClock(testStart) })
atEnd(another.close)

const { STRIPE_API_BASE: stripeApiBase } = cardSettings(another)
/** The merchant connects another account; the payments of the former one are unknown there. */
const replace = () => app.deps.gateways.reconfigure({ ...app.config, stripeApiBase })
const connectAgain = () => app.deps.gateways.reconfigure(app.config)
afterEach(connectAgain)

async function begun() {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  const { order_id: id, payment_intent_id: reference, client_secret } = json
  const confirm = () => tell(app, `cardprocessor/order/${reference}`, { client_secret, cart_hash })
  const query = { payment_intent: reference, payment_intent_client_secret: client_secret }
  const comeBack = () => app.tickets('GET', '/commerce/stripe/return', { query })
  return { id: id as number, reference: reference as string, confirm, comeBack }
}

async function paid() {
  const buyer = await begun()
  card.pay(buyer.reference)
  expect((await buyer.confirm()).json.status).toBe('completed')
  return buyer
}

const refund = (id: number) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as: 'administrator', body: { amount: '5.00' } })
const refundsOf = async (id: number) =>
  (await readOrder(app, id)).refunds.map(({ state }: { state: string }) => state)

test('a refund that was promised waits for the account that was paid while another is connected', async () => {
  const { id, reference } = await paid()
  for (let time = 0; time < 9; time += 1) {
    card.faults.next({ kind: 'status', status: 503, when: 'before' }, /refunds/)
  }
  expect((await refund(id)).status).toBe(502)
  card.faults.clear()

  await replace()
  await letMinutesPass(app, 5)
  expect((await reconcile(app.deps)).failed).toHaveLength(1)
  expect(await refundsOf(id)).toEqual(['reserved'])

  await connectAgain()
  await reconcile(app.deps)
  expect(await readOrder(app, id)).toMatchObject({ paid: '30.00', refunded: '5.00' })
  expect(card.ledger().find(line => line.reference === reference)?.refunded).toBe(500)
  expect(await auditOrders(app.db)).toEqual([])
})

test('a refund asked for while another account is connected is 501, and not made later', async () => {
  const { id } = await paid()
  await replace()
  const got = await refund(id)
  expect([got.status, got.json.code]).toEqual([501, 'payment-provider-not-configured'])
  expect(got.json.message).toContain('no longer connected')
  await connectAgain()
  await letMinutesPass(app, 5)
  await reconcile(app.deps)
  expect(await readOrder(app, id)).toMatchObject({ refunded: '0.00' })
  expect((await refund(id)).status).toBe(201)
})

test('a buyer who paid at the former account learns that it is gone, and the order is settled when it is back', async () => {
  const { id, reference, confirm, comeBack } = await begun()
  await replace()
  card.pay(reference)
  const [told, returned] = [await confirm(), await comeBack()]
  expect([told.status, returned.status]).toEqual([400, 501])
  expect(returned.json.code).toBe('payment-provider-not-configured')
  for (const { json } of [told, returned]) expect(json.message).toContain('If you have paid')
  await connectAgain()
  expect((await comeBack()).status).toBe(302)
  expect((await readOrder(app, id)).status).toBe('completed')
})

test('the history of an order paid at the former account says that another account may have its money', async () => {
  const { id } = await paid()
  await replace()
  for (let time = 0; time < 2; time += 1) {
    expect((await recheckOrders(app.deps, { everything: true })).unpaid).toContain(id)
  }
  const { history } = await readOrder(app, id)
  expect(history.flatMap(({ cause, note }) => (cause === 'recheck' ? note : []))).toEqual([
    'The account that is connected now does not know the payment of this order. If another account received its money, that one has it.',
  ])
})
