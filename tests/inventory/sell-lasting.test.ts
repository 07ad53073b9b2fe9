import { AsyncResource } from 'node:async_hooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../src/platform/db/database.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { Overtaken } from '../../src/platform/db/violations.ts'
import { changeCapacity } from '../../src/ticketing/inventory/change-capacity.ts'
import { takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { readLastingHolds } from '../../src/ticketing/inventory/lookup.ts'
import { releaseHolds } from '../../src/ticketing/inventory/release-holds.ts'
import { planSale } from '../../src/ticketing/inventory/sell-holds.ts'
import { onPostgres, openTestDatabase } from '../support/database.ts'
import { anEvent, aTicket, expectStockInOrder, letExpire, poolCounts } from './fixtures.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

let eventId = 0
let cart = 7_000_000
beforeEach(async () => {
  eventId = await anEvent(db)
  return () => expectStockInOrder(db)
})

/** A cart that holds two places of a ticket with ten. */
async function aHeldCart(holdSeconds = 900) {
  const ticket = await aTicket(db, eventId, 10)
  cart += 1
  const cartId = cart
  const lines = [{ ticketId: ticket.id, quantity: 2 }]
  await transaction(db, tx => takeHolds(tx, [{ cartId, lines, holdSeconds }]))
  return { ticket, cartId }
}

const plan = async (tx: Tx, cartId: number) =>
  planSale(tx, [cartId], await readLastingHolds(tx, [cartId]))

test('only holds that last are read: neither ended ones nor those about to end', async () => {
  const [lasting, ending, ended] = [await aHeldCart(), await aHeldCart(5), await aHeldCart()]
  await letExpire(db, [ended.cartId])
  const ids = [lasting, ending, ended].map(({ cartId }) => cartId)
  const read = await transaction(db, tx => readLastingHolds(tx, ids))
  expect(read).toEqual([
    expect.objectContaining({
      cartId: lasting.cartId,
      ticketId: lasting.ticket.id,
      poolId: lasting.ticket.poolId,
      sharedPoolId: null,
      eventId,
      quantity: 2,
    }),
  ])
})

test('a cart whose hold is about to end is sold all the same, under the lock on its stock', async () => {
  const { ticket, cartId } = await aHeldCart(5)
  const [result] = await transaction(db, async tx => {
    const { results, write } = await plan(tx, cartId)
    await write()
    // The audit counts attendees, of which there are none here.
    await releaseSold(tx, ticket.poolId)
    return results
  })
  expect(result).toMatchObject({ kind: 'sold', units: [{ quantity: 2, poolId: ticket.poolId }] })
})

/** Makes the sale undone for the audit: the places are free again. */
async function releaseSold(tx: Tx, poolId: number) {
  await tx.updateTable('pools').set({ sold: 0 }).where('id', '=', poolId).execute()
}

test.runIf(onPostgres)(
  'a hold that somebody ended after it was read is not sold: the transaction fails, and is run again',
  async () => {
    const { ticket, cartId } = await aHeldCart()
    const kinds: string[] = []
    await transaction(db, async tx => {
      const { results, write } = await plan(tx, cartId)
      kinds.push(results[0]!.kind)
      if (kinds.length === 1) await outside(other => releaseHolds(other, [cartId]))
      await write()
    })
    expect(kinds).toEqual(['sold', 'short'])
    expect(await poolCounts(db, ticket.poolId)).toEqual({ capacity: 10, held: 0, sold: 0 })
  },
)

test.runIf(onPostgres)(
  'places of a ticket that begins to share its stock meanwhile are counted in the shared stock, too',
  async () => {
    const { ticket, cartId } = await aHeldCart()
    const shared: (number | null)[] = []
    await transaction(db, async tx => {
      const { results, write } = await plan(tx, cartId)
      const [result] = results
      shared.push(result?.kind === 'sold' ? result.units[0]!.sharedPoolId : null)
      if (shared.length === 1) {
        await outside(other =>
          changeCapacity(other, ticket, { mode: 'capped', capacity: 10, eventCapacity: 50 }),
        )
      }
      await write()
      await releaseSold(tx, ticket.poolId)
      await releaseSold(tx, shared.at(-1) ?? 0)
    })
    expect(shared).toEqual([null, expect.any(Number)])
    expect(await poolCounts(db, ticket.poolId)).toMatchObject({ held: 0 })
    expect(await poolCounts(db, shared[1]!)).toEqual({ capacity: 50, held: 0, sold: 0 })
  },
)

test('the error of such a transaction says so, so that callers can tell it from a fault', async () => {
  const { cartId } = await aHeldCart()
  const selling = transaction(
    db,
    async tx => {
      const { write } = await plan(tx, cartId)
      await releaseHolds(tx, [cartId])
      await write()
    },
    { attemptsMax: 1 },
  )
  await expect(selling).rejects.toBeInstanceOf(Overtaken)
})

/** The context of this file, which is outside of every transaction. */
const elsewhere = new AsyncResource('elsewhere')

/** Work of somebody else, committed while a transaction is open. */
const outside = (work: (tx: Tx) => Promise<unknown>) =>
  elsewhere.runInAsyncScope(() => transaction(db, work))
