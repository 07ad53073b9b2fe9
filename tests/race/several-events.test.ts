import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { settleStock } from '../../src/ticketing/inventory/settle-stock.ts'
import { setUpBatch } from '../../src/ticketing/inventory/store.attempts.ts'
import { lockPools } from '../../src/ticketing/inventory/store.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { startServer } from '../support/server-process.ts'
import { openApp } from '../support/start-app.ts'
import { behindWriter, type Planner, planned, planners } from './behind-writer.ts'
import { type Basket, baskets, buy, type Post, type Stall } from './buyers.ts'
import { lockJoined } from './lossy-lock.ts'
import { pseudoRandom, seeds } from './seeds.ts'

const isLong = process.env['LONG'] !== undefined

describe.runIf(onPostgres)('carts over several events (needs a server)', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let database: OpenDatabase
  const services: Service[] = []
  beforeAll(async () => {
    server = await createServerDatabase()
    database = await openDatabase({ databaseUrl: server.url, dataDir: '', poolSize: 12 })
    services.push(await serviceHere(server.url))
    for (let at = 0; at < 3; at += 1) services.push(await anotherService(server.url))
  })
  afterAll(async () => {
    await Promise.all(services.map(({ close }) => close()))
    await database.close()
    await server.drop()
  })

  /** Events with three tickets each. Every ticket has a pool; some also draw on the event's shared stock. */
  async function openStalls(count: number, draw: (below: number) => number): Promise<Stall[]> {
    const { db } = database
    const stalls: Stall[] = []
    for (let at = 0; at < count; at += 1) {
      const eventId = await eventOnSale({ db })
      const ticket = async (priceMinor: number) => {
        const shared = draw(3) === 0 ? { shared: 1_000_000 } : {}
        return (await ticketOnSale({ db }, { eventId, priceMinor, capacity: 0, ...shared })).id
      }
      stalls.push({ free: [await ticket(0), await ticket(0)], paid: [await ticket(1250)] })
    }
    return stalls
  }

  /** Exactly as many places as buyers want: a place that gets lost leaves one buyer without. */
  async function offerWhatIsWanted(wanted: readonly Basket[]) {
    const lines = wanted.flatMap(basket => basket.lines)
    await sql`
      update pools set capacity = wanted.places from (
        select t.pool_id, sum(quantity)::int as places
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (ticket_id bigint, quantity int)
        join tickets t on t.id = ticket_id group by t.pool_id) as wanted
      where pools.id = wanted.pool_id
    `.execute(database.db)
  }

  describe.each([2, 3, 4, 5])('over %i events', events => {
    test.each(seeds(1))('seed %i: every buyer gets places while some are free', async seed => {
      const draw = pseudoRandom(seed)
      const stalls = await openStalls(events + draw(3), draw)
      const turn = seed + events
      // Sixty-four buyers take long, so the short run has up to thirty-two.
      const wanted = baskets(stalls, { events, buyers: 8 << (turn % (isLong ? 4 : 3)), seed })
      await offerWhatIsWanted(wanted)
      // One process, or three others. The short run has one seed, so the number of events decides as well.
      const doors = (isLong ? seed : turn) % 2 === 0 ? services.slice(0, 1) : services.slice(1)
      const refusals = await Promise.all(
        wanted.map((basket, at) => buy(doors[at % doors.length]!.post, basket)),
      )
      expect(refusals.filter(refusal => refusal !== undefined)).toEqual([])
      expect(await auditStock(database.db)).toEqual([])
      expect(await auditOrders(database.db)).toEqual([])
    })
  })

  test('with a locking read that joins the same race is lost, so these tests can fail', async () => {
    const { db } = database
    const race = async (lock: typeof lockPools, way: Planner) => {
      const tickets = [await ticketOnSale({ db }), await ticketOnSale({ db })]
      const take = tickets.map(({ id }) => ({ ticketId: id, quantity: 1 }))
      const carts = Array.from(
        // The database has seven connections for transactions.
        { length: 4 },
        (_, cart) => () =>
          planned(db, way, async tx => {
            await setUpBatch(tx, { id: randomUUID(), lockWaitMs: 8000 })
            const want = { cartId: 1_000_000 + cart, take, as: 'held' as const, holdSeconds: 60 }
            return (await settleStock(tx, [want], lock))[0]?.decision.kind
          }),
      )
      const ids = tickets.map(({ id }) => id).join()
      const write = `update pools set held = held where id in (select pool_id from tickets where id in (${ids}))`
      const together = () => Promise.allSettled(carts.map(take => take()))
      const outcomes = await behindWriter(database, write, together, 2)
      return outcomes.map(one => (one.status === 'rejected' ? String(one.reason) : one.value))
    }
    const ways = Object.keys(planners) as Planner[]
    const lost: unknown[] = []
    for (const way of ways) {
      lost.push(...(await race(lockJoined, way)))
      expect(new Set(await race(lockPools, way))).toEqual(new Set(['taken']))
    }
    expect(lost.join()).toMatch(/Pool \d+ was not locked with the others/)
    expect(await auditStock(db)).toEqual([])
  })
})

type Service = { post: Post; close(): Promise<unknown> }

async function serviceHere(databaseUrl: string): Promise<Service> {
  const app = await openApp(await openDatabase({ databaseUrl, dataDir: '', poolSize: 10 }))
  return {
    post: async (path, payload, key) => {
      const url = `/${app.config.apiVendor}/tickets/v1${path}`
      const headers = { 'idempotency-key': key }
      const { statusCode, body } = await app.http.inject({ method: 'POST', url, headers, payload })
      return { status: statusCode, text: body }
    },
    close: app.close,
  }
}

/**
 * In the long run a process of its own. In the short run a second application in this process, which meets
 * the others only in PostgreSQL.
 */
async function anotherService(databaseUrl: string): Promise<Service> {
  if (!isLong) return serviceHere(databaseUrl)
  const { base, kill } = await startServer({ DATABASE_URL: databaseUrl })
  return {
    post: async (path, body, key) => {
      const response = await fetch(`${base}/svc/tickets/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    },
    close: () => kill('SIGTERM'),
  }
}
