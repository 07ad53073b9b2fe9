import { expect, test } from 'vitest'
import { cursorOf, positionOf } from './rules.ts'

test('the position in a cursor is read back', () => {
  expect(positionOf('0123456789abcdef', cursorOf('0123456789abcdef', 812))).toBe(812)
})

test.each([
  ['of another installation', cursorOf('fedcba9876543210', 812)],
  ['that was never given', 'anything'],
  ['with something behind it', `${cursorOf('0123456789abcdef', 812)}x`],
  ['of nothing', ''],
])('the text %s is refused as a cursor', (_, cursor) => {
  expect(positionOf('0123456789abcdef', cursor)).toBeUndefined()
})
