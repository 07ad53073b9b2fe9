// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { findOrder } from '../../src/shop/orders/record/lookup.ts'
import { settle } from '../../src/shop/orders/settling/settle.ts'
import {
  aFilledCart,
  fillCart,
  letMinutesPass,
  order,
  readOrder,
  stockOf,
} from '../support/buying.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card } = await startPaidApp()

test('several payments are settled in one call, and those that cannot be fulfilled are refunded', async () => {
  const kept = await paidAtProvider()
  const late = await paidAtProvider(1)
  await letMinutesPass(app, 120)
  await fillCart(app, late.ticketId)

  const settled = await settle(app.deps, [await reportOf(kept), await reportOf(late)])

  expect(settled.map(({ status, givenBack }) => [status, givenBack])).toEqual([
    ['completed', false],
    ['not-completed', true],
  ])
  expect((await readOrder(app, kept.id)).attendees).toHaveLength(1)
  expect(await stockOf(app, kept.ticketId)).toEqual({ held: 0, sold: 1 })
  expect(await readOrder(app, late.id)).toMatchObject({ paid: '30.00', refunded: '30.00' })
  expect(card.ledger().find(({ reference }) => reference === late.intent)?.refunded).toBe(3000)
})

/** A cart whose buyer has paid at the card processor, before our service was told. */
async function paidAtProvider(capacity = 2) {
  const filled = await aFilledCart(app, { quantity: 1, capacity })
  const { json } = await order(app, 'cardprocessor', filled.cart_hash)
  card.pay(json.payment_intent_id)
  card.webhooks.drop()
  return { ...filled, id: json.order_id as number, intent: json.payment_intent_id as string }
}

async function reportOf({ id, intent }: { id: number; intent: string }) {
  const row = await findOrder(app.db, id)
  const state = await app.deps.gateways.find('card', intent)?.lookUp(intent)
  if (!row || !state) throw new Error(`Order ${id} or its payment is gone.`)
  return { order: row, state, cause: 'a test' }
}
