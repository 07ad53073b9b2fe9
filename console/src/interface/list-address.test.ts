import { expect, test } from 'vitest'
import { attendeesShape } from '../../../src/organising/lists/attendees-shape.ts'
import { eventsShape } from '../../../src/organising/lists/events-shape.ts'
import { ordersShape } from '../../../src/organising/lists/orders-shape.ts'
import { booksShape, paymentsShape } from '../../../src/organising/lists/payments-shape.ts'
import {
  addressIn,
  addressOf,
  attendeeParameters,
  bookParameters,
  eventParameters,
  narrowedTo,
  orderParameters,
  paymentParameters,
  queryOf,
} from './list-address.ts'

const known: Readonly<Record<string, readonly string[]>> = {
  orders: orderParameters,
  attendees: attendeeParameters,
  events: eventParameters,
  payments: paymentParameters,
  books: bookParameters,
}

test.each([ordersShape, attendeesShape, eventsShape, paymentsShape, booksShape])(
  'the screen of $name keeps every filter of the interface, so that no saved view loses one',
  ({ name, filters }) => {
    const parts = Object.entries(filters).flatMap(([filter, { kind }]) =>
      kind === 'moment' || kind === 'amount'
        ? ['', '.gte', '.lte'].map(bound => `filter.${filter}${bound}`)
        : [`filter.${filter}`],
    )
    expect(known[name]).toEqual(expect.arrayContaining(parts))
    // And each is shown in words, with a way to take it away.
    const address = Object.fromEntries(parts.map(part => [part, '1']))
    expect(narrowedTo(address, []).map(({ part }) => part)).toEqual(parts)
  },
)

test('a saved view is the address without the panel, and opens as it was saved', () => {
  const address = {
    search: 'anna & söhne',
    'filter.status': 'paid,open',
    sort: '-total',
    open: '12',
  }
  const query = queryOf(address)
  expect(query).toBe('search=anna+%26+s%C3%B6hne&filter.status=paid%2Copen&sort=-total')
  expect(addressOf(orderParameters)(addressIn(query))).toEqual({
    search: 'anna & söhne',
    'filter.status': 'paid,open',
    sort: '-total',
  })
})

test('what narrows a list is told in words, but for what a field of the screen shows', () => {
  const address = { 'filter.total.gte': '50', 'filter.status': 'paid', sort: 'total', search: 'x' }
  expect(narrowedTo(address, ['filter.status'])).toEqual([
    { part: 'filter.total.gte', what: 'Total from', value: '50' },
    { part: 'sort', what: 'Sorted by', value: 'total' },
  ])
})
