// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transaction } from '../../src/platform/db/transaction.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { move } from '../../src/shop/orders/record/end-order.ts'
import { findOrder } from '../../src/shop/orders/record/lookup.ts'
import { recheckOrders } from '../../src/shop/orders/reconciling/recheck-orders.ts'
import { aFilledCart, order, readOrder, stockOf, tell } from '../support/buying.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, wallet, cardMessages, walletMessages } = await startPaidApp()

async function paid() {
  const { cart_hash, ticketId } = await aFilledCart(app, { quantity: 1, capacity: 2 })
  const { json } = await order(app, 'cardprocessor', cart_hash)
  const { order_id, payment_intent_id, client_secret } = json
  card.pay(payment_intent_id)
  await tell(app, `cardprocessor/order/${payment_intent_id}`, { client_secret, cart_hash })
  return { id: order_id as number, intent: payment_intent_id as string, ticketId }
}

const disputesOf = async (orderId: number) =>
  (
    await sql<{ dispute_id: string; state: string }>`
      select dispute_id, state from order_disputes where order_id = ${orderId}
    `.execute(app.db)
  ).rows

const admits = async (orderId: number) =>
  (
    await sql<{ order_status: string }>`
      select order_status from attendees where order_id = ${orderId}
    `.execute(app.db)
  ).rows.every(({ order_status }) => order_status === 'completed')

/** Writes an order's history as a process of release 0.1.0 does. */
const writeAsBefore = (orderId: number, cause: string, note: string) =>
  sql`
    insert into order_moves (order_id, from_status, to_status, cause, note)
    values (${orderId}, 'completed', 'completed', ${cause}, ${note})
  `.execute(app.db)

test('each dispute has a row with its state, and its steps are in the history', async () => {
  const { id, intent } = await paid()
  const dispute = card.dispute(intent)
  await card.webhooks.deliver(cardMessages)
  expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'open' }])
  card.closeDispute(dispute, 'won')
  await card.webhooks.deliver(cardMessages)
  expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'won' }])
  const { history } = await readOrder(app, id)
  const causes = history.map(({ cause }: { cause: string }) => cause)
  expect(causes).toEqual(
    expect.arrayContaining([`dispute open ${dispute}`, `dispute won ${dispute}`]),
  )
})

test('dispute records written by a process of the last release count, and so do later ones', async () => {
  const { id, intent } = await paid()
  const dispute = card.dispute(intent)
  card.webhooks.drop()
  await writeAsBefore(id, `dispute open ${dispute}`, 'The bank took the money back.')
  await sql`update attendees set order_status = 'reversed' where order_id = ${id}`.execute(app.db)
  card.closeDispute(dispute, 'won')
  await card.webhooks.deliver(cardMessages)
  expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'won' }])
  expect(await admits(id)).toBe(true)

  const second = card.dispute(intent)
  await card.webhooks.deliver(cardMessages)
  await writeAsBefore(id, `dispute won ${second}`, 'It ended for us.')
  card.closeDispute(second, 'won')
  card.webhooks.drop()
  await recheckOrders(app.deps, { everything: true })
  expect(await admits(id)).toBe(true)
  const { history } = await readOrder(app, id)
  expect(history.filter(({ cause }) => cause === `dispute won ${second}`)).toHaveLength(1)
})

test('a missing refund that a process of the last release reported is not reported again', async () => {
  const { id } = await paid()
  const note = 'The provider does not have the money of this order.'
  await writeAsBefore(id, 'recheck', note)
  await sql`update orders set gateway_order_id = ${`pi_of_nobody_${id}`} where id = ${id}`.execute(
    app.db,
  )
  expect((await recheckOrders(app.deps, { everything: true })).unpaid).toContain(id)
  const { history } = await readOrder(app, id)
  expect(history.filter((line: { note: string | null }) => line.note === note)).toHaveLength(1)
})

test('the audit finds a lost dispute whose order still counts as sold', async () => {
  const { id, intent } = await paid()
  card.closeDispute(card.dispute(intent), 'lost')
  await card.webhooks.deliver(cardMessages)
  const isOurs = ({ order: found }: { order: number }) => found === id
  expect((await auditOrders(app.db)).filter(isOurs)).toEqual([])
  await sql`update orders set status = 'completed' where id = ${id}`.execute(app.db)
  const lost = { order: id, what: 'lost disputes', stored: 1, derived: 0 }
  expect((await auditOrders(app.db)).filter(isOurs)).toContainEqual(lost)
  await sql`update orders set status = 'reversed' where id = ${id}`.execute(app.db)
})

