import { expect, test } from 'vitest'
import { readTicketsDraft } from './tickets-draft.ts'

const nothing = { way: 'stays', amount: '', capacity: '', max_per_order: '' }
const read = (more: object) => readTicketsDraft({ ...nothing, ...more }, 2)

test.each([
  [{ way: 'is', amount: '12,50' }, { price: '12.50' }],
  [{ way: 'more', amount: '2' }, { price_by: '2.00' }],
  [{ way: 'less', amount: '2.5' }, { price_by: '-2.50' }],
  [{ way: 'more_percent', amount: '10 %' }, { price_percent: '10' }],
  [{ way: 'less_percent', amount: '7,5' }, { price_percent: '-7.5' }],
  [
    { capacity: '80', max_per_order: '4' },
    { capacity: 80, max_per_order: 4 },
  ],
])('%j is sent as %j', (draft, change) => {
  expect(read(draft)).toEqual({ change })
})

test.each([
  [{}, ['way']],
  [{ way: 'is', amount: '' }, ['amount']],
  [{ way: 'less_percent', amount: '101' }, ['amount']],
  [
    { way: 'more', amount: '-3', capacity: '1.5', max_per_order: '0' },
    ['amount', 'capacity', 'max_per_order'],
  ],
])('%j is refused at its fields', (draft, fields) => {
  const result = read(draft)
  expect('problems' in result && Object.keys(result.problems)).toEqual(fields)
})
