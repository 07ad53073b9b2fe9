import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { AppError } from '../../src/core/errors.ts'
import type { Tx } from '../../src/platform/db/database.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { violatedConstraint } from '../../src/platform/db/violations.ts'
import { changeCapacity } from '../../src/ticketing/inventory/change-capacity.ts'
import { type HoldRequest, type HoldResult, takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { createLanes, type LaneKind } from '../../src/ticketing/inventory/lanes.ts'
import { settleStock } from '../../src/ticketing/inventory/settle-stock.ts'
import { lockPools, type PoolRow, type StockScope } from '../../src/ticketing/inventory/store.ts'
import { onPostgres, openTestDatabase } from '../support/database.ts'
import {
  anEvent,
  aTicket,
  expectStockInOrder,
  letExpire,
  poolCounts,
  sellTo,
  type StockedTicket,
} from '../inventory/fixtures.ts'
import { behindWriter } from './behind-writer.ts'
import { pseudoRandom, seeds } from './seeds.ts'

const log = { warn: () => {} }
const holding: LaneKind<HoldRequest, HoldResult> = { name: 'hold', settle: takeHolds }

describe.runIf(onPostgres)('races for the last places (needs a server)', async () => {
  if (!onPostgres) return
  const database = await openTestDatabase()
  const { db } = database
  afterAll(() => database.close())
  let cart = 0
  const nextCart = () => (cart += 1)
  // Three lanes on one database stand for three processes: they meet only in PostgreSQL.
  const processes = [1, 2, 3].map(() => createLanes({ db, log, batchMax: 4 }))

  test.each(seeds(8))('seed %i: exactly as many buyers win as there are places', async seed => {
    const random = pseudoRandom(seed)
    const eventId = await anEvent(db)
    const places = 1 + random(6)
    const shared = random(2) === 1
    const plan = { mode: 'global', capacity: null, eventCapacity: places } as const
    const tickets = shared
      ? [await aTicket(db, eventId, plan), await aTicket(db, eventId, { ...plan, mode: 'capped' })]
      : [await aTicket(db, eventId, places)]
    if (random(2) === 1) {
      const late = nextCart()
      const lines = [{ ticketId: tickets[0]!.id, quantity: places }]
      await transaction(db, tx => takeHolds(tx, [{ cartId: late, lines, holdSeconds: 60 }]))
      await letExpire(db, [late])
    }
    const clients = places + 1 + random(30)
    const answers = await Promise.all(
      Array.from({ length: clients }, () => {
        const ticketId = tickets[random(tickets.length)]!.id
        const want = { cartId: nextCart(), lines: [{ ticketId, quantity: 1 }], holdSeconds: 60 }
        const how = random(5)
        if (how === 0) return transaction(db, async tx => (await takeHolds(tx, [want]))[0]!)
        if (how === 1) return aborted(want).then(() => processes[0]!.run([eventId], holding, want))
        return processes[random(3)]!.run([eventId], holding, want)
      }),
    )
    expect(answers.filter(({ kind }) => kind === 'held')).toHaveLength(places)
    await expectStockInOrder(db)
  })

  /** Takes stock and rolls back. The stock it had for a moment must be available to others afterwards. */
  const aborted = (want: HoldRequest) =>
    transaction(db, async tx => {
      await takeHolds(tx, [want])
      throw new Error('changed my mind')
    }).catch(() => {})

  test.each(seeds(4))('seed %i: no buyer is refused places that are free', async seed => {
    const random = pseudoRandom(seed)
    const eventId = await anEvent(db)
    const ticket = await aTicket(db, eventId, 10 + random(20))
    const wants = Array.from({ length: 40 }, () => 1 + random(4))
    const answers = await Promise.all(
      wants.map(quantity => {
        const want = {
          cartId: nextCart(),
          lines: [{ ticketId: ticket.id, quantity }],
          holdSeconds: 60,
        }
        return processes[random(3)]!.run([eventId], holding, want)
      }),
    )
    const { capacity, held } = await poolCounts(db, ticket.poolId)
    const refused = wants.filter((_, at) => answers[at]!.kind === 'short')
    expect(Math.min(...refused, Infinity)).toBeGreaterThan(capacity! - held)
  })

  test.each(seeds(5))(
    'seed %i: sale, expiry and changes of capacity together leave every count right',
    async seed => {
      const random = pseudoRandom(seed)
      const eventId = await anEvent(db)
      const plan = { mode: 'global', capacity: null, eventCapacity: 6 } as const
      const tickets = [
        await aTicket(db, eventId, plan),
        await aTicket(db, eventId, { mode: 'capped', capacity: 3 }),
        await aTicket(db, eventId, 4),
      ]
      const carts = Array.from({ length: 12 }, nextCart)
      const selling: LaneKind<number, string> = {
        name: 'sell',
        settle: async (tx, requests) => (await sellTo(tx, requests)).map(({ kind }) => kind),
      }
      await Promise.all(
        carts.flatMap(cartId =>
          Array.from({ length: 4 }, async () => {
            const lanes = processes[random(3)]!
            const how = random(5)
            if (how === 0) return letExpire(db, [cartId])
            if (how === 2) return change(tickets[random(3)]!, random)
            if (how === 1) return lanes.run([eventId], selling, cartId)
            const lines = tickets.map(({ id }) => ({ ticketId: id, quantity: random(3) }))
            return lanes.run([eventId], holding, { cartId, lines, holdSeconds: 60 })
          }),
        ),
      )
      await expectStockInOrder(db)
    },
  )

  /** Changes mode and capacity during the sale; the change may be refused because of sold and held places. */
  const change = (ticket: StockedTicket, random: (below: number) => number) => {
    const mode = (['own', 'capped', 'global', 'unlimited'] as const)[random(4)]!
    const plan = { mode, capacity: 3 + random(6), eventCapacity: 6 + random(6) }
    return transaction(db, tx => changeCapacity(tx, ticket, plan)).catch((error: AppError) => {
      expect(error.code).toBe('ticket-capacity-below-sold')
    })
  }

  test('a cart that takes a place at another event while its sale waits for the lock is sold with it', async () => {
    const [one, other] = [
      await aTicket(db, await anEvent(db), 1),
      await aTicket(db, await anEvent(db), 1),
    ]
    const [first, second] = [nextCart(), nextCart()]
    const hold = (cartId: number, ticketId: number) =>
      transaction(db, tx =>
        takeHolds(tx, [{ cartId, lines: [{ ticketId, quantity: 1 }], holdSeconds: 60 }]),
      )
    await hold(first, one.id)
    const touched = `update pools set held = held where id = ${one.poolId}`
    const results = await behindWriter(
      database,
      touched,
      async () => {
        const selling = transaction(db, tx => sellTo(tx, [first, second]))
        await untilWaiting(1)
        await hold(second, other.id)
        // The writer ends when two wait for it.
        const [sold] = await Promise.all([
          selling,
          transaction(db, tx => lockPools(tx, { eventIds: [one.eventId] })),
        ])
        return sold
      },
      2,
    )
    expect(results.map(({ kind }) => kind)).toEqual(['sold', 'sold'])
    await expectStockInOrder(db)
  })

  async function untilWaiting(count: number) {
    const waiting = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `
    for (let found = 0; found < count; ) found = (await waiting.execute(db)).rows[0]?.count ?? 0
  }

  test('without the locks the same race oversells, so these tests can fail', async () => {
    const unlocked = async (tx: Tx, scope: StockScope): Promise<PoolRow[]> => {
      const { rows } = await sql<PoolRow>`
        select id, event_id as "eventId", shared_pool_id as "sharedPoolId", capacity, held, sold
        from pools where event_id in (select event_id from tickets where id = any(${scope.ticketIds}))
      `.execute(tx)
      return rows
    }
    const race = async (lock: typeof lockPools) => {
      const ticket = await aTicket(db, await anEvent(db), 1)
      const take = [{ ticketId: ticket.id, quantity: 1 }]
      const hold = (tx: Tx) => {
        const want = { cartId: nextCart(), take, as: 'held' as const, holdSeconds: 60 }
        return settleStock(tx, [want], lock)
      }
      const holds = () => Promise.allSettled(Array.from({ length: 5 }, () => transaction(db, hold)))
      // Two are under way at the same time: they wait for the same writer.
      const write = `update pools set held = held where id = ${ticket.poolId}`
      const outcomes = await behindWriter(database, write, holds, 2)
      return outcomes.map(outcome =>
        outcome.status === 'rejected' ? violatedConstraint(outcome.reason) : 'decided',
      )
    }
    expect(await race(unlocked)).toContain('pools_never_oversell')
    expect(new Set(await race(lockPools))).toEqual(new Set(['decided']))
  })
})
