import { describe, expect, test } from 'vitest'
import { aTill, readTill, sell } from '../../support/box-office.ts'
import { bookNow, booksDiffer } from '../../support/books-check.ts'
import { readOrder, stockOf } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

/** An event with a ticket at 32.00, and a till that is open for it. */
async function aDesk(draft: object = {}) {
  const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200, ...draft })
  return { event, ticket, till: await aTill(app) }
}

describe('a sale at the desk', () => {
  test('needs neither name nor address, and is order, places, payment and move of the till at once', async () => {
    const desk = await aDesk()
    const sold = await sell(
      app,
      { ...desk, quantity: 2, total: '64.00' },
      { more: { given: '100' } },
    )
    expect(sold.status).toBe(201)
    expect(sold.json).toMatchObject({ total: '64.00', given: '100.00', change: '36.00', name: '' })
    expect(sold.json.tickets).toHaveLength(2)
    const order = await readOrder(app, sold.json.order)
    expect(order).toMatchObject({ status: 'completed', gateway: 'staff' })
    expect(await stockOf(app, desk.ticket)).toEqual({ held: 0, sold: 2 })
    const till = await readTill(app, desk.till)
    expect(till).toMatchObject({ sales: 1, expected: '214.00' })
    expect(till.moves).toMatchObject([
      { n: 1, kind: 'float', amount: '150.00' },
      { n: 2, kind: 'sale', amount: '64.00', order: sold.json.order },
    ])
    await bookNow(app.db)
    expect(await booksDiffer(app.db)).toEqual([])
    const { rows } = await app.database.pool.query(
      `select method, amount_minor::int as minor from book_entries where order_id = ${sold.json.order} and kind = 'payment'`,
    )
    expect(rows).toEqual([{ method: 'cash', minor: 6400 }])
  })

  test('whose price changed while the screen was open is refused with both totals, and sells nothing', async () => {
    const desk = await aDesk()
    await app.db
      .updateTable('tickets')
      .set({ price_minor: 3500 })
      .where('id', '=', desk.ticket)
      .execute()
    const refused = await sell(app, { ...desk, total: '32.00' })
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      code: 'desk-total-changed',
      data: { expected_total: '32.00', total: '35.00' },
    })
    expect(await stockOf(app, desk.ticket)).toEqual({ held: 0, sold: 0 })
    expect(await readTill(app, desk.till)).toMatchObject({ sales: 0, expected: '150.00' })
  })

  test('of the last place by two cashiers is one sale and one 409, with no cash in the till of the loser', async () => {
    const { id: ticket, eventId: event } = await ticketOnSale(app, {
      priceMinor: 3200,
      capacity: 1,
    })
    const cashiers = await Promise.all(
      [1, 2].map(() => personWith(app, { set: 'box_office', eventId: event })),
    )
    const tills = await Promise.all(cashiers.map(one => aTill(app, one, { event })))
    const answers = await Promise.all(
      cashiers.map((one, at) =>
        sell(app, { event, ticket, till: tills[at] ?? 0, total: '32.00' }, { as: one }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const loser = answers.findIndex(({ status }) => status === 409)
    expect(answers[loser]?.json.code).toBe('ticket-capacity-not-available')
    expect((await readTill(app, tills[loser] ?? 0)).moves).toHaveLength(1)
  })

  test('sent three times under one key is one order, one payment and one move of the till', async () => {
    const desk = await aDesk()
    const key = 'sale-1'
    const answers = []
    for (let n = 0; n < 3; n += 1) {
      answers.push(await sell(app, { ...desk, total: '32.00' }, { key, more: { given: '50' } }))
    }
    expect(new Set(answers.map(({ json }) => json.order)).size).toBe(1)
    expect(answers.map(({ json }) => json.change)).toEqual(['18.00', '18.00', '18.00'])
    expect(await readTill(app, desk.till)).toMatchObject({ sales: 1, expected: '182.00' })
    expect(await stockOf(app, desk.ticket)).toEqual({ held: 0, sold: 1 })
  })

  test('outside the times of sale and beyond the limit of one order is possible, beyond the capacity never', async () => {
    const desk = await aDesk({
      capacity: 3,
      maxPerOrder: 1,
      saleStartsAt: '2030-01-01T00:00:00Z',
    })
    expect((await sell(app, { ...desk, quantity: 3, total: '96.00' })).status).toBe(201)
    const refused = await sell(app, { ...desk, total: '32.00' })
    expect(refused.status).toBe(409)
    expect(refused.json.data.validation_errors).toMatchObject([{ available: 0 }])
  })

  test('of a cancelled event, of a ticket of another event, or with too little cash is refused', async () => {
    const desk = await aDesk()
    const other = await ticketOnSale(app)
    const elsewhere = await sell(app, { ...desk, ticket: other.id, total: '0' })
    expect([elsewhere.status, elsewhere.json.code]).toEqual([404, 'ticket-does-not-exist'])
    const little = await sell(app, { ...desk, total: '32.00' }, { more: { given: '30' } })
    expect(little.json).toMatchObject({ code: 'desk-given-too-little', data: { total: '32.00' } })
    await app.events('POST', `/events/${desk.event}`, { as, body: { happening: 'cancelled' } })
    const off = await sell(app, { ...desk, total: '32.00' })
    expect([off.status, off.json.code]).toEqual([409, 'desk-not-sold'])
    expect(await stockOf(app, desk.ticket)).toEqual({ held: 0, sold: 0 })
  })

  test('with an address mails the tickets, and without one nothing', async () => {
    const desk = await aDesk()
    await sell(app, { ...desk, total: '32.00' })
    await deliver(app)
    const before = (await outbox(app)).length
    await sell(app, { ...desk, total: '32.00' }, { more: { email: 'walk@in.example' } })
    await deliver(app)
    const sent = (await outbox(app)).slice(before)
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['order.confirmed', 'walk@in.example'],
    ])
  })

  test('paid at a terminal is no cash of the till, and keeps the number of the slip', async () => {
    const desk = await aDesk()
    const more = { method: 'terminal', reference: '4711-22' }
    const { json } = await sell(app, { ...desk, total: '32.00' }, { more })
    const till = await readTill(app, desk.till)
    expect(till.expected).toBe('150.00')
    expect(till.sums).toContainEqual({
      kind: 'sale',
      method: 'terminal',
      moves: 1,
      amount: '32.00',
    })
    const { rows } = await app.database.pool.query(
      `select method, reference from payments where order_id = ${json.order}`,
    )
    expect(rows).toEqual([{ method: 'terminal', reference: '4711-22' }])
  })

  test('paid at a terminal gives no change out of the till', async () => {
    const desk = await aDesk()
    const more = { method: 'terminal', given: '50' }
    const refused = await sell(app, { ...desk, total: '32.00' }, { more })
    expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([400, ['given']])
    expect(await stockOf(app, desk.ticket)).toEqual({ held: 0, sold: 0 })
  })

  test('is for the person who opened the till, at its event, while it is open', async () => {
    const desk = await aDesk()
    const cashier = await personWith(app, { set: 'box_office', eventId: desk.event })
    const foreign = await sell(app, { ...desk, total: '32.00' }, { as: cashier })
    expect([foreign.status, foreign.json.code]).toEqual([409, 'till-not-open'])
    const own = await aTill(app, cashier, { event: desk.event })
    const other = await ticketOnSale(app)
    const elsewhere = { event: other.eventId, ticket: other.id, till: own, total: '0' }
    expect((await sell(app, elsewhere, { as: cashier })).status).toBe(403)
    await app.admin('POST', `/tills/${own}/close`, { as: cashier, body: { counted: '150' } })
    const closed = await sell(app, { ...desk, till: own, total: '32.00' }, { as: cashier })
    expect([closed.status, closed.json.code]).toEqual([409, 'till-not-open'])
  })
})

