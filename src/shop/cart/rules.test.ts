import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brokenLimit,
  type CartLine,
  changedLines,
  lastEnd,
  lastExtension,
  type LimitedTicket,
  placesOf,
  unnamedLines,
} from './rules.ts'

const ticket = (id: number, changes: Partial<LimitedTicket> = {}): LimitedTicket => ({
  id,
  eventId: 1,
  name: `Ticket ${id}`,
  provider: 'tc',
  minPerOrder: 1,
  maxPerOrder: 10,
  sharedPoolId: null,
  ...changes,
})
const tickets = (...list: LimitedTicket[]) => new Map(list.map(each => [each.id, each]))
const line = (ticket_id: number, quantity: number, changes: Partial<CartLine> = {}): CartLine => ({
  ticket_id,
  event_id: 1,
  quantity,
  opted_out: true,
  going: null,
  names: [],
  ...changes,
})
const ann = { full_name: 'Ann', email: 'ann@example.org' }
const bo = { full_name: 'Bo', email: 'bo@example.org' }

describe('a change of a cart', () => {
  const known = tickets(ticket(1), ticket(2), ticket(3, { provider: 'rsvp' }))
  const change = (current: CartLine[], ...lines: { ticketId: number; quantity: number }[]) =>
    changedLines(current, { lines, names: null }, known)

  test('replaces the listed tickets in place and keeps the others', () => {
    const current = [line(1, 2), line(2, 3)]
    expect(change(current, { ticketId: 1, quantity: 5 })).toEqual([line(1, 5), line(2, 3)])
    expect(change(current, { ticketId: 1, quantity: 0 })).toEqual([line(2, 3)])
    expect(change(current)).toEqual(current)
  })

  test('ignores tickets that are unknown', () => {
    expect(change([line(1, 1)], { ticketId: 9, quantity: 4 })).toEqual([line(1, 1)])
  })

  test('keeps RSVPs that accept apart from RSVPs that decline', () => {
    const lines = [
      { ticketId: 3, quantity: 2 },
      { ticketId: 3, quantity: 1, going: false },
      { ticketId: 3, quantity: 1, going: true },
    ]
    const after = changedLines([], { lines, names: null }, known)
    expect(after).toEqual([line(3, 3, { going: true }), line(3, 1, { going: false })])
    expect(placesOf(after)).toEqual([{ ticketId: 3, quantity: 3 }])
    expect(change(after, { ticketId: 3, quantity: 1 })).toEqual([line(3, 1, { going: true })])
  })

  test('gives the names to places in order, across both lines of an RSVP', () => {
    const current = [line(3, 1, { going: true }), line(3, 2, { going: false })]
    const names = [{ ticketId: 3, items: [ann, bo] }]
    expect(changedLines(current, { lines: null, names }, known).map(each => each.names)).toEqual([
      [ann],
      [bo],
    ])
  })

  test('does not depend on how a quantity is split into rows', () => {
    const rows = fc.array(
      fc.record({
        ticketId: fc.integer({ min: 1, max: 2 }),
        quantity: fc.integer({ min: 0, max: 5 }),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const joined = [1, 2].flatMap(ticketId => {
          const own = second.filter(row => row.ticketId === ticketId)
          const quantity = own.reduce((sum, row) => sum + row.quantity, 0)
          return own.length > 0 ? [{ ticketId, quantity }] : []
        })
        const current = change([], ...first)
        const quantities = (lines: CartLine[]) =>
          new Map(lines.map(each => [each.ticket_id, each.quantity]))
        const after = change(current, ...second)
        expect(quantities(after)).toEqual(quantities(change(current, ...joined)))
        expect(after.every(({ quantity }) => quantity > 0)).toBe(true)
        expect(quantities(change(after, ...second))).toEqual(quantities(after))
      }),
    )
  })
})

describe('a limit per order', () => {
  test('counts all lines of a ticket together', () => {
    const known = tickets(ticket(1, { maxPerOrder: 4 }))
    expect(brokenLimit([line(1, 4)], known)).toBeUndefined()
    const lines = [line(1, 3, { going: true }), line(1, 2, { going: false })]
    expect(brokenLimit(lines, known)).toMatchObject({ requested: 5, allowed: 4 })
  })

  test('counts tickets with shared stock together, up to the highest of their limits', () => {
    const shared = { sharedPoolId: 7 }
    const known = tickets(
      ticket(1, { ...shared, maxPerOrder: 2 }),
      ticket(2, { ...shared, maxPerOrder: 5 }),
      ticket(3, { maxPerOrder: 9 }),
    )
    expect(brokenLimit([line(1, 2), line(2, 3), line(3, 9)], known)).toBeUndefined()
    expect(brokenLimit([line(1, 2), line(2, 4)], known)).toMatchObject({ requested: 6, allowed: 5 })
    expect(brokenLimit([line(1, 3)], known)).toMatchObject({ requested: 3, allowed: 2 })
  })
})

test('a ticket that requires names requires a name and an address for every place', () => {
  const lines = [
    line(1, 2, { names: [ann, bo] }),
    line(2, 2, { names: [ann] }),
    line(3, 1, { names: [{ full_name: 'Cy', email: '' }] }),
    line(4, 5),
  ]
  const lacking = unnamedLines(lines, id => id !== 4)
  expect(lacking.map(each => each.ticket_id)).toEqual([2, 3])
})

describe('how long a hold can last', () => {
  const since = new Date('2026-11-23T20:00:00Z')
  const minutesOf = (end: Date | null) => end && (end.getTime() - since.getTime()) / 60_000

  test.each([
    { holdMinutes: 15, last: 45, extended: 35 },
    { holdMinutes: 10, last: 30, extended: 20 },
    { holdMinutes: 1, last: 3, extended: 2 },
  ])('$holdMinutes minutes become $last at most, of which a payment has its part', one => {
    const seconds = one.holdMinutes * 60
    expect(minutesOf(lastEnd(since, seconds))).toBe(one.last)
    const cart = { held_since: since, hold_extended: false }
    expect(minutesOf(lastExtension(cart, seconds))).toBe(one.extended)
    expect(minutesOf(lastExtension({ ...cart, hold_extended: true }, seconds))).toBe(one.last)
  })

  test('has no end for holds that began before their beginning was written down', () => {
    expect(lastExtension({ held_since: null, hold_extended: false }, 900)).toBeNull()
  })
})
