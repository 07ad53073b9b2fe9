// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import {
  aFilledCart,
  fillCart,
  letHoldsExpire,
  letMinutesPass,
  order,
  readOrder,
  stockOf,
  tell,
} from '../support/buying.ts'
import type { TicketDraft } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app, card, cardMessages } = await startPaidApp()

async function started(draft: TicketDraft & { quantity?: number } = {}) {
  const cart = await aFilledCart(app, draft)
  return { ...cart, ...(await begin(cart.cart_hash)) }
}
async function begin(cart_hash: string) {
  const { status, json } = await order(app, 'cardprocessor', cart_hash)
  expect([status, json.success]).toEqual([200, true])
  const { payment_intent_id: intent, client_secret, order_id: id } = json
  return { intent, client_secret, id, json }
}
type Begun = { intent: string; client_secret: string; cart_hash: string }
const update = ({ intent, client_secret, cart_hash }: Begun) =>
  tell(app, `cardprocessor/order/${intent}`, { client_secret, cart_hash })
const ledgerOf = (intent: string) => card.ledger().find(({ reference }) => reference === intent)

describe('giving a card order up', () => {
  const remove = ({ intent, cart_hash }: Begun, more: object = {}) =>
    app.tickets('DELETE', `/commerce/cardprocessor/order/${intent}`, {
      body: { cart_hash, ...more },
    })

  test('by DELETE ends the payment, frees the places and lets the cart be ordered again', async () => {
    const begun = await started({ quantity: 2 })
    const got = await remove(begun, { failed_status: 'denied', failed_reason: 'changed my mind' })
    expect([got.status, got.json]).toEqual([
      200,
      { success: true, status: 'denied', order_id: begun.id, title: `Order ${begun.id}` },
    ])
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(card.intent(begun.intent).status).toBe('canceled')
    expect((await remove(begun)).json.status).toBe('denied')
    const again = await begin(begun.cart_hash)
    expect(again.id).not.toBe(begun.id)
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 2, sold: 0 })
  })

  test('is refused for a paid order, and completes one that is paid at this moment', async () => {
    const begun = await started()
    card.pay(begun.intent)
    expect((await remove(begun)).json.status).toBe('completed')
    const got = await remove(begun)
    expect([got.status, got.json.code]).toEqual([409, 'order-move-not-allowed'])
  })

  test('requires a known final status', async () => {
    const begun = await started()
    const got = await remove(begun, { failed_status: 'completed' })
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec-tc-gateway-paypal-invalid-failed-status',
    ])
  })
})

describe('messages of the card processor', () => {
  test('are 401 without a valid signature', async () => {
    const begun = await started()
    card.pay(begun.intent)
    const [message] = card.webhooks.pending.slice(-1)
    const path = '/commerce/cardprocessor/webhook'
    const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }
    expect((await app.tickets('POST', path, { body: message!.body, headers })).status).toBe(401)
    expect((await app.tickets('POST', path, { body: message!.body })).status).toBe(401)
    expect((await readOrder(app, begun.id)).status).toBe('created')
  })

  test('are 400 when they are signed but no event', async () => {
    const message = { id: 'x', type: 'x', body: '{"object":"list"}' }
    const { rawBody: body, headers } = card.webhooks.sign(message)
    const got = await app.tickets('POST', '/commerce/stripe/webhook', { body, headers })
    expect([got.status, got.json.code]).toEqual([
      400,
      'tec-tickets-commerce-stripe-webhook-invalid-payload',
    ])
  })

  test('are 200 when no handler knows them, or when the payment is not ours', async () => {
    card.webhooks.drop()
    card.announce('invoice.created', { object: 'invoice', id: 'in_1' })
    card.announce('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_foreign' })
    expect(await card.webhooks.deliver(cardMessages)).toEqual([200, 200])
  })

  test.each(['stripe', 'cardprocessor'])('are accepted at %s', async segment => {
    const begun = await started()
    card.webhooks.drop()
    card.pay(begun.intent)
    const statuses = await card.webhooks.deliver(async ({ rawBody: body, headers }) => {
      const path = `/commerce/${segment}/webhook`
      return (await app.tickets('POST', path, { body, headers })).status
    })
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await readOrder(app, begun.id)).status).toBe('completed')
  })

  test('repeated, reordered and parallel to the return and polling make one order', async () => {
    card.webhooks.drop()
    const rounds = process.env['LONG'] === undefined ? 2 : 50
    for (let round = 0; round < rounds; round += 1) {
      const begun = await started({ quantity: 2 })
      card.pay(begun.intent)
      card.webhooks.duplicate()
      card.webhooks.shuffle(round)
      await letMinutesPass(app, 3)
      const [statuses, returned] = await Promise.all([
        card.webhooks.deliverInParallel(cardMessages),
        update(begun),
        update(begun),
        reconcile(app.deps),
      ])
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(returned.json).toMatchObject({ status: 'completed', order_id: begun.id })
      const seen = await readOrder(app, begun.id)
      expect(seen.attendees).toHaveLength(2)
      expect(seen.history.filter(({ to }: { to: string }) => to === 'completed')).toHaveLength(1)
      expect(ledgerOf(begun.intent)).toMatchObject({ charges: 1, refunded: 0 })
      card.webhooks.repeatAll()
      await card.webhooks.deliver(cardMessages)
      expect(await readOrder(app, begun.id)).toEqual(seen)
      expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 2 })
    }
  })
})

