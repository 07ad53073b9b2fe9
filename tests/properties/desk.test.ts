import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { auditAttendance } from '../../src/ticketing/attendees/lookup.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { letMinutesPass, readOrder, stockOf } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { aPaidOrder } from '../support/paid-order.ts'
import { startPaidApp } from '../support/paid-app.ts'

const isLong = process.env['LONG'] !== undefined
const stories = Number(process.env['STORIES'] ?? (isLong ? 1000 : 30))
const seed = Number(
  process.env['SEED'] ?? (isLong ? 1 + Math.floor(Math.random() * 1_000_000_000) : 35),
)

const paid = await startPaidApp()
const { app, card, cardMessages } = paid
const as = 'administrator' as const

const step = fc.oneof(
  fc.record({
    do: fc.constant('move' as const),
    who: fc.nat(5),
    to: fc.nat(2),
    price: fc.constantFrom('new', 'keep'),
    settle: fc.constantFrom('refund', 'forgive'),
    method: fc.constantFrom('paid', 'cash'),
  }),
  fc.record({
    do: fc.constant('refund' as const),
    who: fc.nat(5),
    fees: fc.constantFrom('refund', 'keep'),
    cancel_places: fc.boolean(),
    method: fc.constantFrom('paid', 'paid', 'cash', 'by_hand'),
  }),
  fc.record({ do: fc.constant('goodwill' as const), cents: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ do: fc.constant('cancel' as const), who: fc.nat(5) }),
  fc.record({ do: fc.constant('dashboard' as const), cents: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ do: fc.constant('dispute' as const), end: fc.constantFrom('won', 'lost') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Stage = {
  id: number
  intent: string
  attendees: readonly number[]
  tickets: readonly number[]
}

/** An order of three places at 30.00, and two other tickets of the event: a cheaper and a dearer one, with few places. */
async function setTheStage(): Promise<Stage> {
  const { id, intent, attendees, eventId, ticketId } = await aPaidOrder(paid, {
    quantity: 3,
    capacity: 3,
  })
  const cheaper = await ticketOnSale(app, { eventId, priceMinor: 1999, capacity: 2, name: 'Less' })
  const dearer = await ticketOnSale(app, { eventId, priceMinor: 4500, capacity: 1, name: 'More' })
  return { id, intent, attendees, tickets: [ticketId, cheaper.id, dearer.id] }
}

const refund = (id: number, body: object) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as, body })

async function take({ id, intent, attendees, tickets }: Stage, one: Step): Promise<number> {
  const who = 'who' in one ? attendees[one.who % attendees.length] : undefined
  switch (one.do) {
    case 'move': {
      const { to, price, settle, method } = one
      const body = { ticket: tickets[to], price, settle, method }
      return (await app.admin('POST', `/attendees/${who}/moves`, { as, body })).status
    }
    case 'refund': {
      const { fees, cancel_places, method } = one
      return (await refund(id, { attendees: [who], fees, cancel_places, method })).status
    }
    case 'goodwill':
      return (await refund(id, { amount: (one.cents / 100).toFixed(2) })).status
    case 'cancel':
      return (await refund(id, { attendees: [who], amount: '0' })).status
    case 'dashboard':
      return refundAtProvider(intent, one.cents)
    case 'dispute': {
      const dispute = card.dispute(intent)
      await card.webhooks.deliver(cardMessages)
      card.closeDispute(dispute, one.end)
      await card.webhooks.deliver(cardMessages)
      return 200
    }
    default:
      return one satisfies never
  }
}

async function refundAtProvider(intent: string, amount: number): Promise<number> {
  const { status } = await fetch(`${card.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.secretKey}` },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  })
  await card.webhooks.deliver(cardMessages)
  return status
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** What must hold after every story, whatever was refused in it. */
async function demandTrue({ id, intent, tickets }: Stage) {
  const order = await readOrder(app, id)
  const returned = order.refunds
    .filter(({ state, method }) => state === 'done' && method === 'paid')
    .reduce((sum, { amount }) => sum + cents(amount ?? '0'), 0)
  const line = card.ledger().find(({ reference }) => reference === intent)
  // What we say went back at the provider is what the provider gave back, and never more than was paid.
  expect(returned).toBe(line?.refunded)
  expect(cents(order.refunded ?? '0')).toBeLessThanOrEqual(cents(order.paid ?? '0'))
  const sold = await Promise.all(tickets.map(async ticket => (await stockOf(app, ticket)).sold))
  const held = tickets.map(
    ticket => order.attendees.filter(({ ticket_id: of }) => of === ticket).length,
  )
  expect(sold).toEqual(held)
}

