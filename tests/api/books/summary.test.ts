import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditBooks } from '../../../src/shop/books/audit-books.ts'
import { auditProviders } from '../../../src/shop/books/audit-providers.ts'
import { bookNow, booksDiffer, dumpBooks, loseBooks } from '../../support/books-check.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { anOrderOfTwoEvents, aPaidOrder } from '../../support/paid-order.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import type { TestRequest } from '../../support/start-app.ts'

const paid = await startPaidApp()
const { app, card, cardMessages } = paid
const as = 'administrator' as const

const ofTwoEvents = () => anOrderOfTwoEvents(paid)

const refund = (id: number, body: object) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as, body })

/** Somebody gives money back in the provider's dashboard. */
async function refundAtProvider(intent: string, amount: number) {
  await fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  })
}

const summary = async (event: number, sent: TestRequest = { as }) =>
  (await app.admin('GET', '/books/summary', { ...sent, query: { event, ...sent.query } })).json
    .groups[0]

describe('the summary of the books', () => {
  test('is the same before and after the writer has booked a change, and while it stands still', async () => {
    const bought = await ofTwoEvents()
    await refund(bought.id, { lines: [{ id: bought.seats?.id, quantity: 1 }] })
    const unbooked = await summary(bought.own)
    expect(unbooked).toMatchObject({
      currency: 'USD',
      simulated: false,
      sales: '60.00',
      returns: '-30.00',
      charged: '30.00',
      payments: '60.00',
      refunds: '-30.00',
      paid: '30.00',
      open: '0.00',
      methods: [{ method: 'card', payments: '60.00', refunds: '-30.00', disputes: '0.00' }],
    })
    expect(await bookNow(app.db)).toBeGreaterThan(0)
    expect(await bookNow(app.db)).toBe(0)
    expect(await summary(bought.own)).toEqual(unbooked)
    await refund(bought.id, { amount: '8.00' })
    expect(await summary(bought.own)).toMatchObject({ refunds: '-36.00', open: '0.00' })
    expect(await summary(bought.other)).toMatchObject({ refunds: '-2.00', open: '0.00' })
    await bookNow(app.db)
    expect(await booksDiffer(app.db)).toEqual([])
    expect(await auditBooks(app.db)).toEqual([])
  })

  test('has nothing open at either event when one of two is given back whole after goodwill', async () => {
    const bought = await ofTwoEvents()
    await refund(bought.id, { amount: '8.00' })
    await refund(bought.id, { lines: [{ id: bought.seats?.id, quantity: 2 }] })
    expect(await summary(bought.own)).toMatchObject({ charged: '0.00', paid: '0.00', open: '0.00' })
    const { charged, paid: held, open } = await summary(bought.other)
    expect([held, open]).toEqual([charged, '0.00'])
    await bookNow(app.db)
    expect(await booksDiffer(app.db)).toEqual([])
    expect(await auditBooks(app.db)).toEqual([])
  })

  test('counts what a bank takes back, and that the order owes nothing once it is lost', async () => {
    const bought = await ofTwoEvents()
    const dispute = card.dispute(bought.intent)
    await card.webhooks.deliver(cardMessages)
    expect(await summary(bought.own)).toMatchObject({ disputes: '-60.00', open: '60.00' })
    await bookNow(app.db)
    card.closeDispute(dispute, 'lost')
    await card.webhooks.deliver(cardMessages)
    expect(await summary(bought.own)).toMatchObject({
      charged: '0.00',
      disputes: '-60.00',
      paid: '0.00',
      open: '0.00',
    })
  })

  test('is of a period by the moment when something happened, not by when it was written', async () => {
    const bought = await ofTwoEvents()
    const { rows } = await sql<{ at: Date }>`
      select completed_at as at from orders where id = ${bought.id}`.execute(app.db)
    const after = new Date((rows[0]?.at.getTime() ?? 0) + 1).toISOString()
    await refund(bought.id, { whole: true })
    for (const isBooked of [false, true]) {
      if (isBooked) await bookNow(app.db)
      const before = await summary(bought.own, { as, query: { until: after } })
      expect(before).toMatchObject({ payments: '60.00', refunds: '0.00' })
      const since = await summary(bought.own, { as, query: { from: after } })
      expect(since).toMatchObject({ payments: '0.00', refunds: '-60.00', charged: '-60.00' })
    }
  })

  test('is of the events whose money the caller sees', async () => {
    const bought = await ofTwoEvents()
    await bookNow(app.db)
    const reader = await personWith(app, { set: 'reader', eventId: bought.own })
    const { json } = await app.admin('GET', '/books/summary', {
      as: reader,
      query: { by: 'event' },
    })
    expect(json.groups).toMatchObject([{ event: bought.own, payments: '60.00' }])
    expect(await summary(bought.other, { as: reader })).toBeUndefined()
    for (const set of ['box_office', 'door'] as const) {
      const person = await personWith(app, { set, eventId: bought.own })
      const refused = await app.admin('GET', '/books/summary', { as: person })
      expect([refused.status, refused.json.code]).toEqual([403, 'rest_forbidden'])
    }
    expect((await app.admin('GET', '/books/summary')).status).toBe(401)
  })

  test('refuses what it does not know, by name', async () => {
    const query = { from: 'yesterday', by: 'moon', since: '1' }
    const { status, json } = await app.admin('GET', '/books/summary', { as, query })
    expect(status).toBe(400)
    expect(Object.keys(json.data.params).toSorted()).toEqual(['by', 'from', 'since'])
  })
})