describe('a payment that arrives late', () => {
  /** The buyer pays after our side has given the payment up. */
  async function late(draft: TicketDraft & { quantity?: number }) {
    const begun = await started(draft)
    await letHoldsExpire(app, begun.ticketId)
    await sql`update orders set status = 'not-completed' where id = ${begun.id}`.execute(app.db)
    return begun
  }

  test('completes the order while the places are free', async () => {
    const begun = await late({ quantity: 2 })
    card.pay(begun.intent)
    await card.webhooks.deliver(cardMessages)
    expect((await readOrder(app, begun.id)).status).toBe('completed')
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 2 })
  })

  test('is refunded when the places are gone, and the buyer is told', async () => {
    const begun = await late({ capacity: 2, quantity: 2 })
    await fillCart(app, begun.ticketId, 1)
    card.pay(begun.intent)
    await card.webhooks.deliver(cardMessages)
    const seen = await readOrder(app, begun.id)
    expect(seen).toMatchObject({ status: 'refunded', paid: '60.00', refunded: '60.00' })
    expect(seen.attendees).toEqual([])
    expect(ledgerOf(begun.intent)).toMatchObject({ charged: 6000, refunded: 6000 })
    const told = await update(begun)
    expect([told.status, told.json.data.refunded]).toEqual([402, true])
    expect(told.json.message).toContain('places had been sold')
  })

  test('is refunded when the cart was ordered and paid in another way meanwhile', async () => {
    const begun = await late({ quantity: 1 })
    const second = await begin(begun.cart_hash)
    card.pay(second.intent)
    await update({ ...begun, ...second })
    card.pay(begun.intent)
    card.webhooks.shuffle(7)
    await card.webhooks.deliver(cardMessages)
    expect((await readOrder(app, second.id)).status).toBe('completed')
    expect(await readOrder(app, begun.id)).toMatchObject({ status: 'refunded', attendees: [] })
    expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 1 })
    expect(ledgerOf(begun.intent)).toMatchObject({ charged: 3000, refunded: 3000 })
  })
})

describe('an outage of the provider', () => {
  test('is 502 with Retry-After, and trying again makes one payment', async () => {
    const { cart_hash } = await aFilledCart(app)
    const before = card.ledger().length
    for (let time = 0; time < 9; time += 1) {
      card.faults.next({ kind: 'status', status: 503, when: 'before' }, /payment_intents/)
    }
    const got = await order(app, 'cardprocessor', cart_hash)
    card.faults.clear()
    expect([got.status, got.json.code]).toEqual([502, 'payment-provider-unavailable'])
    expect(Number(got.headers['retry-after'])).toBeGreaterThan(0)
    const begun = await begin(cart_hash)
    expect(card.ledger()).toHaveLength(before + 1)
    card.pay(begun.intent)
    expect((await update({ ...begun, cart_hash })).json.status).toBe('completed')
  })

  test('that loses answers makes no second payment', async () => {
    const { cart_hash } = await aFilledCart(app)
    card.faults.next({ kind: 'drop', when: 'after' }, /payment_intents/)
    const begun = await begin(cart_hash)
    card.faults.next({ kind: 'drop', when: 'after' }, /payment_intents/)
    expect((await begin(cart_hash)).intent).toBe(begun.intent)
  })
})

