import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { openTestDatabase } from '../support/database.ts'
import { dumpAllBut } from '../support/dump-all.ts'
import { startFakeCard } from '../support/fake-card.ts'
import { deliver, outbox } from '../support/mailbox.ts'
import { mortalProcess } from '../support/mortal-process.ts'
import { movableClock } from '../support/movable-clock.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { cardSettings } from '../support/paid-app.ts'
import { aPaidOrder } from '../support/paid-order.ts'
import { plan, readRun, start, workRuns } from '../support/running.ts'
import { openApp, testStart } from '../support/start-app.ts'

const isLong = process.env['LONG'] !== undefined
const points = isLong ? Array.from({ length: 50 }, (_, at) => at + 1) : [4, 9]

const database = await openTestDatabase()
const life = mortalProcess(database)
const card = await startFakeCard({ clock: movableClock(testStart) })
const app = await openApp(
  life.database,
  { ...cardSettings(card), REFUNDS_A_SECOND: '0', MAIL_PDF_KIB: 'off' },
  { patience: { timeoutMs: 20_000, attempts: 2, firstWaitMs: 1 } },
)
afterAll(async () => {
  await app.close()
  await card.close()
  await database.close()
})

/** Something that a plan can be made of. */
type Scene = {
  body: object
  /** Changes one row that the plan is of. */
  changeOne(): Promise<unknown>
  /** What the world shows of the run, and what it shows after the plan was carried out once. */
  effect(): Promise<unknown>
  once: unknown
}

async function refunds(): Promise<Scene> {
  const eventId = await eventOnSale(app)
  const orders: Awaited<ReturnType<typeof aPaidOrder>>[] = []
  for (const quantity of [1, 2])
    orders.push(await aPaidOrder({ app, card }, { eventId, quantity, capacity: null }))
  const [first] = orders
  return {
    body: { kind: 'refunds', event: eventId },
    changeOne: () =>
      app.tickets('POST', `/orders/${first?.id}/refunds`, {
        as: 'administrator',
        body: { amount: '1.00' },
      }),
    effect: async () => {
      const { rows } = await sql<{ minor: number; state: string }>`
        select amount_minor as minor, state from refunds
        where order_id = any(${orders.map(({ id }) => id)}::bigint[]) order by amount_minor
      `.execute(app.db)
      const back = orders.map(
        ({ intent }) => card.ledger().find(({ reference }) => reference === intent)?.refunded,
      )
      return { back, refunds: rows }
    },
    once: {
      back: [3000, 6000],
      refunds: [
        { minor: 3000, state: 'done' },
        { minor: 6000, state: 'done' },
      ],
    },
  }
}

let scenes = 0

async function message(): Promise<Scene> {
  scenes += 1
  const ticket = await ticketOnSale(app, { capacity: null })
  const addresses = [`ada${scenes}@example.org`, `eva${scenes}@example.org`]
  const orders: number[] = []
  for (const email of addresses) {
    const { orderId } = await buy(app, ticket.id)
    orders.push(orderId)
    await sql`update attendees set holder_email = ${email} where order_id = ${orderId}`.execute(
      app.db,
    )
  }
  await deliver(app)
  return {
    body: {
      kind: 'message',
      list: 'attendees',
      query: `filter.event=${ticket.eventId}`,
      texts: [{ language: 'en', subject: 'Doors', body: 'Come early, {name}.' }],
    },
    changeOne: () =>
      sql`update attendees set holder_email = 'another@example.org' where order_id = ${orders[1]}`.execute(
        app.db,
      ),
    effect: async () => {
      await deliver(app)
      const all = await outbox(app, { kind: 'guests.message' })
      return all
        .filter(({ event_id: event }) => event === ticket.eventId)
        .map(({ recipient, state }) => `${recipient} ${state}`)
        .sort()
    },
    once: addresses.map(address => `${address} captured`),
  }
}

async function tickets(): Promise<Scene> {
  const eventId = await eventOnSale(app)
  for (const priceMinor of [1000, 2000, 3000]) await ticketOnSale(app, { eventId, priceMinor })
  return {
    body: { kind: 'tickets', event: eventId, price_percent: '10' },
    changeOne: () =>
      sql`update tickets set price_minor = 2100 where event_id = ${eventId} and price_minor = 2000`.execute(
        app.db,
      ),
    effect: async () => {
      const { rows } = await sql<{ price: number }>`
        select price_minor as price from tickets where event_id = ${eventId} order by id
      `.execute(app.db)
      return rows.map(({ price }) => price)
    },
    once: [1100, 2200, 3300],
  }
}

/** Everything but plans, and what a sign-in leaves behind. */
const dump = () => dumpAllBut(app.db, ['plans', 'plan_rows'])

describe.each([
  ['refunds', refunds],
  ['message', message],
  ['tickets', tickets],
])('a plan of the kind %s', (_kind, setTheScene) => {
  test('z1, e4: writes nothing but itself', async () => {
    const { body } = await setTheScene()
    // The account of the request is made, and its key used, before.
    await app.admin('GET', '/runs', { as: 'administrator' })
    const before = await dump()
    await plan(app, body)
    expect(await dump()).toEqual(before)
  })

  test('z1: is stale when one of its rows changed, and its run does nothing', async () => {
    const { body, changeOne, effect } = await setTheScene()
    const { id } = await plan(app, body)
    await changeOne()
    const before = await effect()
    const refused = await start(app, id)
    expect([refused.status, refused.json.code]).toEqual([409, 'plan-is-stale'])
    expect(refused.json.data.summary.rows).toBeGreaterThan(0)
    await workRuns(app)
    expect(await effect()).toEqual(before)
  })

  test('z1: that is run twice at once, and again, has one effect', async () => {
    const { body, effect, once } = await setTheScene()
    const { id } = await plan(app, body)
    const [one, two] = await Promise.all([start(app, id), start(app, id)])
    await Promise.all([workRuns(app), workRuns(app)])
    const three = await start(app, id)
    await workRuns(app)
    expect(new Set([one.json.id, two.json.id, three.json.id]).size).toBe(1)
    expect(await effect()).toEqual(once)
  })

  test.each(points)('z1: whose process dies at its effect %i has one effect', async point => {
    const { body, effect, once } = await setTheScene()
    const { id } = await plan(app, body)
    const { json } = await start(app, id)
    card.faults.decide(life.requestMeets)
    life.dieAt(point)
    await workRuns(app).catch(() => undefined)
    life.revive()
    card.faults.clear()
    app.clock.advance(21)
    await workRuns(app, { moves: 5 })
    expect(await readRun(app, json.id)).toMatchObject({ state: 'done' })
    expect(await effect()).toEqual(once)
  })
})
