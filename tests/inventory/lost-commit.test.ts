import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { createLanes, type LaneKind } from '../../src/ticketing/inventory/lanes.ts'
import { type Cut, cuttingProxy } from '../support/cutting-proxy.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { anEvent, aTicket, expectStockInOrder, poolCounts } from './fixtures.ts'

describe.runIf(onPostgres)('a connection lost at COMMIT (needs a server)', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>
  let database: OpenDatabase
  beforeAll(async () => {
    server = await createServerDatabase()
    proxy = await cuttingProxy(server.url)
    database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', poolSize: 4 })
  })
  afterAll(async () => {
    await database.close()
    await proxy.close()
    await server.drop()
  })

  const cuts: Cut[] = [
    'before the server sees it',
    'before the client hears of it',
    'and the server sees it late',
  ]
  test.each(cuts)('%s: every request is answered, and happens once', async how => {
    const { db } = database
    const lanes = createLanes({ db, log: { warn: () => {} } })
    const eventId = await anEvent(db)
    const ticket = await aTicket(db, eventId, 10)
    const kind: LaneKind<number, string> = {
      name: 'hold',
      settle: async (tx, carts) => {
        const lines = [{ ticketId: ticket.id, quantity: 1 }]
        const requests = carts.map(cartId => ({ cartId, lines, holdSeconds: 60 }))
        return (await takeHolds(tx, requests)).map(({ kind }) => kind)
      },
    }
    proxy.cutNext(how)
    const before = proxy.cuts()
    const answers = await Promise.all([1, 2, 3, 4].map(cart => lanes.run([eventId], kind, cart)))
    expect(proxy.cuts()).toBe(before + 1)
    expect(answers).toEqual(['held', 'held', 'held', 'held'])
    expect(await poolCounts(db, ticket.poolId)).toMatchObject({ held: 4 })
    const { rows } = await sql<{ cart_id: number }>`
      select cart_id from holds where ticket_id = ${ticket.id} order by cart_id`.execute(db)
    expect(rows.map(row => row.cart_id)).toEqual([1, 2, 3, 4])
    await expectStockInOrder(db)
  })
})
