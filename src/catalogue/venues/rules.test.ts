import { expect, test } from 'vitest'
import { stateProvince } from './rules.ts'

test('an address shows its state in the United States and its province elsewhere', () => {
  const place = { state: 'CA', province: 'Cape' }
  expect(stateProvince({ ...place, country: 'US' })).toBe('CA')
  expect(stateProvince({ ...place, country: 'United States' })).toBe('CA')
  expect(stateProvince({ ...place, country: '' })).toBe('CA')
  expect(stateProvince({ ...place, country: 'South Africa' })).toBe('Cape')
  expect(stateProvince({ country: 'US', state: '', province: 'Cape' })).toBe('Cape')
  expect(stateProvince({ country: 'France', state: 'x', province: '' })).toBe('')
})