describe('a place that is moved to another ticket', () => {
  /** An order of one event with three places at 30.00, and what its books say of that event. */
  async function bought() {
    const { id, eventId, attendees } = await aPaidOrder(paid, { quantity: 3 })
    const books = async () => {
      const seen = await summary(eventId)
      await bookNow(app.db)
      expect(await summary(eventId)).toEqual(seen)
      return seen
    }
    const move = async (priceMinor: number, body: object = {}) => {
      const other = await ticketOnSale(app, { eventId, priceMinor, name: 'Other' })
      const sent = { as, body: { ticket: other.id, ...body } }
      const { status } = await app.admin('POST', `/attendees/${attendees[0]}/moves`, sent)
      expect(status).toBe(201)
    }
    return { id, attendee: attendees[0], books, move }
  }

  test('returns from its line and is sold by the other, and the difference that goes back is no second return', async () => {
    const { id, attendee, books, move } = await bought()
    await move(2000)
    expect(await books()).toMatchObject({
      sales: '110.00',
      returns: '-30.00',
      charged: '80.00',
      refunds: '-10.00',
      open: '0.00',
    })
    await refund(id, { attendees: [attendee] })
    expect(await books()).toMatchObject({ charged: '60.00', refunds: '-30.00', open: '0.00' })
  })

  test('keeps a difference that nobody gives back as a fee, and gives a dearer place at a discount', async () => {
    const cheaper = await bought()
    await cheaper.move(2000, { settle: 'forgive' })
    expect(await cheaper.books()).toMatchObject({ sales: '110.00', fees: '10.00', open: '0.00' })
    const dearer = await bought()
    await dearer.move(4500, { settle: 'forgive' })
    expect(await dearer.books()).toMatchObject({
      sales: '135.00',
      discounts: '-15.00',
      charged: '90.00',
      open: '0.00',
    })
    const kept = await bought()
    await kept.move(4500, { price: 'keep' })
    expect(await kept.books()).toMatchObject({ sales: '120.00', charged: '90.00', open: '0.00' })
    await refund(kept.id, { whole: true })
    expect(await kept.books()).toMatchObject({ charged: '0.00', paid: '0.00', open: '0.00' })
    expect(await auditBooks(app.db)).toEqual([])
    expect(await booksDiffer(app.db)).toEqual([])
  })

  test('whose difference goes back in cash takes it from the cash, and the provider is not asked for it', async () => {
    const { id, books, move } = await bought()
    await move(2000, { method: 'cash' })
    const { methods } = await books()
    expect(methods).toMatchObject([
      { method: 'card', payments: '90.00', refunds: '0.00' },
      { method: 'cash', payments: '0.00', refunds: '-10.00' },
    ])
    const { differences } = await auditProviders(app.deps, { days: 31 })
    expect(differences.filter(sentence => sentence.startsWith(`Order ${id}:`))).toEqual([])
  })
})