test('an order refuses a status that the table of moves excludes', async () => {
  const { id } = await paid()
  const backwards = transaction(app.db, async tx => {
    const row = await findOrder(tx, id)
    if (row) await move(tx, row, { to: 'pending', cause: 'a test' })
  })
  await expect(backwards).rejects.toThrow(`Order ${id} is completed and cannot become pending.`)
  expect((await readOrder(app, id)).status).toBe('completed')
})

test.each(['won', 'lost'] as const)(
  'a dispute of an order that was refunded before is in its history, once, when it is %s',
  async how => {
    const { id, intent } = await paid()
    const refunds = { as: 'administrator' as const, body: { whole: true } }
    expect((await app.tickets('POST', `/orders/${id}/refunds`, refunds)).status).toBe(201)
    const dispute = card.dispute(intent)
    await card.webhooks.deliver(cardMessages)
    expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'open' }])
    card.closeDispute(dispute, how)
    await card.webhooks.deliver(cardMessages)
    card.webhooks.repeatAll()
    await card.webhooks.deliver(cardMessages)
    expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: how }])
    const { status, history, refunded } = await readOrder(app, id)
    expect([status, refunded]).toEqual(['refunded', '30.00'])
    const told = history.filter(({ cause }) => cause.startsWith('dispute'))
    expect(told.map(({ note }) => note)).toEqual([
      `The bank of the buyer took the money back for now, though it was given back before (${dispute}).`,
      how === 'won'
        ? `The dispute ended for us (${dispute}).`
        : `The dispute was lost: the money is gone, and it was given back before (${dispute}).`,
    ])
    expect(await auditOrders(app.db)).toEqual([])
  },
)

test('a dispute that is won after it was lost brings the money back, but no places', async () => {
  const { id, intent, ticketId } = await paid()
  const refundWith = (body: object) =>
    app.tickets('POST', `/orders/${id}/refunds`, { as: 'administrator', body })
  const dispute = card.dispute(intent)
  card.closeDispute(dispute, 'lost')
  await card.webhooks.deliver(cardMessages)
  expect((await refundWith({ whole: true })).json.code).toBe('order-move-not-allowed')

  card.closeDispute(dispute, 'won')
  card.webhooks.repeatAll()
  await card.webhooks.deliver(cardMessages)
  expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'won' }])
  const { history, ...order } = await readOrder(app, id)
  expect(order).toMatchObject({ status: 'reversed', attendees: [], paid: '30.00' })
  expect(history.at(-1)?.note).toBe(
    `The dispute ended for us: its money is back, and the places of the order stay free (${dispute}).`,
  )
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 0 })

  const lines = [{ id: order.items[0]?.id, quantity: 1 }]
  for (const ofPlaces of [
    { lines },
    { whole: true, fees: 'keep' },
    { whole: true, fees: 'only' },
  ]) {
    expect((await refundWith(ofPlaces)).json.code).toBe('order-move-not-allowed')
  }
  expect((await refundWith({ amount: '10.00' })).status).toBe(201)
  expect((await refundWith({ whole: true })).status).toBe(201)
  expect(await readOrder(app, id)).toMatchObject({ status: 'reversed', refunded: '30.00' })
  expect(card.ledger().find(({ reference }) => reference === intent)?.refunded).toBe(3000)
  expect((await auditOrders(app.db)).filter(({ order: found }) => found === id)).toEqual([])
})

test('a report from before a dispute was lost changes nothing, and one that is lost again counts', async () => {
  const { id, intent } = await paid()
  const dispute = card.dispute(intent)
  card.closeDispute(dispute, 'lost')
  await card.webhooks.deliver(cardMessages)
  card.closeDispute(dispute, 'needs_response')
  await card.webhooks.deliver(cardMessages)
  expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'lost' }])
  for (const how of ['won', 'lost'] as const) {
    card.closeDispute(dispute, how)
    await card.webhooks.deliver(cardMessages)
    expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: how }])
  }
  const { status, history } = await readOrder(app, id)
  expect([status, history.at(-1)?.note]).toEqual([
    'reversed',
    `The dispute was lost; the money is gone (${dispute}).`,
  ])
})

test('an inquiry that was closed may become a dispute, which blocks the tickets and may be lost', async () => {
  const { id, intent } = await paid()
  const dispute = card.dispute(intent, 'warning_needs_response')
  await card.webhooks.deliver(cardMessages)
  card.closeDispute(dispute, 'warning_closed')
  await card.webhooks.deliver(cardMessages)
  expect(await disputesOf(id)).toEqual([{ dispute_id: dispute, state: 'won' }])
  card.closeDispute(dispute, 'needs_response')
  await card.webhooks.deliver(cardMessages)
  expect(await admits(id)).toBe(false)
  card.closeDispute(dispute, 'lost')
  card.webhooks.repeatAll()
  await card.webhooks.deliver(cardMessages)
  expect(await readOrder(app, id)).toMatchObject({ status: 'reversed', attendees: [] })
  expect(await auditOrders(app.db)).toEqual([])
})

