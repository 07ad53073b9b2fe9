// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import type { Role } from '../../src/core/capabilities.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { sendRefund } from '../../src/shop/orders/settling/send-refund.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import {
  aFilledCart,
  fillCart,
  letMinutesPass,
  order,
  readOrder,
  stockOf,
  tell,
} from '../support/buying.ts'
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

describe('refunding', () => {
  test('lines ends their attendees and frees their places, and the others stay', async () => {
    const bought = await paid()
    const { status, json } = await refund(bought.id, {
      lines: [{ id: bought.seats.id, quantity: 1 }],
      reason: 'ill',
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({ status: 'completed', paid: '70.00', refunded: '30.00' })
    expect(json.attendees.map(({ ticket_id }: { ticket_id: number }) => ticket_id)).toEqual([
      bought.ticketId,
      bought.boxId,
    ])
    expect(json.refunds).toMatchObject([{ amount: '30.00', state: 'done', reason: 'ill' }])
    expect(json.items).toMatchObject([
      { id: bought.seats.id, refunded_quantity: 1, refunded: '30.00' },
      { id: bought.box.id, refunded_quantity: 0, refunded: '0.00' },
    ])
    expect(await stockOf(app, bought.ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await stockOf(app, bought.boxId)).toEqual({ held: 0, sold: 1 })
    expect(refundedAt(bought.intent)).toBe(3000)
    await card.webhooks.deliver(cardMessages)
    expect((await readOrder(app, bought.id)).attendees).toHaveLength(2)
  })

  test('is checked by the audit, which finds a line that disagrees with its refunds', async () => {
    const bought = await paid()
    await refund(bought.id, { lines: [{ id: bought.seats.id, quantity: 1 }] })
    expect(await auditOrders(app.db)).toEqual([])
    const setTo = (minor: number) =>
      app.db
        .updateTable('order_lines')
        .set({ refunded_minor: minor })
        .where('id', '=', bought.seats.id)
        .execute()
    await setTo(2999)
    expect(await auditOrders(app.db)).toEqual([
      { order: bought.id, what: 'refunded by line', stored: 2999, derived: 3000 },
    ])
    await setTo(3000)
  })

  test('an amount leaves the places taken', async () => {
    const bought = await paid()
    const { json } = await refund(bought.id, { amount: '12.34' })
    expect(json).toMatchObject({ status: 'completed', refunded: '12.34' })
    expect(json.items.map((line: { refunded: string }) => line.refunded)).toEqual(['0.00', '0.00'])
    expect(json.attendees).toHaveLength(3)
    expect(refundedAt(bought.intent)).toBe(1234)
  })

  test('the whole amount leaves the places taken, and they can be given back for nothing more', async () => {
    const bought = await paid()
    const { json } = await refund(bought.id, { amount: '70.00' })
    expect(json).toMatchObject({ status: 'completed', refunded: '70.00' })
    expect(json.attendees).toHaveLength(3)
    const after = await refund(bought.id, { whole: true })
    expect(after.json).toMatchObject({ status: 'refunded', refunded: '70.00', attendees: [] })
    expect(await stockOf(app, bought.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(refundedAt(bought.intent)).toBe(7000)
  })

  test('a place after a goodwill refund returns what is left of its price', async () => {
    const bought = await paid()
    await refund(bought.id, { amount: '64.00' })
    const { status, json } = await refund(bought.id, {
      lines: [{ id: bought.box.id, quantity: 1 }],
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({ status: 'completed', refunded: '70.00' })
    expect(json.items[1]).toMatchObject({ refunded_quantity: 1, refunded: '6.00' })
    expect(await stockOf(app, bought.boxId)).toEqual({ held: 0, sold: 0 })
  })

  test('everything at once frees all places and returns all that is left', async () => {
    const bought = await paid()
    await refund(bought.id, { amount: '12.34' })
    const { json } = await refund(bought.id, { whole: true })
    expect(json).toMatchObject({ status: 'refunded', refunded: '70.00', attendees: [] })
    expect(refundedAt(bought.intent)).toBe(7000)
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('everything in two steps makes the order refunded and frees all places', async () => {
    const bought = await paid()
    await refund(bought.id, { lines: [{ id: bought.box.id, quantity: 1 }] })
    const { json } = await refund(bought.id, { lines: [{ id: bought.seats.id, quantity: 2 }] })
    expect(json).toMatchObject({ status: 'refunded', refunded: '70.00', attendees: [] })
    expect(await stockOf(app, bought.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(refundedAt(bought.intent)).toBe(7000)
  })

  test('more than is left, in lines or money, is 409 and changes nothing', async () => {
    const bought = await paid()
    await refund(bought.id, { lines: [{ id: bought.seats.id, quantity: 1 }] })
    for (const body of [
      { lines: [{ id: bought.seats.id, quantity: 2 }] },
      { lines: [{ id: 999_999, quantity: 1 }] },
      { amount: '40.01' },
      { amount: '0' },
    ]) {
      expect(codeOf(await refund(bought.id, body))).toEqual([409, 'refund-not-possible'])
    }
    const none = await refund(bought.id, { amount: '0.00' })
    expect(none.json.message).toBe('This refund would be of 0, and gives no place back.')
    const { json } = await refund(bought.id, { amount: '1.005' })
    expect(json.data.params.amount).toBe('must be an amount of USD, with at most 2 decimals.')
    expect(refundedAt(bought.intent)).toBe(3000)
    for (const body of [{}, { amount: '1.005' }, { amount: '-1' }, { amount: '1e1' }]) {
      expect((await refund(bought.id, body)).status).toBe(400)
    }
    expect((await refund(bought.id, { amount: '1.500' })).json.refunded).toBe('31.50')
  })

  test('an order whose account was disconnected is 501, and no refund is promised', async () => {
    const { id } = await paid()
    await app.deps.gateways.reconfigure({ ...app.config, stripeSecretKey: '' })
    const got = await refund(id, { amount: '5.00' })
    await app.deps.gateways.reconfigure(app.config)
    expect(codeOf(got)).toEqual([501, 'payment-provider-not-configured'])
    expect(got.headers['retry-after']).toBeUndefined()
    expect((await readOrder(app, id)).refunds).toEqual([])
  })

  test('again what was promised is 501 until the disconnected account is connected again', async () => {
    const bought = await paid()
    for (let time = 0; time < 9; time += 1) {
      card.faults.next({ kind: 'status', status: 503, when: 'before' }, /refunds/)
    }
    expect((await refund(bought.id, { amount: '5.00' })).status).toBe(502)
    card.faults.clear()
    const { id } = await app.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', bought.id)
      .executeTakeFirstOrThrow()
    await app.deps.gateways.reconfigure({ ...app.config, stripeSecretKey: '' })
    const code = { code: 'payment-provider-not-configured', retryAfterSeconds: undefined }
    await expect(sendRefund(app.deps, id)).rejects.toMatchObject(code)
    await app.deps.gateways.reconfigure(app.config)
    await sendRefund(app.deps, id)
    expect(refundedAt(bought.intent)).toBe(500)
  })

  test('one place twice at once refunds it once', async () => {
    const bought = await paid()
    const body = { lines: [{ id: bought.box.id, quantity: 1 }] }
    const answers = await Promise.all([refund(bought.id, body), refund(bought.id, body)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(refundedAt(bought.intent)).toBe(1000)
  })

  test('what the provider refuses is 409 and does not count as refunded', async () => {
    const bought = await paid()
    for (let time = 0; time < 9; time += 1) {
      card.faults.next({ kind: 'status', status: 400, when: 'before' }, /refunds/)
    }
    expect(codeOf(await refund(bought.id, { amount: '5.00' }))).toEqual([
      409,
      'refund-not-possible',
    ])
    card.faults.clear()
    expect(await readOrder(app, bought.id)).toMatchObject({
      refunded: '0.00',
      refunds: [{ state: 'failed' }],
    })
    expect((await refund(bought.id, { whole: true })).json.status).toBe('refunded')
  })

  test('is 502 when the provider is silent, and the refund is sent again, once', async () => {
    const bought = await paid()
    for (let time = 0; time < 3; time += 1) {
      card.faults.next({ kind: 'drop', when: 'after' }, /POST \/v1\/refunds/)
    }
    const got = await refund(bought.id, { amount: '5.00' })
    card.faults.clear()
    if (got.status !== 201) {
      expect(codeOf(got)).toEqual([502, 'payment-provider-unavailable'])
      await letMinutesPass(app, 3)
      await reconcile(app.deps)
    }
    expect(await readOrder(app, bought.id)).toMatchObject({ refunded: '5.00' })
    expect(refundedAt(bought.intent)).toBe(500)
  })
})

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

describe('the fees of an order', () => {
  /** Two places at 10.00, each with a fee of 1.50. */
  async function withFees() {
    const body = { display_name: 'Booking', raw_amount: '1.50', meta_value: 'per' }
    const fee = await app.tickets('POST', '/fees', { as, body })
    const seat = await ticketOnSale(app, { priceMinor: 1000 })
    const selected_fees = [fee.json.id]
    await app.tickets('POST', `/tickets/${seat.id}/fees`, { as, body: { selected_fees } })
    const cart_hash = await fillCart(app, seat.id, 2)
    const { json } = await order(app, 'cardprocessor', cart_hash)
    const { payment_intent_id: intent, client_secret, order_id: id } = json
    card.pay(intent)
    await tell(app, `cardprocessor/order/${intent}`, { client_secret, cart_hash })
    card.webhooks.drop()
    const { items } = await readOrder(app, id)
    return { id: id as number, line: items[0]?.id ?? 0, ticketId: seat.id }
  }
  const lines = (id: number, quantity = 1) => [{ id, quantity }]

  test('can be kept, and be refunded later', async () => {
    const bought = await withFees()
    const kept = await refund(bought.id, { lines: lines(bought.line, 2), fees: 'keep' })
    expect(kept.json).toMatchObject({ status: 'refunded', paid: '23.00', refunded: '20.00' })
    expect(await stockOf(app, bought.ticketId)).toEqual({ held: 0, sold: 0 })
    const later = await refund(bought.id, { whole: true })
    expect(later.json).toMatchObject({ status: 'refunded', refunded: '23.00' })
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('can be refunded alone, once', async () => {
    const bought = await withFees()
    const alone = await refund(bought.id, { lines: lines(bought.line), fees: 'only' })
    expect(alone.json).toMatchObject({ status: 'completed', refunded: '1.50' })
    expect(alone.json.items[0]).toMatchObject({ refunded_quantity: 0, refunded: '1.50' })
    expect(alone.json.attendees).toHaveLength(2)
    const more = await refund(bought.id, { lines: lines(bought.line, 2), fees: 'only' })
    expect(codeOf(more)).toEqual([409, 'refund-not-possible'])
    const rest = await refund(bought.id, { whole: true, fees: 'only' })
    expect(rest.json).toMatchObject({ status: 'completed', refunded: '3.00' })
    const places = await refund(bought.id, { lines: lines(bought.line, 2) })
    expect(places.json).toMatchObject({ status: 'refunded', refunded: '23.00' })
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('go with no refund of an amount, and with the three declared words only', async () => {
    const { id, line } = await withFees()
    expect((await refund(id, { amount: '1.00', fees: 'keep' })).status).toBe(400)
    expect((await refund(id, { lines: lines(line), fees: 'some' })).status).toBe(400)
    expect((await refund(id, { lines: lines(line), whole: true })).status).toBe(400)
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