describe('the books', () => {
  test('that were deleted are written again as they were, and never change otherwise', async () => {
    await ofTwoEvents()
    await bookNow(app.db)
    const before = await dumpBooks(app.db)
    await loseBooks(app.db)
    await bookNow(app.db)
    expect(await dumpBooks(app.db)).toBe(before)
    await expect(sql`update book_entries set amount_minor = 1`.execute(app.db)).rejects.toThrow(
      /stay as they were written/,
    )
    await expect(sql`delete from book_entries`.execute(app.db)).rejects.toThrow(/stay/)
  })

  test('hold what a release without them wrote: an order, a refund and a dispute that only its rows tell of', async () => {
    const bought = await ofTwoEvents()
    await bookNow(app.db)
    await app.db
      .insertInto('refunds')
      .values({ order_id: bought.id, amount_minor: 700, state: 'sent', idempotency_key: 'old' })
      .execute()
    await sql`update refunds set state = 'done' where idempotency_key = 'old'`.execute(app.db)
    await sql`insert into order_moves (order_id, from_status, to_status, cause)
      values (${bought.id}, 'completed', 'completed', 'dispute open dp_old')`.execute(app.db)
    await sql`update orders set refunded_minor = 700, updated_at = clock_timestamp()
      where id = ${bought.id}`.execute(app.db)
    await bookNow(app.db)
    expect(await summary(bought.own)).toMatchObject({ refunds: '-6.00', disputes: '-54.00' })
    expect(await summary(bought.other)).toMatchObject({ refunds: '-1.00', disputes: '-9.00' })
  })

  test('are compared by the audit, which names a lost entry, a changed one and one too many', async () => {
    const bought = await ofTwoEvents()
    await bookNow(app.db)
    const sabotage = async (statement: string, sentence: RegExp) => {
      await app.database.pool.query('alter table book_entries disable trigger user')
      await app.database.pool.query(`create table kept as select * from book_entries`)
      await app.database.pool.query(statement)
      expect((await auditBooks(app.db)).join()).toMatch(sentence)
      await app.database.pool.query('truncate book_entries')
      await app.database.pool.query(
        'insert into book_entries overriding system value select * from kept',
      )
      await app.database.pool.query('drop table kept')
      await app.database.pool.query('alter table book_entries enable trigger user')
    }
    const where = `where order_id = ${bought.id}`
    await sabotage(
      `delete from book_entries ${where} and kind = 'payment' and n = 0`,
      new RegExp(`Order ${bought.id}: a payment of .* is not in the books`),
    )
    await sabotage(
      `update book_entries set amount_minor = amount_minor + 1 ${where} and kind = 'sale' and n = 0`,
      new RegExp(`Order ${bought.id}: The books have a sale of 60.01 USD .* says a sale of 60.00`),
    )
    await sabotage(
      `update book_entries set cause_id = 999999 ${where} and kind = 'payment'`,
      /which nothing in the order causes/,
    )
    expect(await auditBooks(app.db)).toEqual([])
  })

  test('are compared with what the provider says when it is asked, by charge, refund and dispute', async () => {
    const bought = await ofTwoEvents()
    const ask = async () => {
      await bookNow(app.db)
      const { differences } = await auditProviders(app.deps, { days: 31 })
      return differences.filter(sentence => sentence.startsWith(`Order ${bought.id}:`))
    }
    expect(await ask()).toEqual([])
    await refund(bought.id, { amount: '5.00' })
    expect(await ask()).toEqual([])
    await refundAtProvider(bought.intent, 700)
    expect(await ask()).toEqual([
      `Order ${bought.id}: the provider gave back 12.00 USD, and the order has refunds of 5.00 USD.`,
      `Order ${bought.id}: the provider gave back 12.00 USD, and the books have 5.00 USD.`,
    ])
    await card.webhooks.deliver(cardMessages)
    expect(await ask()).toEqual([])
    await sql`update orders set paid_minor = paid_minor - 100, updated_at = clock_timestamp()
      where id = ${bought.id}`.execute(app.db)
    expect((await ask())[0]).toBe(
      `Order ${bought.id}: the provider took 70.00 USD, and the order says 69.00 USD.`,
    )
    await sql`update orders set paid_minor = paid_minor + 100, updated_at = clock_timestamp()
      where id = ${bought.id}`.execute(app.db)
    await app.db
      .updateTable('orders')
      .set({ gateway_order_id: 'pi_unknown' })
      .where('id', '=', bought.id)
      .execute()
    expect(await ask()).toEqual([
      `Order ${bought.id}: the provider does not know the payment pi_unknown.`,
      expect.stringContaining(
        `Order ${bought.id}: the provider has 58.00 USD of a payment ${bought.intent}`,
      ),
    ])
  })
})
