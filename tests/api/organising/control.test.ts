import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditProviders } from '../../../src/shop/books/audit-providers.ts'
import { bookNow } from '../../support/books-check.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'

const paid = await startPaidApp()
const { app, card } = paid
// The rows are written on the clock of the database; the fake's charges are made after them.
paid.advance(Math.max(0, (Date.now() - app.clock.now().getTime()) / 1000))
const staff = { as: 'administrator' } as const

async function controlOf(event: number) {
  await bookNow(app.db)
  const { status, json } = await app.admin('POST', `/events/${event}/settlements`, staff)
  expect(status).toBe(201)
  return json.control
}
const differences = async (event: number) =>
  ((await controlOf(event)).differences as string[]).map(one =>
    one.replace(/pi_\w+ of [\d-]+/, 'PAYMENT'),
  )

/** Money that somebody took at the provider itself, with this mark on it. */
async function charged(metadata: Record<string, string>, amount = '2500') {
  const marks = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
  const answer = await fetch(`${card.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams([['amount', amount], ['currency', 'usd'], ...marks]),
  })
  const { id } = (await answer.json()) as { id: string }
  card.pay(id)
  return id
}

const giveBack = (intent: string) =>
  fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent }),
  })

describe('the control of a settlement names what the provider’s own list has otherwise (f5)', () => {
  test('a charge that no order has: of an order that is lost, and a second one of an order', async () => {
    const bought = await aPaidOrder(paid)
    const other = await aPaidOrder(paid)
    const { marquee = '' } = card.intent(bought.intent).metadata
    expect(card.intent(bought.intent).metadata).toMatchObject({ events: `${bought.eventId}` })
    expect(await differences(bought.eventId)).toEqual([])

    await charged({ marquee, order_id: '987654', events: `${bought.eventId}` })
    await charged({ marquee, order_id: `${bought.id}` }, '3000')
    // Neither of this site nor of this event.
    await charged({ marquee: 'another-site', order_id: `${bought.id}` })
    await charged({ order_id: `${bought.id}` })
    await charged({})
    const lost = await charged({ marquee, order_id: '987655', events: `${other.eventId}` })

    expect((await differences(bought.eventId)).toSorted()).toEqual([
      `Order ${bought.id}: the provider has 30.00 USD of a payment PAYMENT, and the order has another payment.`,
      'Order 987654: the provider has 25.00 USD of a payment PAYMENT, and there is no such order.',
    ])
    expect(await differences(other.eventId)).toEqual([
      'Order 987655: the provider has 25.00 USD of a payment PAYMENT, and there is no such order.',
    ])
    await giveBack(lost)
    expect(await differences(other.eventId)).toEqual([])

    const audit = await auditProviders(app.deps, { days: 31 })
    expect(audit.differences.filter(one => one.includes('of a payment'))).toHaveLength(2)
    expect(audit.listed).toMatchObject([{ provider: 'card', payments: 8 }])
  })

  test('a refund that the provider does not have, and one that the order does not have', async () => {
    const bought = await aPaidOrder(paid)
    await sql`insert into refunds (order_id, amount_minor, state, idempotency_key)
      values (${bought.id}, 1000, 'sent', 'missing')`.execute(app.db)
    await sql`update refunds set state = 'done' where idempotency_key = 'missing'`.execute(app.db)
    await sql`update orders set refunded_minor = 1000, updated_at = clock_timestamp()
      where id = ${bought.id}`.execute(app.db)
    expect(await differences(bought.eventId)).toEqual([
      `Order ${bought.id}: the provider gave back 0.00 USD, and the order has refunds of 10.00 USD.`,
      `Order ${bought.id}: the provider gave back 0.00 USD, and the books have 10.00 USD.`,
    ])
    const unseen = await aPaidOrder(paid)
    await giveBack(unseen.intent)
    card.webhooks.drop()
    expect(await differences(unseen.eventId)).toContain(
      `Order ${unseen.id}: the provider gave back 30.00 USD, and the order has refunds of 0.00 USD.`,
    )
  })

  test('a fee that was raised after it was charged', async () => {
    const body = { display_name: 'Booking', sub_type: 'flat', raw_amount: '1.50', status: 'active' }
    const fee = await app.tickets('POST', '/fees', {
      ...staff,
      body: { ...body, applied_to: 'all' },
    })
    expect(fee.status).toBe(200)
    const bought = await aPaidOrder(paid)
    await app.tickets('DELETE', `/fees/${fee.json.id}`, staff)
    expect(await differences(bought.eventId)).toEqual([])
    const intent = card.intent(bought.intent)
    intent.amount_received += 100
    expect(await differences(bought.eventId)).toEqual([
      `Order ${bought.id}: the provider took 32.50 USD, and the order says 31.50 USD.`,
      `Order ${bought.id}: the provider took 32.50 USD, and the books have 31.50 USD.`,
    ])
    intent.amount_received -= 100
    await sql`update order_lines set unit_minor = 250, total_minor = 250
      where order_id = ${bought.id} and kind = 'fee'`.execute(app.db)
    await sql`update orders set updated_at = clock_timestamp() where id = ${bought.id}`.execute(
      app.db,
    )
    expect(await differences(bought.eventId)).not.toEqual([])
  })

  test('how far back the list was looked through is said, and that nobody could list it', async () => {
    const bought = await aPaidOrder(paid)
    const { listed } = await controlOf(bought.eventId)
    expect(listed).toMatchObject([{ provider: 'card' }])
    expect(Date.parse(listed[0].since)).toBeLessThan(Date.now())
    card.faults.decide(request =>
      request === 'GET /v1/charges' ? { kind: 'status', status: 503, when: 'before' } : undefined,
    )
    const silent = await controlOf(bought.eventId)
    card.faults.clear()
    expect(silent.listed).toEqual([])
    expect(silent.differences).toEqual([
      expect.stringContaining('The card provider did not list its payments'),
    ])
  })
})
