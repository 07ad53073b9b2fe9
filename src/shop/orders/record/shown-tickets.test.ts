import { describe, expect, test } from 'vitest'
import { areSameTickets, type ShownTicket } from './shown-tickets.ts'

const two: ShownTicket[] = [
  { ticketId: 1, quantity: 2, price: '30.00' },
  { ticketId: 2, quantity: 1, price: '0.00' },
]
const swapped = (change: Partial<ShownTicket>): ShownTicket[] =>
  two.map((ticket, at) => (at === 0 ? { ...ticket, ...change } : ticket))

describe('the tickets that were shown', () => {
  test('are the same in any order, and with their prices written in any way', () => {
    expect(areSameTickets(two.toReversed(), two)).toBe(true)
    expect(areSameTickets(swapped({ price: '30' }), two)).toBe(true)
    expect(areSameTickets(swapped({ price: undefined }), two)).toBe(true)
  })

  test.each([
    ['another ticket', swapped({ ticketId: 3 })],
    ['another quantity', swapped({ quantity: 3 })],
    ['another price', swapped({ price: '30.01' })],
    ['guests who decline', swapped({ going: false })],
    ['a ticket less', two.slice(1)],
    ['a ticket more', [...two, { ticketId: 3, quantity: 1 }]],
    ['a ticket twice instead of another', [two[0], two[0]] as ShownTicket[]],
  ])('differ by %s', (_, other) => {
    expect(areSameTickets(other, two)).toBe(false)
    expect(areSameTickets(two, other)).toBe(false)
  })
})
