// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import type { Role } from '../../src/core/capabilities.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { aFilledCart, letMinutesPass, order, readOrder, stockOf, tell } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, cardMessages } = await startPaidApp()
const as = 'administrator' as const

/** A paid order of two tickets at 30.00 and one at 10.00 of the same event. */
async function paid() {
  const cart = await aFilledCart(app, { quantity: 2 })
  const { cart_hash, eventId } = cart
  const other = await ticketOnSale(app, { eventId, priceMinor: 1000, name: 'Box' })
  const tickets = [{ ticket_id: other.id, quantity: 1 }]
  await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
  const { json } = await order(app, 'cardprocessor', cart_hash)
  card.pay(json.payment_intent_id)
  const body = { client_secret: json.client_secret, cart_hash }
  const done = await tell(app, `cardprocessor/order/${json.payment_intent_id}`, body)
  expect(done.json.status).toBe('completed')
  card.webhooks.drop()
  const { items } = await readOrder(app, json.order_id)
  const [seats, box] = items as { id: number }[]
  const intent = json.payment_intent_id as string
  return { ...cart, boxId: other.id, id: json.order_id as number, intent, seats: seats!, box: box! }
}
const refund = (id: number, body: object) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as, body })
const refundedAt = (intent: string) =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded
const codeOf = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]