test('a wallet payment whose dispute was won is blocked by the next one, and reversed when that is lost', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app)
  const { json } = await order(app, 'wallet', cart_hash)
  wallet.approve(json.id)
  await tell(app, `wallet/order/${json.id}`, { cart_hash })
  const [capture] = wallet.order(json.id).purchase_units[0].payments?.captures ?? []
  // The order shows no more of a dispute than that its money is held back.
  const look = async (status: 'PENDING' | 'COMPLETED', reason?: string) => {
    if (capture) Object.assign(capture, { status, status_details: reason && { reason } })
    return (await recheckOrders(app.deps, { everything: true })).mended
  }
  expect(await look('PENDING', 'BUYER_COMPLAINT')).toContain(json.order_id)
  expect(await admits(json.order_id)).toBe(false)
  expect(await look('COMPLETED')).toContain(json.order_id)
  expect(await admits(json.order_id)).toBe(true)
  expect(await look('COMPLETED')).not.toContain(json.order_id)
  expect(await look('PENDING', 'CHARGEBACK')).toContain(json.order_id)
  expect(await admits(json.order_id)).toBe(false)
  await look('COMPLETED')
  wallet.webhooks.drop()
  wallet.reverse(json.id)
  await wallet.webhooks.deliver(walletMessages)
  expect(await readOrder(app, json.order_id)).toMatchObject({ status: 'reversed', attendees: [] })
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 0 })
})

test('a wallet asks about a payment with a deadline, which a later message moves, until it asks no more', async () => {
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'wallet', cart_hash)
  wallet.approve(json.id)
  await tell(app, `wallet/order/${json.id}`, { cart_hash })
  const [capture] = wallet.order(json.id).purchase_units[0].payments?.captures ?? []
  wallet.webhooks.drop()
  const told = async (type: string, more: object) => {
    const disputed_transactions = [{ seller_transaction_id: capture?.id }]
    wallet.announce(`CUSTOMER.DISPUTE.${type}`, {
      dispute_id: 'PP-D-7',
      disputed_transactions,
      ...more,
    })
    await wallet.webhooks.deliver(walletMessages)
    const { json: waiting } = await app.admin('GET', '/attention', { as: 'administrator' })
    const own = waiting.entries.filter(
      (entry: { kind: string; order: number }) =>
        entry.kind === 'dispute' && entry.order === json.order_id,
    )
    return own.map(({ deadline }: { deadline: string | null }) => deadline)
  }
  const first = '2026-12-01T08:00:00.000Z'
  const later = '2026-12-11T08:00:00.000Z'
  const due = (at: string) => ({ seller_response_due_date: at })
  expect(await told('CREATED', due(first))).toEqual([first])
  expect(await admits(json.order_id)).toBe(true)
  expect(await told('UPDATED', due(later))).toEqual([later])
  // The money is held back: the same dispute, and its deadline stays.
  if (capture)
    Object.assign(capture, { status: 'PENDING', status_details: { reason: 'BUYER_COMPLAINT' } })
  expect(await told('UPDATED', { status: 'UNDER_REVIEW' })).toEqual([later])
  expect(await admits(json.order_id)).toBe(false)
  expect(await told('UPDATED', due(first))).toEqual([first])
  if (capture) Object.assign(capture, { status: 'COMPLETED', status_details: undefined })
  const outcome = { dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } }
  expect(await told('RESOLVED', outcome)).toEqual([])
  expect(await admits(json.order_id)).toBe(true)
})

test('an order is compared with its provider an hour after each step of a dispute, however old it is', async () => {
  const { id, intent } = await paid()
  const dispute = card.dispute(intent)
  await sql`
    update orders set recheck_at = null, updated_at = updated_at - interval '60 days' where id = ${id}
  `.execute(app.db)
  await card.webhooks.deliver(cardMessages)
  card.closeDispute(dispute, 'lost')
  card.webhooks.drop()
  await sql`update orders set recheck_at = recheck_at - interval '1 hour' where id = ${id}`.execute(
    app.db,
  )
  expect((await recheckOrders(app.deps)).mended).toEqual([id])
  expect((await readOrder(app, id)).status).toBe('reversed')
})
