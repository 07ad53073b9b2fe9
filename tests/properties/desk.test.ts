import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { auditAttendance } from '../../src/ticketing/attendees/lookup.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { letMinutesPass, readOrder, stockOf } from '../support/buying.ts'
import { deskStep, deskStories, type Stage } from '../support/desk-story.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { aPaidOrder } from '../support/paid-order.ts'
import { startPaidApp } from '../support/paid-app.ts'

const isLong = process.env['LONG'] !== undefined
const stories = Number(process.env['STORIES'] ?? (isLong ? 1000 : 30))
const seed = Number(
  process.env['SEED'] ?? (isLong ? 1 + Math.floor(Math.random() * 1_000_000_000) : 35),
)

const paid = await startPaidApp()
const { app, card } = paid
const as = 'administrator' as const

const { setTheStage, take } = deskStories(paid)
const refund = (id: number, body: object) =>
  app.tickets('POST', `/orders/${id}/refunds`, { as, body })

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
    const story = fc.array(deskStep, { minLength: 1, maxLength: 7 })
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