describe('an order at the desk', () => {
  test('a2: stays balanced with its pools and its provider through moves, refunds, goodwill, cancellations, dashboard refunds and disputes', {
    timeout: isLong ? 1_800_000 : 120_000,
  }, async () => {
    const tally = new Map<string, number>()
    const story = fc.array(step, { minLength: 1, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(story, async steps => {
        const stage = await setTheStage()
        for (const one of steps) {
          const status = await take(stage, one)
          expect(status).toBeLessThan(500)
          const name = `${one.do} ${status < 400 ? 'done' : 'refused'}`
          tally.set(name, (tally.get(name) ?? 0) + 1)
        }
        await letMinutesPass(app, 5)
        await reconcile(app.deps)
        await demandTrue(stage)
      }),
      { seed, numRuns: stories, endOnFailure: true },
    )
    expect(await auditOrders(app.db)).toEqual([])
    expect(await auditStock(app.db)).toEqual([])
    expect(await auditAttendance(app.db)).toEqual([])
    console.log(`desk from seed ${seed}: ${JSON.stringify(Object.fromEntries(tally))}`)
    for (const name of ['move', 'refund', 'goodwill', 'cancel', 'dashboard', 'dispute']) {
      expect([name, (tally.get(`${name} done`) ?? 0) > 0]).toEqual([name, true])
    }
  })

  test('a3: in a sold-out event a rename, a move inside the pool and a mail sent again work', async () => {
    const { id, eventId, attendees } = await aPaidOrder(paid, {
      quantity: 2,
      capacity: 2,
      shared: 2,
    })
    const other = await ticketOnSale(app, { eventId, shared: 2, priceMinor: 3000, name: 'Other' })
    const [first, second] = attendees
    const path = `/attendees/${first}`
    expect((await app.admin('PATCH', path, { as, body: { name: 'Grace' } })).status).toBe(200)
    const body = { ticket: other.id }
    expect((await app.admin('POST', `/attendees/${second}/moves`, { as, body })).status).toBe(201)
    expect((await app.admin('POST', `/orders/${id}/mails`, { as, body: {} })).status).toBe(202)
    expect(await auditStock(app.db)).toEqual([])
  })

  test('a4: one of three after a rise of the price returns the price paid, its coupon share to the cent', async () => {
    const amounts = fc.record({
      priceMinor: fc.integer({ min: 500, max: 9999 }),
      percent: fc.integer({ min: 1, max: 90 }),
      rise: fc.integer({ min: 1, max: 5000 }),
    })
    await fc.assert(
      fc.asyncProperty(amounts, async ({ priceMinor, percent, rise }) => {
        const slug = `off-${priceMinor}-${percent}-${rise}`
        const draft = {
          slug,
          display_name: slug,
          sub_type: 'percent',
          amount: percent,
          status: 'active',
        }
        await app.tickets('POST', '/coupons', { as, body: draft })
        const { id, intent, ticketId, attendees } = await aPaidOrder(paid, {
          quantity: 3,
          priceMinor,
          coupon: slug,
        })
        await app.db
          .updateTable('tickets')
          .set({ price_minor: priceMinor + rise })
          .where('id', '=', ticketId)
          .execute()
        const { total } = await readOrder(app, id)
        const paidMinor = cents(total ?? '0')
        let back = 0
        for (const [at, attendee] of attendees.entries()) {
          await refund(id, { attendees: [attendee] })
          const refunded =
            card.ledger().find(({ reference }) => reference === intent)?.refunded ?? 0
          // Shares are cut along the running total, so that all of them add up to what was paid.
          expect(refunded).toBe(at === 2 ? paidMinor : Math.floor((paidMinor * (at + 1)) / 3))
          back = refunded
        }
        expect(back).toBe(paidMinor)
      }),
      { seed, numRuns: isLong ? 100 : 5 },
    )
  })
})
