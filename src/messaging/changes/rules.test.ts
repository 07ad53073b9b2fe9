import { expect, test } from 'vitest'
import { cursorOf, positionOf } from './rules.ts'

test('a cursor leads back to its position', () => {
  expect(positionOf('0123456789abcdef', cursorOf('0123456789abcdef', 812))).toBe(812)
})

test.each([
  ['of another installation', cursorOf('fedcba9876543210', 812)],
  ['that was never given', 'anything'],
  ['with something behind it', `${cursorOf('0123456789abcdef', 812)}x`],
  ['of nothing', ''],
])('a cursor %s is none', (_, cursor) => {
  expect(positionOf('0123456789abcdef', cursor)).toBeUndefined()
})