describe('a payment that was opened although its answer was lost', () => {
  const as = (name: string) => ({ body: { purchaser: { name, email: 'b@example.org' } } })

  const begunBy = (json: any) => ({
    json,
    intent: json.payment_intent_id,
    client_secret: json.client_secret,
  })

  test('is replaced at the next attempt when the purchaser or the price changed', async () => {
    const { cart_hash } = await aFilledCart(app)
    const before = card.ledger().length
    for (let tries = 0; tries < 3; tries += 1) {
      card.faults.next({ kind: 'drop', when: 'after' }, /POST \/v1\/payment_intents/)
    }
    expect((await order(app, 'cardprocessor', cart_hash, as('Ann'))).status).toBe(502)
    expect(card.ledger().length).toBe(before + 1)
    const { status, json } = await order(app, 'cardprocessor', cart_hash, as('Ben'))
    expect(status).toBe(200)
    card.pay(json.payment_intent_id)
    const paid = await update({
      ...begunBy(json),
      cart_hash,
    })
    expect(paid.json.status).toBe('completed')
  })

  test.each([
    ['told once to a purchaser who orders the cart several times at once', ['Ann', 'Ann', 'Ann']],
    ['told to none of the others who order the cart at the same time', ['Ann', 'Ben', 'Cy', 'Di']],
  ])('is %s', async (_, names) => {
    const { cart_hash } = await aFilledCart(app)
    const answers = await Promise.all(
      names.map(name => order(app, 'cardprocessor', cart_hash, as(name))),
    )
    const told = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status }) => [200, 429, 502].includes(status))).not.toContain(false)
    const intents = new Set(told.map(({ json }) => json.payment_intent_id))
    const orders = new Set(told.map(({ json }) => json.order_id))
    const buyers = new Set(names)
    expect(intents.size).toBe(orders.size)
    expect([intents.size > 0, intents.size <= buyers.size]).toEqual([true, true])
    const { id } = await app.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'created')
      .where('id', 'in', [...orders])
      .executeTakeFirstOrThrow()
    const { json } = told.find(({ json: answer }) => answer.order_id === id) ?? told[0]!
    card.pay(json.payment_intent_id)
    const paid = await update({
      ...begunBy(json),
      cart_hash,
    })
    expect(paid.json.status).toBe('completed')
  })
})

test('polling ends unpaid payments, and the provider then takes no money for them', async () => {
  const begun = await started({ quantity: 3 })
  await letMinutesPass(app, 120)
  expect((await reconcile(app.deps)).givenUp).toContain(begun.id)
  expect((await readOrder(app, begun.id)).status).toBe('not-completed')
  expect(card.intent(begun.intent).status).toBe('canceled')
  expect(await stockOf(app, begun.ticketId)).toEqual({ held: 0, sold: 0 })
})

test('polling waits while the provider processes a payment, and ends the order when that fails', async () => {
  const begun = await started()
  card.pay(begun.intent, 'pm_delayed')
  expect((await update(begun)).json.status).toBe('pending')
  await letMinutesPass(app, 120)
  expect((await reconcile(app.deps)).givenUp).not.toContain(begun.id)
  card.finish(begun.intent, false)
  await card.webhooks.deliver(cardMessages)
  await letMinutesPass(app, 120)
  expect((await reconcile(app.deps)).givenUp).toContain(begun.id)
  expect((await readOrder(app, begun.id)).status).toBe('not-completed')
  expect(card.intent(begun.intent).status).toBe('canceled')
})
