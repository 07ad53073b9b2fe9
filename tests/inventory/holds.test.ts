import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../src/platform/db/transaction.ts'
import { extendHolds } from '../../src/ticketing/inventory/extend-holds.ts'
import { takeHolds } from '../../src/ticketing/inventory/hold.ts'
import { availability } from '../../src/ticketing/inventory/lookup.ts'
import type { Line } from '../../src/ticketing/inventory/rules.ts'
import { releaseHolds } from '../../src/ticketing/inventory/release-holds.ts'
import { returnUnits } from '../../src/ticketing/inventory/return-units.ts'
import { takeUnits } from '../../src/ticketing/inventory/take-units.ts'
import { openTestDatabase } from '../support/database.ts'
import {
  anEvent,
  aTicket,
  expectStockInOrder,
  letExpire,
  poolCounts,
  sellHolds,
  sellTo,
  writeAttendees,
} from './fixtures.ts'

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

describe('holding places', () => {
  test('takes places that nobody else can have until they are given back', async () => {
    const ticket = await aTicket(db, eventId, 2)
    const [mine, theirs] = [nextCart(), nextCart()]
    const held = await hold(mine, [{ ticketId: ticket.id, quantity: 2 }])
    expect(held.kind === 'held' && held.expiresAt.getTime() - Date.now()).toBeGreaterThan(890_000)
    expect(await left(ticket.id)).toBe(0)
    expect(await hold(theirs, [{ ticketId: ticket.id, quantity: 1 }])).toEqual({
      kind: 'short',
      shortages: [
        {
          ticketId: ticket.id,
          ticketName: 'Ticket of own',
          quantity: 1,
          requested: 1,
          available: 0,
        },
      ],
    })
    await transaction(db, tx => releaseHolds(tx, [mine]))
    await transaction(db, tx => releaseHolds(tx, [mine, theirs]))
    expect(await left(ticket.id)).toBe(2)
  })

  test('again counts the places of the same cart as free, and keeps them when it asks for too many', async () => {
    const ticket = await aTicket(db, eventId, 3)
    const mine = nextCart()
    await hold(mine, [{ ticketId: ticket.id, quantity: 2 }])
    expect((await hold(mine, [{ ticketId: ticket.id, quantity: 3 }])).kind).toBe('held')
    expect((await hold(mine, [{ ticketId: ticket.id, quantity: 4 }])).kind).toBe('short')
    expect(await poolCounts(db, ticket.poolId)).toEqual({ capacity: 3, held: 3, sold: 0 })
    const own = await availability(db, [ticket.id], mine)
    expect(own.get(ticket.id)?.available).toBe(3)
  })

  test('takes all lines or none, added up by ticket', async () => {
    const [one, two] = [await aTicket(db, eventId, 5), await aTicket(db, eventId, 1)]
    const mine = nextCart()
    const lines = [
      { ticketId: one.id, quantity: 1 },
      { ticketId: two.id, quantity: 1 },
      { ticketId: two.id, quantity: 1 },
    ]
    const answer = await hold(mine, lines)
    expect(answer).toMatchObject({ shortages: [{ ticketId: two.id, requested: 2, available: 1 }] })
    expect(await left(one.id)).toBe(5)
  })

  test('in a batch is decided request by request, in order of arrival', async () => {
    const ticket = await aTicket(db, eventId, 3)
    const carts = [nextCart(), nextCart(), nextCart(), nextCart()]
    const wants = [2, 2, 1, 1]
    const answers = await transaction(db, tx =>
      takeHolds(
        tx,
        carts.map((cartId, at) => ({
          cartId,
          lines: [{ ticketId: ticket.id, quantity: wants[at]! }],
          holdSeconds: 60,
        })),
      ),
    )
    expect(answers.map(({ kind }) => kind)).toEqual(['held', 'short', 'held', 'short'])
  })

  test('of an unknown ticket is short, with nothing available', async () => {
    const answer = await hold(nextCart(), [{ ticketId: 4_000_000, quantity: 1 }])
    expect(answer).toMatchObject({ kind: 'short', shortages: [{ available: 0 }] })
  })
})

