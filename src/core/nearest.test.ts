import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test('a misspelt name finds the name that was meant, and an unrelated name finds none', () => {
  const known = ['status', 'event', 'per_page', 'id']
  expect(nearest('statuss', known)).toBe('status')
  expect(nearest('Satus', known)).toBe('status')
  expect(nearest('event_id', known)).toBe('event')
  expect(nearest('perpage', known)).toBe('per_page')
  expect(nearest('colour', known)).toBeUndefined()
  expect(nearest('', known)).toBeUndefined()
})
