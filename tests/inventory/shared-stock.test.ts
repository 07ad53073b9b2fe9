import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../src/platform/db/transaction.ts'
import { changeCapacity } from '../../src/ticketing/inventory/change-capacity.ts'
import { takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { availability } from '../../src/ticketing/inventory/lookup.ts'
import type { Line } from '../../src/ticketing/inventory/rules.ts'
import { releaseHolds } from '../../src/ticketing/inventory/release-holds.ts'
import { forgetFinished, sweepExpired } from '../../src/ticketing/inventory/upkeep.ts'
import { openTestDatabase } from '../support/database.ts'
import { anEvent, aTicket, expectStockInOrder, letExpire, poolCounts, sellTo } from './fixtures.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

let eventId = 0
let cart = 0
beforeEach(async () => {
  eventId = await anEvent(db)
  return () => expectStockInOrder(db)
})

const hold = (cartId: number, lines: Line[], holdSeconds = 900) =>
  transaction(db, async tx => (await takeHolds(tx, [{ cartId, lines, holdSeconds }]))[0]!)
const sell = (cartId: number) => transaction(db, async tx => (await sellTo(tx, [cartId]))[0]!)
const left = async (ticketId: number) =>
  (await availability(db, [ticketId])).get(ticketId)!.available
const nextCart = () => (cart += 1)

describe('shared stock', () => {
  const shared = { mode: 'global', capacity: null, eventCapacity: 10 } as const

  test('is taken from both pools together, or from none', async () => {
    const [all, capped] = [
      await aTicket(db, eventId, shared),
      await aTicket(db, eventId, { mode: 'capped', capacity: 4 }),
    ]
    const [one, two] = [nextCart(), nextCart()]
    expect((await hold(one, [{ ticketId: capped.id, quantity: 5 }])).kind).toBe('short')
    expect((await hold(one, [{ ticketId: all.id, quantity: 8 }])).kind).toBe('held')
    expect([await left(all.id), await left(capped.id)]).toEqual([2, 2])
    const answer = await hold(two, [
      { ticketId: capped.id, quantity: 1 },
      { ticketId: all.id, quantity: 2 },
    ])
    expect(answer).toMatchObject({ shortages: [{ ticketId: all.id, requested: 2, available: 1 }] })
    expect((await sell(one)).kind).toBe('sold')
    expect([await left(all.id), await left(capped.id)]).toEqual([2, 2])
  })

  test('held by an expired hold of one ticket is free for another', async () => {
    const [one, two] = [await aTicket(db, eventId, shared), await aTicket(db, eventId, shared)]
    const [late, quick] = [nextCart(), nextCart()]
    await hold(late, [{ ticketId: one.id, quantity: 10 }])
    await letExpire(db, [late])
    expect(await left(two.id)).toBe(10)
    expect((await hold(quick, [{ ticketId: two.id, quantity: 10 }])).kind).toBe('held')
  })

  test('changes its mode together with what is sold and held', async () => {
    const [own, other] = [await aTicket(db, eventId, 5), await aTicket(db, eventId, shared)]
    const [one, two] = [nextCart(), nextCart()]
    await hold(one, [{ ticketId: own.id, quantity: 2 }])
    await sell(one)
    await hold(two, [{ ticketId: own.id, quantity: 1 }])
    const change = (plan: Parameters<typeof changeCapacity>[2]) =>
      transaction(db, tx => changeCapacity(tx, own, plan))
    await change({ mode: 'global', capacity: null })
    expect([await left(own.id), await left(other.id)]).toEqual([7, 7])
    await transaction(db, tx => releaseHolds(tx, [two]))
    expect(await left(other.id)).toBe(8)
    await change({ mode: 'own', capacity: 2 })
    expect([await left(own.id), await left(other.id)]).toEqual([0, 10])
    await change({ mode: 'unlimited', capacity: null })
    expect(await left(own.id)).toBeNull()
  })

  test('cannot be set below what is sold and held, and expired holds do not count', async () => {
    const ticket = await aTicket(db, eventId, 5)
    const [one, two] = [nextCart(), nextCart()]
    await hold(one, [{ ticketId: ticket.id, quantity: 2 }])
    await hold(two, [{ ticketId: ticket.id, quantity: 2 }])
    await letExpire(db, [two])
    const change = (capacity: number) =>
      transaction(db, tx => changeCapacity(tx, ticket, { mode: 'own', capacity }))
    await expect(change(1)).rejects.toMatchObject({
      code: 'ticket-capacity-below-sold',
      data: { capacity: 1, sold: 0, held: 2 },
    })
    await change(2)
    expect(await left(ticket.id)).toBe(0)
  })
})

describe('the upkeep of holds', () => {
  test('closes expired holds and corrects the counts, event by event', async () => {
    const [ticket, other] = [
      await aTicket(db, eventId, { mode: 'global', capacity: null, eventCapacity: 5 }),
      await aTicket(db, await anEvent(db), 5),
    ]
    const [late, open] = [nextCart(), nextCart()]
    await hold(late, [
      { ticketId: ticket.id, quantity: 2 },
      { ticketId: other.id, quantity: 1 },
    ])
    await hold(open, [{ ticketId: ticket.id, quantity: 1 }])
    await letExpire(db, [late])
    expect(await sweepExpired(db)).toBe(2)
    expect(await poolCounts(db, ticket.poolId)).toMatchObject({ held: 1 })
    expect(await poolCounts(db, other.poolId)).toMatchObject({ held: 0 })
    expect(await sweepExpired(db)).toBe(0)
  })

  test('deletes holds that ended a month ago, and no open or younger ones', async () => {
    const ticket = await aTicket(db, eventId, 5)
    const carts = [nextCart(), nextCart(), nextCart()]
    for (const cartId of carts) await hold(cartId, [{ ticketId: ticket.id, quantity: 1 }])
    await transaction(db, tx => releaseHolds(tx, carts.slice(0, 2)))
    await sql`update holds set created_at = now() - interval '31 days'
      where cart_id in (${carts[0]}, ${carts[2]})`.execute(db)
    await sql`insert into lane_batches (id, at)
      values (gen_random_uuid(), now() - interval '2 days')`.execute(db)
    await forgetFinished(db)
    const left = await db
      .selectFrom('holds')
      .select('cart_id')
      .where('ticket_id', '=', ticket.id)
      .execute()
    expect(left.map(({ cart_id }) => cart_id).toSorted((a, b) => a - b)).toEqual(carts.slice(1))
    expect(await db.selectFrom('lane_batches').selectAll().execute()).toEqual([])
  })
})