describe('the expiry of a hold', () => {
  test('frees its places at that very instant, for readers and buyers', async () => {
    const ticket = await aTicket(db, eventId, 2)
    const [late, quick] = [nextCart(), nextCart()]
    await hold(late, [{ ticketId: ticket.id, quantity: 2 }])
    await letExpire(db, [late])
    expect(await left(ticket.id)).toBe(2)
    expect((await hold(quick, [{ ticketId: ticket.id, quantity: 2 }])).kind).toBe('held')
    expect(await sell(late)).toMatchObject({ kind: 'short', shortages: [{ available: 0 }] })
    expect(await sell(quick)).toMatchObject({ kind: 'sold', units: [{ quantity: 2 }] })
  })

  test('does not prevent selling it when the stock is still free', async () => {
    const ticket = await aTicket(db, eventId, 3)
    const [late, other] = [nextCart(), nextCart()]
    await hold(late, [{ ticketId: ticket.id, quantity: 2 }])
    await letExpire(db, [late])
    await hold(other, [{ ticketId: ticket.id, quantity: 2 }])
    await transaction(db, tx => releaseHolds(tx, [other]))
    expect(await sell(late)).toMatchObject({ kind: 'sold', units: [{ quantity: 2 }] })
    expect(await poolCounts(db, ticket.poolId)).toEqual({ capacity: 3, held: 0, sold: 2 })
  })

  test('in part of a cart over two events leads to a sale of the whole cart or of nothing', async () => {
    const other = await aTicket(db, await anEvent(db), 1)
    const ticket = await aTicket(db, eventId, 1)
    const [mine, rival] = [nextCart(), nextCart()]
    await hold(mine, [
      { ticketId: ticket.id, quantity: 1 },
      { ticketId: other.id, quantity: 1 },
    ])
    await letExpire(db, [mine])
    await hold(rival, [{ ticketId: other.id, quantity: 1 }])
    expect(await sell(mine)).toMatchObject({ kind: 'short', shortages: [{ ticketId: other.id }] })
    await transaction(db, tx => releaseHolds(tx, [rival]))
    expect(await sell(mine)).toMatchObject({ kind: 'sold', units: [{}, {}] })
  })

  test('before the cart was emptied excludes a sale afterwards', async () => {
    const ticket = await aTicket(db, eventId, 2)
    const [mine, rival] = [nextCart(), nextCart()]
    await hold(mine, [{ ticketId: ticket.id, quantity: 2 }])
    await letExpire(db, [mine])
    await hold(rival, [{ ticketId: ticket.id, quantity: 1 }])
    await hold(mine, [{ ticketId: ticket.id, quantity: 1 }])
    await transaction(db, tx => releaseHolds(tx, [mine]))
    expect(await sell(mine)).toEqual({ kind: 'short', shortages: [] })
  })

  test('is postponed but never brought forward when a payment starts, and an expired hold stays expired', async () => {
    const ticket = await aTicket(db, eventId, 2)
    const [mine, other] = [nextCart(), nextCart()]
    const held = await hold(mine, [{ ticketId: ticket.id, quantity: 2 }], 900)
    const extend = (leastSeconds: number, notAfter: Date | null = null) =>
      transaction(db, async tx =>
        (await extendHolds(tx, [{ cartId: mine, notAfter }], { leastSeconds })).get(mine),
      )
    expect(await extend(10)).toEqual(held.kind === 'held' ? held.expiresAt : undefined)
    const extended = (await extend(1800))!
    expect(extended.getTime()).toBeGreaterThan(Date.now() + 1_790_000)
    const limit = new Date(Date.now() + 3_000_000)
    expect(await extend(3600, new Date())).toEqual(extended)
    expect(await extend(3600, limit)).toEqual(limit)
    await letExpire(db, [mine])
    await hold(other, [{ ticketId: ticket.id, quantity: 1 }])
    expect(await extend(600)).toBeUndefined()
  })
})