describe('a till', () => {
  test('is not closed with a note or coin that cannot be, which is named', async () => {
    const { eventId: event } = await ticketOnSale(app)
    const cashier = await personWith(app, { set: 'box_office', eventId: event })
    const till = await aTill(app, cashier, { event })
    const { status, json } = await app.admin('POST', `/tills/${till}/close`, {
      as: cashier,
      body: { counted: '50.00', counts: { '50.00': 1, fifty: 1, '-5': 2 } },
    })
    expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
    expect(json.data.params).toEqual({
      'counts[fifty]':
        'counts[fifty] is not a parameter of this route. There are values of notes and coins, such as 50.00 and 0.20.',
      'counts[-5]': expect.stringContaining('such as 50.00'),
    })
    expect(await readTill(app, till, cashier)).toMatchObject({ closed_at: null })
  })

  test('is not told what it should hold before it was counted, and keeps the difference with its sign', async () => {
    const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200 })
    const cashier = await personWith(app, { set: 'box_office', eventId: event })
    const till = await aTill(app, cashier, { event })
    await sell(app, { event, ticket, till, total: '32.00' }, { as: cashier })
    const move = { kind: 'drop', amount: '100', reason: 'To the safe', witness: 'Grace' }
    await app.admin('POST', `/tills/${till}/moves`, { as: cashier, body: move })
    expect(await readTill(app, till, cashier)).toMatchObject({ expected: null, sums: null })
    expect(await readTill(app, till)).toMatchObject({ expected: '82.00' })
    const { json } = await app.admin('POST', `/tills/${till}/close`, {
      as: cashier,
      body: {
        counted: '80.50',
        counts: { '50.00': 1, '20.00': 1 },
        handed_to: 'Ada',
        note: 'A coin fell',
      },
    })
    expect(json).toMatchObject({
      expected: '82.00',
      counted: '80.50',
      difference: '-1.50',
      counts: { '50.00': 1, '20.00': 1 },
      handed_to: 'Ada',
    })
    expect(json.number).toBeGreaterThan(0)
    const again = await app.admin('POST', `/tills/${till}/close`, {
      as: cashier,
      body: { counted: '82' },
    })
    expect([again.status, again.json.code]).toEqual([409, 'till-not-open'])
    const { json: list } = await app.admin('GET', '/tills', { as: cashier })
    expect(list).toMatchObject({ proposed_float: '80.50', tills: [{ id: till, open: false }] })
  })

  test('that was forgotten is closed uncounted by who may read money, and by nobody else', async () => {
    const event = await eventOnSale(app)
    const [cashier, other, manager] = [
      await personWith(app, { set: 'box_office', eventId: event }),
      await personWith(app, { set: 'box_office', eventId: event }),
      await personWith(app, { set: 'manager', eventId: event }),
    ]
    const till = await aTill(app, cashier, { event })
    const close = (who: typeof cashier) =>
      app.admin('POST', `/tills/${till}/close`, { as: who, body: { note: 'Went home' } })
    expect((await close(other)).status).toBe(404)
    expect((await close(cashier)).status).toBe(400)
    const elsewhere = await aTill(app)
    const seenBy = async (who: typeof cashier) =>
      (await app.admin('GET', '/tills', { as: who })).json.tills.map(({ id }: any) => id)
    expect([await seenBy(other), await seenBy(manager)]).toEqual([[], [till]])
    expect(await seenBy(await app.makePerson('administrator'))).toEqual(
      expect.arrayContaining([till, elsewhere]),
    )
    expect((await close(manager)).json).toMatchObject({ counted: null, difference: null })
  })

  test('voids its own sales with their places, also without the right to refund', async () => {
    const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200 })
    const cashier = await personWith(app, { set: 'box_office', eventId: event })
    const till = await aTill(app, cashier, { event })
    const sale = { event, ticket, till, quantity: 2, total: '64.00' }
    const { json: sold } = await sell(app, sale, { as: cashier })
    const voiding = { as: cashier, body: { order: sold.order, reason: 'Wrong evening' } }
    const voided = await app.admin('POST', `/tills/${till}/voids`, voiding)
    expect(voided.json.moves.at(-1)).toMatchObject({ kind: 'refund', amount: '-64.00' })
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 0 })
    const again = await app.admin('POST', `/tills/${till}/voids`, voiding)
    expect(again.status).toBe(409)
    expect(again.json.message).toContain('was voided before')
    const next = await aTill(app, cashier, { event })
    const foreign = await app.admin('POST', `/tills/${next}/voids`, voiding)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'till-sale-not-found'])
    await bookNow(app.db)
    expect(await booksDiffer(app.db)).toEqual([])
  })
})

