import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { auditBooks } from '../../src/shop/books/audit-books.ts'
import { aTill, sell } from '../support/box-office.ts'
import { bookNow, booksDiffer } from '../support/books-check.ts'
import { deskStep, deskStories, type Stage } from '../support/desk-story.ts'
import { startPaidApp } from '../support/paid-app.ts'
import { start, workRuns } from '../support/running.ts'

const long = process.env['LONG'] !== undefined
const stories = Number(process.env['STORIES'] ?? (long ? 1000 : 4))
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 11))
const staff = { as: 'administrator' } as const

const paid = await startPaidApp({ REFUNDS_A_SECOND: '0' })
const { app, card } = paid
const { setTheStage, take } = deskStories(paid)
let till = 0

beforeAll(async () => {
  till = await aTill(app)
  for (const body of [
    { name: 'VAT', percent: '19', is_default: true },
    { name: 'Reduced', percent: '7.7' },
  ]) {
    await app.admin('POST', '/tax-rates', { ...staff, body })
  }
})

const step = fc.oneof(
  { weight: 4, arbitrary: deskStep },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cash' as const),
      places: fc.integer({ min: 1, max: 2 }),
      method: fc.constantFrom('cash', 'terminal'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
)
const history = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
  isReduced: fc.boolean(),
  isCalledOff: fc.boolean(),
  writes: fc.array(fc.boolean(), { maxLength: 7 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const settle = async (event: number) => {
  const { status, json } = await app.admin('POST', `/events/${event}/settlements`, staff)
  expect(status).toBe(201)
  return json
}

/** Does a step; sales of the desk go through the till. */
async function act(stage: Stage, sold: number[], one: Step): Promise<void> {
  switch (one.do) {
    case 'cash': {
      const { eventId: event, tickets } = stage
      const { places: quantity, method } = one
      const ticket = tickets[1] ?? 0
      const total = (19.99 * quantity).toFixed(2)
      const sale = { event, till, ticket, quantity, total }
      const { status, json } = await sell(app, sale, { more: { method } })
      if (status === 201) sold.push(json.order)
      return
    }
    case 'void': {
      const order = sold[one.which % Math.max(1, sold.length)]
      const body = { order, reason: 'Wrong' }
      if (order) await app.admin('POST', `/tills/${till}/voids`, { ...staff, body })
      return
    }
    case 'settle':
      await settle(stage.eventId)
      return
    default:
      await take(stage, one)
  }
}

async function callOff(event: number) {
  const body = { happening: 'cancelled', happening_reason: 'Storm' }
  expect((await app.events('PATCH', `/events/${event}`, { ...staff, body })).status).toBe(200)
  const made = await app.admin('POST', '/plans', { ...staff, body: { kind: 'refunds', event } })
  if (made.status !== 201) return
  await start(app, made.json.id)
  await workRuns(app, { moves: 20 })
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** What the provider holds of an order, and what went through the till for an event: a naive recount. */
async function recount({ intent, eventId }: Stage) {
  const line = card.ledger().find(({ reference }) => reference === intent)
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(m.amount_minor), 0)::bigint as minor
    from till_moves m join orders o on o.id = m.order_id where o.event_id = ${eventId}`.execute(
    app.db,
  )
  const { rows: lost } = await sql<{ minor: number }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as minor from book_entries e
    where e.event_id = ${eventId} and kind = 'dispute'`.execute(app.db)
  const { rows: byHand } = await sql<{ minor: number }>`
    select coalesce(sum(r.amount_minor), 0)::bigint as minor
    from refunds r join orders o on o.id = r.order_id
    where o.gateway_order_id = ${intent} and r.state = 'done' and r.method <> 'paid'`.execute(
    app.db,
  )
  return {
    provider: (line?.charged ?? 0) - (line?.refunded ?? 0),
    tills: rows[0]?.minor ?? 0,
    lost: lost[0]?.minor ?? 0,
    otherwise: byHand[0]?.minor ?? 0,
  }
}

test(`f1: after any history books, orders, the provider's charges and tills agree, and a settlement says so (SEED=${seed})`, async () => {
  const tally = { settled: 0, taxed: 0, off: 0, desk: 0 }
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, isReduced, isCalledOff, writes }) => {
      const stage = await setTheStage()
      if (isReduced) {
        const { rates } = (await app.admin('GET', '/tax-rates', staff)).json
        const body = { rate: rates[1].id }
        await app.admin('PUT', `/tickets/${stage.tickets[1]}/tax-rate`, { ...staff, body })
      }
      const sold: number[] = []
      for (const [at, one] of steps.entries()) {
        await act(stage, sold, one)
        if (writes[at]) await bookNow(app.db)
      }
      if (isCalledOff) await callOff(stage.eventId)
      await bookNow(app.db)
      const { control, groups } = await settle(stage.eventId)
      expect(control.differences).toEqual([])
      expect(control.orders).toBe(1 + sold.length)
      const { provider, tills, lost, otherwise } = await recount(stage)
      const paidMinor = groups.reduce((all: number, group: any) => all + cents(group.sums.paid), 0)
      // Cash that the desk gave back of the card's order came out of the till or the hand of somebody.
      expect(paidMinor).toBe(provider + tills + lost - otherwise)
      for (const { sums, taxes } of groups) {
        const net = taxes.reduce(
          (all: number, one: any) => all + cents(one.net) + cents(one.tax),
          0,
        )
        expect(net).toBe(cents(sums.charged))
        if (cents(sums.charged) === 0) {
          for (const one of taxes) expect([one.gross, one.tax]).toEqual(['0.00', '0.00'])
        }
        tally.taxed += taxes.length
      }
      tally.settled += 1
      tally.off += isCalledOff ? 1 : 0
      tally.desk += sold.length
    }),
    { seed, numRuns: stories, endOnFailure: true },
  )
  expect(await booksDiffer(app.db)).toEqual([])
  expect(await auditBooks(app.db)).toEqual([])
  expect(tally.settled).toBe(stories)
  expect(tally.taxed).toBeGreaterThan(0)
}, 7_200_000)
