import { expect, test, vi } from 'vitest'
import type { Entry } from './audit-words.ts'

// What a page would say of the site.
vi.stubGlobal('document', {
  querySelector: () => ({ textContent: '{"currency":"USD","exponent":2,"zone":"UTC"}' }),
})
const { differencesOf, whatWords, whoWords } = await import('./audit-words.ts')

const entry: Entry = {
  id: 1,
  at: '2026-11-21T12:00:00Z',
  actor: { type: 'user', id: 3, name: 'password:1', login: 'ana' },
  request_id: null,
  operation: 'updateTicket',
  action: 'changed',
  record: { type: 'ticket', id: 5, part: null },
  before: { price_minor: 3200, name: 'Standard' },
  after: { price_minor: 3500, name: 'Standard' },
  personal: null,
}

test('an entry says who changed the price of a ticket, from what to what', () => {
  expect(whoWords(entry)).toBe('ana')
  expect(whatWords(entry)).toBe('changed ticket 5')
  expect(differencesOf(entry)).toEqual([{ name: 'price', before: '$32.00', after: '$35.00' }])
})

test('what was made has its values, and a job is called by its name', () => {
  expect(differencesOf({ ...entry, before: null })).toHaveLength(2)
  const job = { type: 'job', id: null, name: 'holds', login: null } as const
  expect(whoWords({ ...entry, actor: job })).toBe('Job holds')
})
