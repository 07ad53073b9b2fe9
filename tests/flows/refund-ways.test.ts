// Database: in the short run a server alone, where there is one.
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { readOrder, stockOf } from '../support/buying.ts'
import { onPostgres } from '../support/database.ts'
import { personWith } from '../support/granting.ts'
import { deliver, newest } from '../support/mailbox.ts'
import { aPaidOrder } from '../support/paid-order.ts'
import { startPaidApp } from '../support/paid-app.ts'
import type { TestRequest } from '../support/start-app.ts'

const paid = await startPaidApp()
const { app, card } = paid
const buy = (quantity = 3) => aPaidOrder(paid, { quantity })
const refund = (id: number, body: object, as: TestRequest['as'] = 'administrator') =>
  app.tickets('POST', `/orders/${id}/refunds`, { as, body })
const preview = (id: number, body: object, as: TestRequest['as'] = 'administrator') =>
  app.tickets('POST', `/orders/${id}/refunds/preview`, { as, body })
const refundedAt = (intent: string) =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded

describe('a refund', () => {
  test('of named attendees ends their places and no others', async () => {
    const { id, attendees, ticketId, intent } = await buy()
    const [first, second, third] = attendees
    const { status, json } = await refund(id, { attendees: [second], reason: 'ill' })
    expect([status, json.refunded]).toEqual([201, '30.00'])
    expect(json.attendees.map((one: { id: number }) => one.id)).toEqual([first, third])
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
    expect(refundedAt(intent)).toBe(3000)
    const again = await refund(id, { attendees: [second] })
    expect([again.status, again.json.code]).toEqual([409, 'refund-not-possible'])
    expect(again.json.message).toContain('no valid place')
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('of places with `cancel_places: false` gives back what they cost, and they stay', async () => {
    const { id, line, attendees, ticketId, intent } = await buy()
    const body = { lines: [{ id: line, quantity: 1 }], cancel_places: false }
    const { json } = await refund(id, body)
    expect(json).toMatchObject({ status: 'completed', refunded: '30.00' })
    expect(json.items[0]).toMatchObject({ refunded_quantity: 0, refunded: '30.00' })
    expect(json.attendees).toHaveLength(attendees.length)
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 3 })
    const whole = await refund(id, { whole: true, cancel_places: false })
    expect(whole.json).toMatchObject({ status: 'completed', refunded: '90.00' })
    expect(whole.json.attendees).toHaveLength(3)
    expect(refundedAt(intent)).toBe(9000)
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('with an amount for named places ends them for less, or for nothing', async () => {
    const { id, attendees, intent } = await buy()
    const [first, second, third] = attendees
    expect((await refund(id, { attendees: [first], amount: '30.01' })).status).toBe(409)
    expect((await refund(id, { attendees: [first], amount: '20' })).json.refunded).toBe('20.00')
    const kept = await refund(id, { attendees: [second], amount: '0' })
    expect(kept.json).toMatchObject({ status: 'completed', refunded: '20.00' })
    expect(kept.json.attendees.map((one: { id: number }) => one.id)).toEqual([third])
    const rest = await refund(id, { whole: true })
    expect(rest.json).toMatchObject({ status: 'refunded', refunded: '90.00', attendees: [] })
    expect(refundedAt(intent)).toBe(9000)
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('in cash and by hand is recorded, and no money moves at the provider', async () => {
    const { id, attendees, ticketId, intent } = await buy()
    const cash = await refund(id, { attendees: [attendees[0]], method: 'cash' })
    expect(cash.json).toMatchObject({ status: 'completed', refunded: '30.00' })
    expect(cash.json.refunds).toMatchObject([{ amount: '30.00', state: 'done', method: 'cash' }])
    const rest = await refund(id, { whole: true, method: 'by_hand' })
    expect(rest.json).toMatchObject({ status: 'refunded', refunded: '90.00', attendees: [] })
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 0 })
    expect(refundedAt(intent)).toBe(0)
    expect((await refund(id, { amount: '1' })).status).toBe(409)
    expect(await auditOrders(app.db)).toEqual([])
  })

  test('in cash needs no account; the same request under its key pays once', async () => {
    const { id, intent } = await buy(1)
    await app.deps.gateways.reconfigure({ ...app.config, stripeSecretKey: '' })
    const headers = { 'idempotency-key': 'cash-once' }
    const body = { whole: true, method: 'cash' }
    const send = () =>
      app.tickets('POST', `/orders/${id}/refunds`, { as: 'administrator', body, headers })
    const [one, other] = [await send(), await send()]
    await app.deps.gateways.reconfigure(app.config)
    expect([one.status, other.status]).toEqual([201, 201])
    expect((await readOrder(app, id)).refunds).toHaveLength(1)
    expect(refundedAt(intent)).toBe(0)
  })

  test('carries a word to the buyer in its mail, which cash is not said to reach a bank', async () => {
    const { id, attendees } = await buy()
    const message = 'Get well soon!\n\nSee you in June.'
    await refund(id, { attendees: [attendees[0]], message })
    await deliver(app)
    const first = (await newest(app, 'order.refunded')).mail
    expect(first.text).toContain('Get well soon!\n\nSee you in June.\n\nWe refunded $30.00')
    expect(first.text).toContain('It may take your bank a few days')
    await refund(id, { attendees: [attendees[1]], method: 'cash', message: 'From the till.' })
    await deliver(app)
    const { text } = (await newest(app, 'order.refunded')).mail
    expect(text).toContain('From the till.')
    expect(text).not.toContain('bank')
    await refund(id, { attendees: [attendees[2]], amount: '0', message: 'Thank you for giving.' })
    await deliver(app)
    expect((await newest(app, 'order.refunded')).mail.text).toContain('Thank you for giving.')
    const long = await refund(id, { amount: '1', message: 'x'.repeat(2001) })
    expect([long.status, Object.keys(long.json.data.params)]).toEqual([400, ['message']])
  })

  test('that asks for two things at once, or for what an amount has not, is 400', async () => {
    const { id, line, attendees } = await buy(1)
    for (const [body, name] of [
      [{ attendees, lines: [{ id: line, quantity: 1 }] }, 'lines'],
      [{ whole: true, amount: '1' }, 'lines'],
      [{}, 'lines'],
      [{ amount: '1', fees: 'keep' }, 'fees'],
      [{ amount: '1', cancel_places: true }, 'cancel_places'],
      [{ whole: true, method: 'cheque' }, 'method'],
    ] as const) {
      const { status, json } = await refund(id, body)
      expect([status, Object.keys(json.data.params)]).toEqual([400, [name]])
    }
  })
})

describe('the preview of a refund', () => {
  test('says what would be given back, what is left, whose places end and who is told', async () => {
    const { id, attendees, intent } = await buy()
    const before = await readOrder(app, id)
    const { status, json } = await preview(id, { attendees: [attendees[1]] })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      amount: '30.00',
      left_before: '90.00',
      left_after: '60.00',
      places_ending: [{ id: attendees[1], checked_in: false, passed_on: false }],
      places_left: 2,
      ends_order: false,
      limit: { order_left: null, day_left: null, allows: true },
      mails: { buyer: true, holders: 0 },
    })
    expect((await preview(id, { whole: true })).json).toMatchObject({
      amount: '90.00',
      left_after: '0.00',
      places_left: 0,
      ends_order: true,
    })
    expect((await preview(id, { amount: '90.01' })).json.code).toBe('refund-not-possible')
    expect(await readOrder(app, id)).toEqual(before)
    expect(refundedAt(intent)).toBe(0)
  })

  test('agrees with the refund that follows it', async () => {
    const { id, line } = await buy()
    const body = { lines: [{ id: line, quantity: 2 }], amount: '45.5' }
    const { json: told } = await preview(id, body)
    const { json: done } = await refund(id, body)
    expect(done.refunded).toBe(told.amount)
    const left = done.attendees.map((one: { id: number }) => one.id)
    for (const { id: ended } of told.places_ending) expect(left).not.toContain(ended)
    expect(left).toHaveLength(told.places_left)
  })

  test('says what the limit of the person leaves, over all refunds of the order', async () => {
    const { id, eventId, attendees } = await buy()
    const refundLimit = { minor: 5000, currency: 'USD' }
    const as = await personWith(app, { set: 'finance', eventId, refundLimit })
    const one = { attendees: [attendees[0]] }
    expect((await preview(id, one, as)).json.limit).toMatchObject({
      order_left: '50.00',
      allows: true,
    })
    expect((await refund(id, one, as)).status).toBe(201)
    const second = { attendees: [attendees[1]], method: 'cash' }
    const after = (await preview(id, second, as)).json
    expect(after.limit).toMatchObject({ order_left: '20.00', allows: false })
    expect((await refund(id, second, as)).json.code).toBe('refund-over-limit')
  })
})

/** Waits until a statement waits for a lock of another. */
async function untilOneWaits() {
  const waits = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await app.database.pool.query(waits)).rows.length === 0) await turn()
}

test.runIf(onPostgres)(
  'a grant that was taken while a refund waited for the order refunds nothing',
  async () => {
    const { id, eventId, intent } = await buy()
    const as = await personWith(app, { set: 'finance', eventId })
    let sent: ReturnType<typeof refund> | undefined
    await app.db.transaction().execute(async tx => {
      await tx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()
      sent = refund(id, { whole: true }, as)
      await untilOneWaits()
      await tx.deleteFrom('grants').where('user_id', '=', as.userId).execute()
    })
    expect((await sent)?.status).toBe(403)
    expect(refundedAt(intent)).toBe(0)
  },
)