describe('an order with free and paid places', () => {
  /** Two free places and one at 10.00. */
  async function mixed() {
    const cart = await aFilledCart(app, { quantity: 2, priceMinor: 0, name: 'Stand' })
    const { cart_hash, eventId } = cart
    const seat = await ticketOnSale(app, { eventId, priceMinor: 1000 })
    const tickets = [{ ticket_id: seat.id, quantity: 1 }]
    await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
    const { json } = await order(app, 'cardprocessor', cart_hash)
    const intent = json.payment_intent_id as string
    card.pay(intent)
    await tell(app, `cardprocessor/order/${intent}`, {
      client_secret: json.client_secret,
      cart_hash,
    })
    card.webhooks.drop()
    const id = json.order_id as number
    const { items } = await readOrder(app, id)
    return { id, intent, free: items[0], seat: items[1], freeId: cart.ticketId, seatId: seat.id }
  }

  test('keeps the free places when the paid one is refunded', async () => {
    const bought = await mixed()
    const { json } = await refund(bought.id, { lines: [{ id: bought.seat?.id, quantity: 1 }] })
    expect(json).toMatchObject({ status: 'completed', refunded: '10.00' })
    expect(json.attendees).toHaveLength(2)
    expect(await stockOf(app, bought.freeId)).toEqual({ held: 0, sold: 2 })
    expect(await stockOf(app, bought.seatId)).toEqual({ held: 0, sold: 0 })
    const rest = await refund(bought.id, { lines: [{ id: bought.free?.id, quantity: 2 }] })
    expect(rest.json).toMatchObject({ status: 'refunded', attendees: [] })
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('loses its paid place, and no other, when all its money is refunded at the provider', async () => {
    const bought = await mixed()
    await refund(bought.id, { amount: '4.00' })
    await refundAtProvider(bought.intent, 600)
    const seen = await readOrder(app, bought.id)
    expect(seen).toMatchObject({ status: 'completed', refunded: '10.00' })
    expect(seen.items.map((line: any) => line.refunded_quantity)).toEqual([0, 1])
    expect(seen.attendees.map((one: any) => one.ticket_id)).toEqual([bought.freeId, bought.freeId])
    expect(await auditOrders(app.db)).toEqual([])
  })

  test.each(['ours', 'theirs'])(
    'ends when the rest is refunded at the provider, whichever money arrives last: %s',
    async last => {
      const bought = await paid()
      card.setRefunds('later')
      await refund(bought.id, { lines: [{ id: bought.box.id, quantity: 1 }] })
      await refundAtProvider(bought.intent, 6000)
      card.setRefunds('now')
      const [ours = '', theirs = ''] = card.pendingRefunds()
      for (const id of last === 'ours' ? [theirs, ours] : [ours, theirs]) {
        card.finishRefund(id)
        await card.webhooks.deliver(cardMessages)
      }
      expect(await readOrder(app, bought.id)).toMatchObject({
        status: 'refunded',
        refunded: '70.00',
        attendees: [],
      })
      expect(await auditOrders(app.db)).toEqual([])
    },
  )

  test('stays when part is refunded at the provider, and the rest by us without places', async () => {
    const bought = await mixed()
    await refundAtProvider(bought.intent, 600)
    const { json } = await refund(bought.id, { amount: '4.00' })
    expect(json).toMatchObject({ status: 'completed', refunded: '10.00' })
    expect(json.attendees).toHaveLength(3)
  })
})

describe('a refund that the provider processes', () => {
  test('frees the place when the provider is done and not before', async () => {
    const bought = await paid()
    card.setRefunds('later')
    const { json } = await refund(bought.id, { lines: [{ id: bought.box.id, quantity: 1 }] })
    card.setRefunds('now')
    expect(json).toMatchObject({ refunded: '0.00', refunds: [{ state: 'sent' }] })
    expect(json.attendees).toHaveLength(3)
    const again = await refund(bought.id, { lines: [{ id: bought.box.id, quantity: 1 }] })
    expect(again.status).toBe(409)
    finishRefund()
    await card.webhooks.deliver(cardMessages)
    const seen = await readOrder(app, bought.id)
    expect(seen).toMatchObject({ refunded: '10.00', refunds: [{ state: 'done' }] })
    expect(seen.attendees).toHaveLength(2)
  })

  test('may bounce, then counts as not refunded, and can be made again', async () => {
    const bought = await paid()
    card.setRefunds('later')
    await refund(bought.id, { amount: '70.00' })
    card.setRefunds('now')
    finishRefund(false)
    card.webhooks.drop()
    await letMinutesPass(app, 3)
    await reconcile(app.deps)
    expect(await readOrder(app, bought.id)).toMatchObject({
      status: 'completed',
      refunded: '0.00',
      refunds: [{ state: 'failed' }],
    })
    expect(refundedAt(bought.intent)).toBe(0)
    expect((await refund(bought.id, { amount: '70.00' })).json).toMatchObject({
      status: 'completed',
      refunded: '70.00',
    })
  })

  function finishRefund(arrives = true) {
    const events = card.webhooks.history.filter(({ type }) => type === 'refund.created')
    const made = JSON.parse(events.at(-1)!.body) as { data: { object: { id: string } } }
    card.finishRefund(made.data.object.id, arrives)
  }
})

describe('disputes', () => {
  test('that are open block the tickets, and when they are won the tickets are valid again', async () => {
    const bought = await paid()
    const dispute = card.dispute(bought.intent)
    await card.webhooks.deliver(cardMessages)
    expect(await doorStatuses(bought.id)).toEqual(['reversed', 'reversed', 'reversed'])
    expect((await readOrder(app, bought.id)).status).toBe('completed')
    card.closeDispute(dispute, 'won')
    card.webhooks.repeatAll()
    await card.webhooks.deliver(cardMessages)
    expect(await doorStatuses(bought.id)).toEqual(['completed', 'completed', 'completed'])
  })

  test('that are lost reverse the order and free its places', async () => {
    const bought = await paid()
    card.closeDispute(card.dispute(bought.intent), 'lost')
    card.webhooks.shuffle(5)
    await card.webhooks.deliver(cardMessages)
    const seen = await readOrder(app, bought.id)
    expect(seen).toMatchObject({ status: 'reversed', attendees: [] })
    expect(seen.history.map(({ cause }: { cause: string }) => cause).join()).toContain('dispute')
    expect(await stockOf(app, bought.ticketId)).toEqual({ held: 0, sold: 0 })
  })

  test('that took the money back leave nothing to refund a second time', async () => {
    const bought = await paid()
    card.closeDispute(card.dispute(bought.intent), 'lost')
    await card.webhooks.deliver(cardMessages)
    const { status, json } = await refund(bought.id, { amount: '10.00' })
    expect([status, json.code]).toEqual([409, 'order-move-not-allowed'])
    expect(refundedAt(bought.intent)).toBe(0)
  })

  async function doorStatuses(orderId: number) {
    const rows = await app.db
      .selectFrom('attendees')
      .select('order_status')
      .where('order_id', '=', orderId)
      .execute()
    return rows.map(({ order_status }) => order_status)
  }
})

/** A refund made at the provider; its message arrives twice. */
async function refundAtProvider(intent: string, amount: number) {
  await fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  })
  card.webhooks.duplicate()
  await card.webhooks.deliver(cardMessages)
}

