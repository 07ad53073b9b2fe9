import { expect, test } from 'vitest'
import { zoneMeant } from './zone-meant.ts'

const zones = ['UTC', 'Europe/Oslo', 'America/New_York', 'America/Halifax', 'Test/Halifax']

test.each([
  ['Europe/Oslo', 'Europe/Oslo'],
  ['oslo', 'Europe/Oslo'],
  [' New York ', 'America/New_York'],
  ['utc', 'UTC'],
])('%j is the zone %s', (typed, zone) => {
  expect(zoneMeant(typed, zones)).toBe(zone)
})

test('a city of two zones, and what is no city, stay as they were typed', () => {
  expect(['Halifax', 'Atlantis', ''].map(typed => zoneMeant(typed, zones))).toEqual([
    'Halifax',
    'Atlantis',
    '',
  ])
})
