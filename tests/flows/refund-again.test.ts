// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import {
  buy,
  letMinutesPass,
  fillCart,
  order,
  readOrder,
  stockOf,
  tell,
} from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card } = await startPaidApp()
beforeEach(() => card.faults.clear())

const silent = (when: 'before' | 'after') => {
  for (let time = 0; time < 9; time += 1) {
    card.faults.next({ kind: 'status', status: 503, when }, /refunds/)
  }
}

/** A paid order of three places, and a refund of it, sent under one key as often as it is called. */
async function paid(body: (line: number) => object) {
  const { id: ticketId } = await ticketOnSale(app, { priceMinor: 3000 })
  const cart_hash = await fillCart(app, ticketId, 3)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  const { order_id: id, payment_intent_id: reference, client_secret } = json
  card.pay(reference)
  await tell(app, `cardprocessor/order/${reference}`, { client_secret, cart_hash })
  const { items } = await readOrder(app, id)
  const refund = { ...under(`refund-${id}`), body: body(items[0]?.id ?? 0) }
  const send = () => app.tickets('POST', `/orders/${id}/refunds`, refund)
  const back = () => card.ledger().find(line => line.reference === reference)?.refunded
  return { id: id as number, ticketId, send, back }
}

const under = (key: string) => ({
  as: 'administrator' as const,
  headers: { 'idempotency-key': key },
})

test.each(['before', 'after'] as const)(
  'a refund is made once when it is sent again under its key, and the provider was silent %s making it',
  async when => {
    const { id, ticketId, send, back } = await paid(line => ({
      lines: [{ id: line, quantity: 1 }],
    }))
    silent(when)
    expect((await send()).status).toBe(502)
    card.faults.clear()
    expect((await send()).status).toBe(201)
    expect((await send()).headers['idempotent-replayed']).toBe('true')
    await letMinutesPass(app, 5)
    await reconcile(app.deps)
    expect(back()).toBe(3000)
    const seen = await readOrder(app, id)
    expect(seen).toMatchObject({ refunded: '30.00', refunds: [{ state: 'done' }] })
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
    expect(await auditOrders(app.db)).toEqual([])
  },
)

test('a refund that the job has sent meanwhile is not made again under its key', async () => {
  const { id, send, back } = await paid(() => ({ amount: '5.00' }))
  silent('before')
  expect((await send()).status).toBe(502)
  card.faults.clear()
  await letMinutesPass(app, 5)
  await reconcile(app.deps)
  expect((await send()).json).toMatchObject({ id, refunded: '5.00' })
  expect(back()).toBe(500)
})

test('a refund that the provider refused is made when it is sent again under its key', async () => {
  const { send, back } = await paid(() => ({ amount: '5.00' }))
  card.faults.next({ kind: 'status', status: 400, when: 'before' }, /POST \/v1\/refunds/)
  expect((await send()).status).toBe(409)
  expect((await send()).status).toBe(201)
  expect(back()).toBe(500)
})

test('free places are given back once when the answer to their refund was lost', async () => {
  const { id: ticketId } = await ticketOnSale(app)
  const { orderId } = await buy(app, ticketId, { quantity: 3 })
  const { items } = await readOrder(app, orderId)
  const body = { lines: [{ id: items[0]?.id, quantity: 1 }] }
  const sent = { ...under('free-places'), body }
  const send = () => app.tickets('POST', `/orders/${orderId}/refunds`, sent)
  expect((await send()).status).toBe(201)
  // As if the process had ended before it stored the answer.
  await app.db
    .updateTable('idempotency_keys')
    .set({ state: 'running', answer: null, locked_until: new Date(0) })
    .execute()
  expect((await send()).status).toBe(201)
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
})

test('a refund is sent again though hundreds of older ones stay without an outcome', async () => {
  const waiting = await paid(() => ({ amount: '1.00' }))
  await sql`
    insert into refunds (order_id, amount_minor, state, idempotency_key, created_at, updated_at)
    select ${waiting.id}, 1, 'sent', gen_random_uuid()::text, at, at
    from generate_series(1, 250), (select clock_timestamp() - interval '1 day' as at) as yesterday
  `.execute(app.db)
  const { send, back } = await paid(line => ({ lines: [{ id: line, quantity: 1 }] }))
  silent('before')
  expect((await send()).status).toBe(502)
  card.faults.clear()
  await letMinutesPass(app, 5)
  await reconcile(app.deps)
  await reconcile(app.deps)
  expect(back()).toBe(3000)
})

test('a refund that the provider made unheard is done, though it is refused when it is sent again', async () => {
  const { id, send, back } = await paid(line => ({ lines: [{ id: line, quantity: 1 }] }))
  silent('after')
  expect((await send()).status).toBe(502)
  card.faults.clear()
  card.faults.next({ kind: 'status', status: 402, when: 'before' }, /POST \/v1\/refunds/)
  expect((await send()).status).toBe(201)
  expect(await readOrder(app, id)).toMatchObject({
    refunded: '30.00',
    refunds: [{ state: 'done' }],
  })
  expect(back()).toBe(3000)
  expect((await auditOrders(app.db)).filter(({ what }) => what !== 'kept')).toEqual([])
})

test('a refund that is refused after the answer to its first request was lost is done at once', async () => {
  const { id, send, back } = await paid(line => ({ lines: [{ id: line, quantity: 1 }] }))
  const refunds = /POST \/v1\/refunds/
  card.faults.next({ kind: 'status', status: 503, when: 'after' }, refunds)
  card.faults.next({ kind: 'status', status: 402, when: 'before' }, refunds)
  expect((await send()).status).toBe(201)
  expect(await readOrder(app, id)).toMatchObject({
    refunded: '30.00',
    refunds: [{ state: 'done' }],
  })
  expect(back()).toBe(3000)
})
