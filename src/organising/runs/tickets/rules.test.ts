import { expect, test } from 'vitest'
import type { ChangeableTicket } from '../../../ticketing/tickets/rules.ts'
import { judgeTicket, type TicketDetail, type TicketsWish } from './rules.ts'

const ticket: ChangeableTicket = {
  id: 4,
  event_id: 2,
  name: 'Standard',
  provider: 'tc',
  currency: 'EUR',
  price_minor: 1995,
  min_per_order: 2,
  max_per_order: 10,
  mode: 'own',
  capacity: 40,
  is_reduced: false,
}

function judged(wish: Partial<TicketsWish>, more: Partial<ChangeableTicket> = {}) {
  const { action, reason, detail } = judgeTicket({ ...ticket, ...more }, { event: 2, ...wish })
  const { changes } = detail as TicketDetail
  return [action, reason, ...changes.map(({ member, from, to }) => `${member} ${from} ${to}`)]
}

test.each([
  [{ price: '25' }, 'price 19.95 25.00'],
  [{ priceBy: '2.50' }, 'price 19.95 22.45'],
  [{ priceBy: '-2.50' }, 'price 19.95 17.45'],
  [{ pricePercent: '10' }, 'price 19.95 21.95'],
  [{ pricePercent: '-12.5' }, 'price 19.95 17.46'],
  [{ pricePercent: '-100' }, 'price 19.95 0.00'],
  [{ capacity: 60 }, 'capacity 40 60'],
  [{ maxPerOrder: 6 }, 'max_per_order 10 6'],
])('%j is planned as %s', (wish, change) => {
  expect(judged(wish)).toEqual(['do', null, change])
})

test.each([
  [{ price: '19.95' }, {}, 'same'],
  [{ price: '19.955' }, {}, 'not_exact'],
  [{ priceBy: '-20' }, {}, 'below_zero'],
  [{ price: '5' }, { provider: 'rsvp' }, 'no_price'],
  [{ capacity: 60 }, { mode: 'global' as const }, 'shared_stock'],
  [{ maxPerOrder: 1 }, {}, 'below_min'],
])('%j of a ticket with %j is left out as %s', (wish, more, reason) => {
  expect(judged(wish, more)).toEqual(['skip', reason])
})

test('a currency without decimals is rounded to its unit', () => {
  expect(judged({ pricePercent: '5' }, { currency: 'JPY', price_minor: 1990 })).toEqual([
    'do',
    null,
    'price 1990 2090',
  ])
})