test('a refund made at the provider, without us, is recorded', async () => {
  const bought = await paid()
  await refundAtProvider(bought.intent, 7000)
  expect(await readOrder(app, bought.id)).toMatchObject({
    status: 'refunded',
    refunded: '70.00',
    attendees: [],
  })
})

describe('the routes of staff', () => {
  const routes = [
    ['GET', '', undefined],
    ['POST', '/cancel', { reason: 'x' }],
    ['POST', '/notes', { note: 'x' }],
    ['POST', '/refunds', { amount: '1' }],
  ] as const

  test.each<Role | 'anonymous'>(['anonymous', 'subscriber', 'author', 'editor'])(
    'refuse %s to read and change orders',
    async role => {
      const { id } = await paid()
      for (const [method, end, body] of routes) {
        const sent = body === undefined ? { as: role } : { as: role, body }
        const got = await app.tickets(method, `/orders/${id}${end}`, sent)
        expect(codeOf(got)).toEqual([role === 'anonymous' ? 401 : 403, 'rest_forbidden'])
      }
      expect((await app.tickets('GET', '/orders', { as: role })).status).not.toBe(200)
    },
  )

  test('let administrators note, list, filter and cancel', async () => {
    const cart = await aFilledCart(app, { quantity: 2 })
    const { json } = await order(app, 'cardprocessor', cart.cart_hash)
    const id = json.order_id as number
    const noted = await app.tickets('POST', `/orders/${id}/notes`, { as, body: { note: 'called' } })
    expect(noted.status).toBe(201)
    expect(noted.json.history.at(-1)).toMatchObject({ cause: 'note', note: 'called' })
    const query = { post_id: cart.eventId, status: ['created'], search: 'lovelace' }
    const listed = await app.tickets('GET', '/orders', { as, query })
    expect(listed.json.orders.map((one: { id: number }) => one.id)).toEqual([id])
    expect(listed.headers['x-et-total']).toBe('1')
    const body = { reason: 'asked to' }
    const ended = await app.tickets('POST', `/orders/${id}/cancel`, { as, body })
    expect(ended.json.status).toBe('voided')
    expect(ended.json.history.at(-1)).toMatchObject({ cause: 'given up', note: 'asked to' })
    expect(card.intent(json.payment_intent_id).status).toBe('canceled')
    expect(await stockOf(app, cart.ticketId)).toEqual({ held: 0, sold: 0 })
  })

  test('refuse to cancel a paid order, which must be refunded, and answer an unknown one with 404', async () => {
    const { id } = await paid()
    const path = `/orders/${id}/cancel`
    expect(codeOf(await app.tickets('POST', path, { as, body: {} }))).toEqual([
      409,
      'order-move-not-allowed',
    ])
    for (const [method, end, body] of routes) {
      const sent = body === undefined ? { as } : { as, body }
      const got = await app.tickets(method, `/orders/1${end}`, sent)
      expect(codeOf(got)).toEqual([404, 'order-not-found'])
    }
  })

  test('refuse a refund of an unpaid order', async () => {
    const { cart_hash } = await aFilledCart(app)
    const { json } = await order(app, 'cardprocessor', cart_hash)
    expect(codeOf(await refund(json.order_id, { amount: '1.00' }))).toEqual([
      409,
      'order-move-not-allowed',
    ])
  })

  test('a buyer reads their own order by its secret link, and nobody does without it', async () => {
    const own = new URL((await readOrder(app, (await paid()).id)).redirect_url ?? '')
    const open = () => app.call('GET', own.pathname.replace(/\/$/, '') + own.search)
    expect(await open()).toMatchObject({ status: 200, text: expect.stringContaining('Seat') })
    own.searchParams.set('key', 'x'.repeat(32))
    expect((await open()).status).toBe(404)
  })
})
