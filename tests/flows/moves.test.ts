// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/shop/books/audit-books.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { bookNow, booksDiffer } from '../support/books-check.ts'
import { buy as buyFreely, readOrder, stockOf } from '../support/buying.ts'
import { personWith } from '../support/granting.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { aPaidOrder } from '../support/paid-order.ts'
import { startPaidApp } from '../support/paid-app.ts'
import type { TestRequest } from '../support/start-app.ts'

const paid = await startPaidApp()
const { app, card } = paid
const buy = (quantity = 3) => aPaidOrder(paid, { quantity })
const move = (id: number | undefined, body: object, as: TestRequest['as'] = 'administrator') =>
  app.admin('POST', `/attendees/${id}/moves`, { as, body })
const preview = (id: number | undefined, body: object, as: TestRequest['as'] = 'administrator') =>
  app.admin('POST', `/attendees/${id}/moves/preview`, { as, body })
const refund = (id: number, body: object) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as: 'administrator', body })
const refundedAt = (intent: string) =>
  card.ledger().find(({ reference }) => reference === intent)?.refunded
const another = (eventId: number, priceMinor: number, more = {}) =>
  ticketOnSale(app, { eventId, priceMinor, name: 'Other', ...more })
/** Orders, stock and books agree with their rows. */
async function expectClean() {
  await bookNow(app.db)
  expect([await auditOrders(app.db), await auditStock(app.db)]).toEqual([[], []])
  expect([await auditBooks(app.db), await booksDiffer(app.db)]).toEqual([[], []])
}

