// Database: none.
import { expect, test } from 'vitest'
import { eveningAt } from '../../../door/src/evening.ts'

const at = (utc: string, zone = 'Europe/Oslo') => eveningAt(new Date(utc), zone)

test('a door that was opened in the evening is the same after midnight, and another one in the morning', () => {
  expect(at('2026-11-26T18:00:00Z')).toBe('2026-11-26')
  expect(at('2026-11-26T23:30:00Z')).toBe('2026-11-26')
  expect(at('2026-11-27T03:59:59Z')).toBe('2026-11-26')
  expect(at('2026-11-27T04:00:00Z')).toBe('2026-11-27')
})

test('the evening is on the clock of the event, wherever the phone comes from', () => {
  expect(at('2026-11-27T03:00:00Z', 'America/New_York')).toBe('2026-11-26')
  expect(at('2026-11-26T21:00:00Z', 'Asia/Tokyo')).toBe('2026-11-27')
})
