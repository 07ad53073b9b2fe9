import { afterAll, describe, expect, test } from 'vitest'
import { transaction } from '../../src/platform/db/transaction.ts'
import { takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { releaseHolds } from '../../src/ticketing/inventory/release-holds.ts'
import { anEvent, aTicket, poolCounts } from '../inventory/fixtures.ts'
import { onPostgres, openTestDatabase } from '../support/database.ts'
import { behindWriter, type Planner, planned, planners } from './behind-writer.ts'

describe.runIf(onPostgres)(
  'places given back while another buyer’s transaction waits (needs a server)',
  async () => {
    if (!onPostgres) return
    const database = await openTestDatabase()
    const { db } = database
    afterAll(() => database.close())
    let cart = 0

    test.each(Object.keys(planners) as Planner[])(
      'are free again with the plan %s',
      async planner => {
        cart += 1
        const held = []
        for (const eventId of [await anEvent(db), await anEvent(db), await anEvent(db)]) {
          // Another ticket of the event that nobody changes; waiting for it shows that the event is locked.
          await aTicket(db, eventId, 10)
          held.push(await aTicket(db, eventId, 10))
        }
        const lines = held.map(({ id }) => ({ ticketId: id, quantity: 1 }))
        await transaction(db, tx => takeHolds(tx, [{ cartId: cart, lines, holdSeconds: 600 }]))
        const pools = held.map(({ poolId }) => poolId)
        const write = `update pools set sold = sold where id in (${pools.join()})`
        await behindWriter(database, write, () =>
          planned(db, planner, tx => releaseHolds(tx, [cart])),
        )
        expect(await auditStock(db)).toEqual([])
        for (const id of pools) expect(await poolCounts(db, id)).toMatchObject({ held: 0 })
      },
    )
  },
)