describe('selling and giving back', () => {
  test('sells what a cart holds once; a second sale or a later release changes nothing', async () => {
    const ticket = await aTicket(db, eventId, 5)
    const mine = nextCart()
    await hold(mine, [{ ticketId: ticket.id, quantity: 2 }])
    expect(await sell(mine)).toMatchObject({
      units: [{ ticketId: ticket.id, quantity: 2, poolId: ticket.poolId, sharedPoolId: null }],
    })
    expect(await sell(mine)).toEqual({ kind: 'short', shortages: [] })
    await transaction(db, tx => releaseHolds(tx, [mine]))
    const twice = nextCart()
    await hold(twice, [{ ticketId: ticket.id, quantity: 1 }])
    const both = await transaction(db, tx => sellTo(tx, [twice, twice]))
    expect(both.map(({ kind }) => kind)).toEqual(['sold', 'short'])
    expect(await poolCounts(db, ticket.poolId)).toEqual({ capacity: 5, held: 0, sold: 3 })
  })

  test('can sell the lines of an order whatever its cart holds', async () => {
    const ticket = await aTicket(db, eventId, 5)
    const mine = nextCart()
    await hold(mine, [{ ticketId: ticket.id, quantity: 4 }])
    const lines = [{ ticketId: ticket.id, quantity: 5 }]
    const [answer] = await transaction(db, tx => sellTo(tx, [{ cartId: mine, lines }]))
    expect(answer).toMatchObject({ kind: 'sold', units: [{ quantity: 5 }] })
    const none = await transaction(db, tx => sellHolds(tx, [{ cartId: nextCart(), lines: [] }]))
    expect(none).toEqual([{ kind: 'sold', units: [] }])
  })

  test('sells a deleted ticket to those who hold it and to nobody else', async () => {
    const ticket = await aTicket(db, eventId, 5)
    const [mine, late, other] = [nextCart(), nextCart(), nextCart()]
    await hold(mine, [{ ticketId: ticket.id, quantity: 1 }])
    await hold(late, [{ ticketId: ticket.id, quantity: 1 }])
    await db.deleteFrom('tickets').where('id', '=', ticket.id).execute()
    const lines = [{ ticketId: ticket.id, quantity: 1 }]
    const [sold] = await transaction(db, tx => sellTo(tx, [{ cartId: mine, lines }]))
    expect(sold?.kind).toBe('sold')
    await letExpire(db, [late])
    expect((await sell(late)).kind).toBe('sold')
    expect((await hold(other, lines)).kind).toBe('short')
    const [refused] = await transaction(db, tx => sellTo(tx, [{ cartId: other, lines }]))
    expect(refused?.kind).toBe('short')
  })

  test('takes stock for staff without a cart, all lines or none', async () => {
    const ticket = await aTicket(db, eventId, 2)
    const take = (quantity: number) =>
      transaction(db, async tx => {
        const taken = await takeUnits(tx, [{ ticketId: ticket.id, quantity }])
        if (taken.kind === 'sold') await writeAttendees(tx, taken.units)
        return taken.kind
      })
    expect([await take(3), await take(2), await take(1)]).toEqual(['short', 'sold', 'short'])
    await transaction(db, async tx => {
      await returnUnits(tx, [{ poolId: ticket.poolId, quantity: 2 }])
      await tx
        .updateTable('attendees')
        .set({ stock: 'returned' })
        .where('pool_id', '=', ticket.poolId)
        .execute()
    })
    expect(await left(ticket.id)).toBe(2)
  })

  test('more than was sold is refused by the database', async () => {
    const ticket = await aTicket(db, eventId, 2)
    const back = transaction(db, tx => returnUnits(tx, [{ poolId: ticket.poolId, quantity: 1 }]))
    await expect(back).rejects.toThrow(/pools_count_is_not_negative/)
  })
})
