import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../src/platform/db/transaction.ts'
import { type HoldRequest, takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { createLanes, type LaneKind } from '../../src/ticketing/inventory/lanes.ts'
import { hasOnce, onPostgres, openTestDatabase } from '../support/database.ts'
import { anEvent, aTicket, expectStockInOrder, poolCounts } from './fixtures.ts'
import { recording } from './recording.ts'

const database = await openTestDatabase()
const { db } = database
const log = { warn: () => {} }
let eventId = 0
beforeAll(async () => {
  eventId = await anEvent(db)
})
afterAll(() => database.close())

async function written() {
  const { rows } = await sql<{ request: number }>`
    delete from facts where name = 'lane' returning (payload->>'request')::integer as request
  `.execute(db)
  return rows.map(({ request }) => request).sort((a, b) => a - b)
}

describe('lanes', () => {
  test.runIf(onPostgres)(
    'begin a second transaction for a crowd before the first ends',
    async () => {
      const lanes = createLanes({ db, log, crowd: 3 })
      const batches: number[][] = []
      let bothBegan = () => {}
      const both = new Promise<void>(resolve => {
        bothBegan = resolve
      })
      const kind: LaneKind<number, number> = {
        name: 'patient',
        settle: async (_, requests) => {
          batches.push([...requests])
          if (batches.length === 2) bothBegan()
          await both
          return requests
        },
      }
      await Promise.all([1, 2, 3, 4].map(n => lanes.run([eventId], kind, n)))
      // Which of the two begins first depends on their connections.
      expect(batches.toSorted((a, b) => a.length - b.length)).toEqual([[1], [2, 3, 4]])
    },
  )

  test('leave no request behind, whenever requests arrive', async () => {
    const lanes = createLanes({ db, log, batchMax: 4, crowd: 3 })
    const kind = recording([])
    const buyers = Array.from({ length: 12 }, async (_, buyer) => {
      const answers: number[] = []
      for (let n = 0; n < 5; n += 1) answers.push(await lanes.run([eventId], kind, buyer * 5 + n))
      return answers
    })
    const numbers = Array.from({ length: 60 }, (_, n) => n)
    expect((await Promise.all(buyers)).flat()).toEqual(numbers.map(n => n * 10))
    expect(await written()).toEqual(numbers)
    expect(lanes.waiting()).toBe(0)
  })

  test.runIf(hasOnce)(
    'refuse to be waited for within a transaction, which would never end',
    async () => {
      const lanes = createLanes({ db, log })
      const nested = transaction(db, () => lanes.run([eventId], recording([]), 1))
      await expect(nested).rejects.toThrow(/inside a transaction/)
    },
  )

  test('sell exactly what there is, to the first buyers', async () => {
    const lanes = createLanes({ db, log, crowd: 1000 })
    const ticket = await aTicket(db, eventId, 40)
    const kind: LaneKind<HoldRequest, string> = {
      name: 'hold',
      settle: async (tx, requests) => (await takeHolds(tx, requests)).map(({ kind }) => kind),
    }
    const wants = Array.from({ length: 300 }, (_, at) => ({
      cartId: 10_000 + at,
      lines: [{ ticketId: ticket.id, quantity: 1 }],
      holdSeconds: 60,
    }))
    const answers = await Promise.all(wants.map(want => lanes.run([eventId], kind, want)))
    expect(answers.map(answer => answer === 'held')).toEqual(wants.map((_, at) => at < 40))
    expect(await poolCounts(db, ticket.poolId)).toMatchObject({ held: 40, sold: 0 })
    await expectStockInOrder(db)
  })
})
