import { expect, test } from 'vitest'
import { addressLines, placeInWords } from './postal-address.ts'

const hall = { name: 'Arlene Hall', address: '1111 SW Broadway', city: 'Portland', zip: '97205' }

test.each([
  [
    { ...hall, stateprovince: 'OR', country: 'United States' },
    'Arlene Hall, 1111 SW Broadway, Portland, OR 97205, United States',
  ],
  [
    { ...hall, stateprovince: 'OR', country: '' },
    'Arlene Hall, 1111 SW Broadway, Portland, OR 97205',
  ],
  [{ ...hall, country: 'USA' }, 'Arlene Hall, 1111 SW Broadway, 97205 Portland, USA'],
  [
    {
      name: 'Schauspielhaus',
      city: 'Zürich',
      zip: '8001',
      stateprovince: 'ZH',
      country: 'Switzerland',
    },
    'Schauspielhaus, 8001 Zürich, ZH, Switzerland',
  ],
  [
    {
      name: 'Massey Hall',
      city: 'Toronto',
      zip: 'M5B 1T4',
      stateprovince: 'ON',
      country: 'Canada',
    },
    'Massey Hall, Toronto, ON M5B 1T4, Canada',
  ],
  [
    {
      name: 'Konzerthaus',
      city: 'Berlin',
      zip: '10117',
      stateprovince: 'Berlin',
      country: 'Germany',
    },
    'Konzerthaus, 10117 Berlin, Germany',
  ],
  [{ name: 'Online' }, 'Online'],
])('a place is written as its country writes it: %j', (place, text) => {
  expect(placeInWords(place)).toBe(text)
})

test('the lines of an address have no empty ones', () => {
  expect(addressLines({ address: ' ', city: 'Oslo', zip: null })).toEqual(['Oslo'])
})
