// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { aFilledCart, letMinutesPass, order } from '../../support/buying.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { reconcile } from '../../../src/shop/orders/reconciling/reconcile.ts'

const as = 'administrator' as const
const { app, card, cardMessages } = await startPaidApp()

async function aPaidOrder() {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  card.pay(json.payment_intent_id)
  return json.order_id as number
}
const entriesAbout = async (id: number) =>
  (await app.admin('GET', '/audit', { as, query: { record: 'order', record_id: id } })).json.entries

test("an order that the provider's message completes has an entry of the provider, and its buyer none", async () => {
  const id = await aPaidOrder()
  expect(await entriesAbout(id)).toEqual([])
  await card.webhooks.deliver(cardMessages)
  expect(await entriesAbout(id)).toMatchObject([
    {
      actor: { type: 'provider', id: null, name: 'card' },
      record: { type: 'order', id, part: 'history' },
      after: { to_status: 'completed', cause: expect.stringMatching(/^webhook /) },
    },
  ])
})

test('an order that the reconcile job completes has an entry of the job', async () => {
  const id = await aPaidOrder()
  await letMinutesPass(app, 30)
  await reconcile(app.deps)
  expect(await entriesAbout(id)).toMatchObject([
    { actor: { type: 'job', name: 'orders.reconcile' }, after: { to_status: 'completed' } },
  ])
})

test('a refund has an entry of whoever gave it, with the reason among the personal values', async () => {
  const id = await aPaidOrder()
  await card.webhooks.deliver(cardMessages)
  const body = { whole: true, reason: 'Ada fell ill.' }
  expect((await app.tickets('POST', `/orders/${id}/refunds`, { as, body })).status).toBe(201)
  const entries = await entriesAbout(id)
  expect(entries.map((entry: any) => [entry.operation, entry.record.part])).toContainEqual([
    'createOrderRefund',
    'refunds',
  ])
  expect(JSON.stringify(entries.map(({ before, after }: any) => [before, after]))).not.toContain(
    'Ada',
  )
  expect(JSON.stringify(entries.map(({ personal }: any) => personal))).toContain('Ada fell ill.')
})
