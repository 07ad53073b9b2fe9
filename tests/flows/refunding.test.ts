// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
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
