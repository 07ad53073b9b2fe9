import { expect, test } from 'vitest'
import { mayAttach, sizeInMail } from './rules.ts'

test('a file grows by more than a third inside a mail', () => {
  expect([0, 1, 57, 58, 57_000].map(sizeInMail)).toEqual([0, 78, 78, 156, 78_000])
})

test('a file is attached up to the limit, and never where there is none', () => {
  expect(mayAttach(748 * 57, 57)).toBe(true)
  expect(mayAttach(748 * 57 + 1, 57)).toBe(false)
  expect(mayAttach(1, 0)).toBe(false)
})
