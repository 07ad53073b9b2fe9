import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideStock,
  holdsToSell,
  type LastingHold,
  type PoolState,
  type Stock,
  type StockRequest,
} from './rules.ts'

const pool = (
  id: number,
  capacity: number | null,
  sharedPoolId: number | null = null,
): PoolState => ({
  id,
  sharedPoolId,
  capacity,
  held: 0,
  sold: 0,
})
const ticket = (id: number, poolId: number) => ({ id, name: `Ticket ${id}`, eventId: 1, poolId })

const stockOf = (pools: PoolState[], tickets: ReturnType<typeof ticket>[]): Stock => ({
  pools: new Map(pools.map(one => [one.id, one])),
  tickets: new Map(tickets.map(one => [one.id, one])),
  holds: [],
})
const want = (cartId: number, quantity: number, as: 'held' | 'sold' = 'held'): StockRequest => ({
  cartId,
  take: [{ ticketId: 1, quantity }],
  as,
})

describe('deciding about stock', () => {
  test('requests get stock in order while it lasts, and later ones get what is left', () => {
    const { decisions } = decideStock(stockOf([pool(1, 3)], [ticket(1, 1)]), [
      want(1, 2),
      want(2, 2),
      want(3, 1),
    ])
    expect(decisions.map(({ kind }) => kind)).toEqual(['taken', 'short', 'taken'])
  })

  test('a cart that asks twice in one batch gets its last request', () => {
    const { changes } = decideStock(stockOf([pool(1, 3)], [ticket(1, 1)]), [want(1, 3), want(1, 1)])
    expect(changes.pools.get(1)).toEqual({ held: 1, sold: 0 })
    expect(changes.opened).toMatchObject([{ cartId: 1, quantity: 1, state: 'open', request: 1 }])
  })

  test('holds that are sold unchanged keep their rows', () => {
    const stock = {
      ...stockOf([{ ...pool(1, 3), held: 2 }], [ticket(1, 1)]),
      holds: [{ id: 7, cartId: 1, ticketId: 1, poolId: 1, quantity: 2 }],
    }
    const { changes } = decideStock(stock, [want(1, 2, 'sold')])
    expect(changes.closed).toEqual([{ id: 7, state: 'sold' }])
    expect(changes.opened).toEqual([])
    expect(changes.pools.get(1)).toEqual({ held: -2, sold: 2 })
  })

  test('no decision takes more than there is, and no request that fits is refused', () => {
    const line = fc.record({
      ticketId: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 4 }),
    })
    const request = fc.record({
      cartId: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      take: fc.array(line, { maxLength: 4 }),
      as: fc.constantFrom('held' as const, 'sold' as const),
    })
    const capacity = fc.option(fc.integer({ min: 0, max: 8 }), { nil: null })
    fc.assert(
      fc.property(
        fc.tuple(capacity, capacity, capacity),
        fc.array(request, { maxLength: 12 }),
        (caps, requests) => {
          const pools = [pool(1, caps[0]), pool(2, caps[1], 9), pool(3, null, 9), pool(9, caps[2])]
          const stock = stockOf(pools, [ticket(1, 1), ticket(2, 2), ticket(3, 3)])
          const { decisions, changes } = decideStock(stock, requests)
          expect(decisions.map(({ kind }) => kind)).toEqual(naive(caps, requests))
          for (const { id, capacity: limit } of pools) {
            const change = changes.pools.get(id) ?? { held: 0, sold: 0 }
            expect(Math.min(change.held, change.sold)).toBeGreaterThanOrEqual(0)
            expect(change.held + change.sold).toBeLessThanOrEqual(limit ?? Infinity)
          }
        },
      ),
    )
  })
})

/** The same decisions, recounting everything each time. Tickets 2 and 3 share a stock, 2 is capped. */
function naive(caps: readonly (number | null)[], requests: readonly StockRequest[]) {
  const carts = new Map<number, Map<number, number>>()
  const sold = new Map<number, number>()
  const sum = (lines: Iterable<Map<number, number>>, ids: number[]) =>
    [...lines].reduce((all, one) => all + ids.reduce((n, id) => n + (one.get(id) ?? 0), 0), 0)
  return requests.map(({ cartId, take, as }) => {
    const wish = new Map<number, number>()
    for (const { ticketId, quantity } of take)
      wish.set(ticketId, (wish.get(ticketId) ?? 0) + quantity)
    const others = [...carts].flatMap(([id, lines]) => (id === cartId ? [] : [lines]))
    const groups: [number[], number | null | undefined][] = [
      [[1], caps[0]],
      [[2], caps[1]],
      [[2, 3], caps[2]],
    ]
    const fits = groups.every(
      ([ids, cap]) =>
        sum([wish], ids) === 0 || sum([...others, sold, wish], ids) <= (cap ?? Infinity),
    )
    if (!fits) return 'short'
    if (cartId !== null) carts.delete(cartId)
    if (as === 'held' && cartId !== null) carts.set(cartId, wish)
    else for (const [id, quantity] of wish) sold.set(id, (sold.get(id) ?? 0) + quantity)
    return 'taken'
  })
}

describe('holds that are sold as they are', () => {
  const hold = (id: number, cartId: number, ticketId: number, quantity: number): LastingHold => ({
    id,
    cartId,
    ticketId,
    quantity,
    poolId: ticketId,
    sharedPoolId: null,
    eventId: 1,
  })
  const lasting = [hold(1, 10, 1, 2), hold(2, 10, 2, 1), hold(3, 11, 1, 3)]
  const asked = (cartId: number, ...lines: [ticketId: number, quantity: number][]) => ({
    cartId,
    lines: lines.map(([ticketId, quantity]) => ({ ticketId, quantity })),
  })
  const idsFor = (...carts: Parameters<typeof holdsToSell>[0]) =>
    holdsToSell(carts, lasting)?.map(held => held.map(({ id }) => id))

  test('are those of each cart, in the order of the carts, when it asks for just what it holds', () => {
    expect(idsFor(asked(11, [1, 3]), asked(10, [2, 1], [1, 2]))).toEqual([[3], [1, 2]])
    expect(idsFor(asked(10, [1, 1], [2, 1], [1, 1]))).toEqual([[1, 2]])
    expect(idsFor({ cartId: 11, lines: undefined })).toEqual([[3]])
    expect(idsFor(asked(12), asked(11, [1, 3]))).toEqual([[], [3]])
  })

  test('are none when one cart asks for more, less or another ticket, or is named twice', () => {
    const others = [
      [asked(11, [1, 4])],
      [asked(11, [1, 2])],
      [asked(11, [2, 3])],
      [asked(10, [1, 2])],
      [asked(11)],
      [asked(12, [1, 1])],
      [{ cartId: 12, lines: undefined }],
      [asked(11, [1, 3]), asked(11, [1, 3])],
      [asked(10, [1, 2], [2, 1]), asked(11, [1, 4])],
    ]
    for (const carts of others) expect(idsFor(...carts)).toBeUndefined()
  })
})
