import { expect, test } from 'vitest'
import { daysAfter, daysUntil, todayIn } from './days.ts'

test('today is a day on the clock of the zone', () => {
  const now = new Date('2026-11-21T23:30:00Z')
  expect(todayIn('Europe/Oslo', now)).toBe('2026-11-22')
  expect(todayIn('America/New_York', now)).toBe('2026-11-21')
})

test('days are counted over the ends of months, years and summer time', () => {
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysUntil('2026-03-30', 3)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
})