describe('a move to another ticket', () => {
  test('that is cheaper gives the difference back, and a refund then returns the new price', async () => {
    const { id, eventId, ticketId, intent, attendees, line } = await buy()
    const other = await another(eventId, 2000)
    const { status, json } = await move(attendees[0], { ticket: other.id, reason: 'Balcony' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      order: id,
      from_ticket: ticketId,
      to_ticket: other.id,
      from_line: line,
      before: '30.00',
      price_now: '20.00',
      worth: '20.00',
      returned: '10.00',
      reason: 'Balcony',
    })
    expect(refundedAt(intent)).toBe(1000)
    const audit = await app.admin('GET', '/audit', { as: 'administrator', query: { limit: 20 } })
    expect(audit.json.entries.map((entry: { operation: string }) => entry.operation)).toContain(
      'moveAttendee',
    )
    const order = await readOrder(app, id)
    expect(order).toMatchObject({ status: 'completed', total: '90.00', refunded: '10.00' })
    expect(order.items).toMatchObject([
      { id: line, quantity: 3, sub_total: '90.00', moved_quantity: 1, refunded: '10.00' },
      { id: json.to_line, quantity: 1, price: '20.00', sub_total: '20.00', moved_quantity: 0 },
    ])
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
    expect(await stockOf(app, other.id)).toEqual({ held: 0, sold: 1 })
    await refund(id, { attendees: [attendees[0]] })
    expect(refundedAt(intent)).toBe(3000)
    const { json: rest } = await refund(id, { whole: true })
    expect(rest).toMatchObject({ status: 'refunded', refunded: '90.00', attendees: [] })
    expect(refundedAt(intent)).toBe(9000)
    await expectClean()
  })

  test('that is dearer is 409 with what to do, and is given with `keep` or `forgive`', async () => {
    const { id, eventId, ticketId, intent, attendees } = await buy()
    const other = await another(eventId, 4000)
    const refused = await move(attendees[0], { ticket: other.id })
    expect([refused.status, refused.json.code]).toEqual([409, 'attendee-move-not-allowed'])
    expect(refused.json.message).toContain('costs 10.00 USD more')
    expect(refused.json.message).toContain('`keep`')
    expect(refused.json.message).toContain('`forgive`')
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 3 })
    const kept = await move(attendees[0], { ticket: other.id, price: 'keep' })
    expect(kept.json).toMatchObject({ price_now: '30.00', worth: '30.00', returned: '0.00' })
    const forgiven = await move(attendees[1], { ticket: other.id, settle: 'forgive' })
    expect(forgiven.json).toMatchObject({ price_now: '40.00', worth: '30.00', returned: '0.00' })
    await refund(id, { attendees: [attendees[0], attendees[1]] })
    expect(refundedAt(intent)).toBe(6000)
    await expectClean()
  })

  test('that is cheaper and forgiven keeps the money, which a refund of everything returns', async () => {
    const { id, eventId, intent, attendees } = await buy(1)
    const other = await another(eventId, 1200)
    await move(attendees[0], { ticket: other.id, settle: 'forgive' })
    expect(refundedAt(intent)).toBe(0)
    const part = await preview(attendees[0], { ticket: other.id })
    expect(part.json.message).toBe('The place is of this ticket already.')
    const { json } = await refund(id, { whole: true })
    expect(json).toMatchObject({ status: 'refunded', refunded: '30.00' })
    expect(refundedAt(intent)).toBe(3000)
    await expectClean()
  })

  test('in cash records the difference, and no money moves at the provider', async () => {
    const { id, eventId, intent, attendees } = await buy(1)
    const other = await another(eventId, 2500)
    const { json } = await move(attendees[0], { ticket: other.id, method: 'cash' })
    expect(json.returned).toBe('5.00')
    expect((await readOrder(app, id)).refunds).toMatchObject([{ amount: '5.00', method: 'cash' }])
    expect(refundedAt(intent)).toBe(0)
    await expectClean()
  })

  test('works several times, back and forth, and the order stays whole', async () => {
    const { id, eventId, ticketId, intent, attendees } = await buy(2)
    const other = await another(eventId, 2000)
    await move(attendees[0], { ticket: other.id })
    const back = await move(attendees[0], { ticket: ticketId })
    expect(back.json.message).toContain('costs 10.00 USD more')
    await move(attendees[0], { ticket: ticketId, settle: 'forgive' })
    const again = await move(attendees[0], { ticket: other.id })
    expect(again.json).toMatchObject({ before: '20.00', returned: '0.00' })
    expect(refundedAt(intent)).toBe(1000)
    const { json } = await refund(id, { whole: true })
    expect(json).toMatchObject({ status: 'refunded', refunded: '60.00' })
    expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(app, other.id)).toEqual({ held: 0, sold: 0 })
    await expectClean()
  })

  test('is refused for a ticket of another event, a full one, and a place that is being given back', async () => {
    const { id, eventId, attendees } = await buy()
    const elsewhere = await ticketOnSale(app, { priceMinor: 1000 })
    const far = await move(attendees[0], { ticket: elsewhere.id })
    expect(far.json.message).toBe('The ticket belongs to another event.')
    const full = await another(eventId, 3000, { capacity: 1 })
    await buyFull(full.id)
    const none = await move(attendees[0], { ticket: full.id })
    expect([none.status, none.json.code]).toEqual([409, 'attendee-creation-failed'])
    const told = await preview(attendees[0], { ticket: full.id })
    expect(told.json).toMatchObject({ has_place: false, moves_stock: true })
    for (let time = 0; time < 9; time += 1) {
      card.faults.next({ kind: 'status', status: 503, when: 'before' }, /refunds/)
    }
    expect((await refund(id, { attendees: [attendees[1]] })).status).toBe(502)
    card.faults.clear()
    const other = await another(eventId, 3000)
    const going = await move(attendees[1], { ticket: other.id })
    expect(going.json.message).toBe('The place is being given back.')
    expect((await move(999_999, { ticket: other.id })).status).toBe(404)
    await expectClean()
  })

  test('stands when the provider is away, and the difference is sent later', async () => {
    const { id, eventId, attendees, intent } = await buy(1)
    const other = await another(eventId, 2000)
    for (let time = 0; time < 9; time += 1) {
      card.faults.next({ kind: 'status', status: 503, when: 'before' }, /refunds/)
    }
    const { status } = await move(attendees[0], { ticket: other.id })
    card.faults.clear()
    expect(status).toBe(201)
    expect((await readOrder(app, id)).refunds).toMatchObject([{ state: 'reserved' }])
    expect(refundedAt(intent)).toBe(0)
    await expectClean()
  })

  test('of a place that staff made without an order has no money', async () => {
    const { id: ticket_id, eventId } = await ticketOnSale(app, { priceMinor: 3000 })
    const body = { ticket_id, full_name: 'Guest', email: 'guest@example.org' }
    const made = await app.tickets('POST', '/attendees', { as: 'administrator', body })
    const other = await another(eventId, 2000)
    const { status, json } = await move(made.json.id, { ticket: other.id, price: 'keep' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ order: null, from_line: null, worth: '0.00', returned: '0.00' })
    expect(await stockOf(app, other.id)).toEqual({ held: 0, sold: 1 })
    await expectClean()
  })

  test('is previewed, and the preview writes nothing', async () => {
    const { id, eventId, attendees, intent } = await buy()
    const other = await another(eventId, 2000)
    const before = await readOrder(app, id)
    const refundLimit = { minor: 500, currency: 'USD' }
    const as = await personWith(app, { set: 'manager', eventId, refundLimit })
    const { json } = await preview(attendees[0], { ticket: other.id }, as)
    expect(json).toMatchObject({
      before: '30.00',
      price_now: '20.00',
      returned: '10.00',
      has_place: true,
      moves_stock: true,
      checked_in: false,
      limit: { order_left: '5.00', allows: false },
    })
    expect((await move(attendees[0], { ticket: other.id }, as)).json.code).toBe('refund-over-limit')
    expect(await readOrder(app, id)).toEqual(before)
    expect(refundedAt(intent)).toBe(0)
    await expectClean()
  })

  test('needs `attendees.write` at the event, and `orders.refund` where money may go back', async () => {
    const { eventId, attendees } = await buy()
    const other = await another(eventId, 2000)
    const boxOffice = await personWith(app, { set: 'box_office', eventId })
    expect((await move(attendees[0], { ticket: other.id }, boxOffice)).status).toBe(403)
    const kept = await move(attendees[0], { ticket: other.id, price: 'keep' }, boxOffice)
    expect(kept.status).toBe(201)
    expect(kept.json).not.toHaveProperty('before')
    const elsewhere = await ticketOnSale(app)
    const stranger = await personWith(app, { set: 'manager', eventId: elsewhere.eventId })
    const far = await move(attendees[1], { ticket: other.id }, stranger)
    expect([far.status, far.json.code]).toEqual([404, 'invalid-attendee-id'])
  })
})

/** Takes the last place of a ticket. */
async function buyFull(ticket_id: number) {
  const body = { ticket_id, full_name: 'Last', email: 'last@example.org' }
  const { status } = await app.tickets('POST', '/attendees', { as: 'administrator', body })
  expect(status).toBe(201)
}

test('in a sold-out event a place is moved inside its pool', async () => {
  const { eventId, id: first } = await ticketOnSale(app, { shared: 2 })
  const second = await ticketOnSale(app, { eventId, shared: 2 })
  const { attendees } = await buyFreely(app, first, { quantity: 2 })
  const [guest] = attendees
  const told = await preview(guest?.id, { ticket: second.id })
  expect(told.json).toMatchObject({ has_place: true })
  expect((await move(guest?.id, { ticket: second.id })).status).toBe(201)
  await expectClean()
})