test('in a currency with coarse coins, cash is rounded and the books say so', async () => {
  const swiss = await startApp({ SITE_CURRENCY: 'CHF' })
  const { id: ticket, eventId: event } = await ticketOnSale(swiss, {
    priceMinor: 1033,
    currency: 'CHF',
  })
  const till = await aTill(swiss)
  const { json } = await sell(swiss, { event, ticket, till, total: '10.33' })
  expect(json).toMatchObject({ total: '10.35', rounding: '0.02' })
  await bookNow(swiss.db)
  expect(await booksDiffer(swiss.db)).toEqual([])
  const { rows } = await swiss.database.pool.query(
    `select amount_minor::int as minor from book_entries where kind = 'rounding'`,
  )
  expect(rows).toEqual([{ minor: 2 }])
  const lines = [{ ticket, quantity: 1 }]
  const body = { event, lines, expected_total: '10.33', pay_by: '2026-12-24', name: 'The school' }
  const { json: later } = await swiss.admin('POST', '/desk/orders', { as, body })
  const { json: list } = await swiss.admin('GET', '/desk/orders', { as, query: { event } })
  expect(list.orders).toMatchObject([{ owed: '10.33', owed_in_cash: '10.35' }])
  const paid = { as, body: { method: 'cash', till } }
  await swiss.admin('POST', `/desk/orders/${later.order}/payments`, paid)
  expect((await readTill(swiss, till)).moves.at(-1)).toMatchObject({ amount: '10.35' })
})
