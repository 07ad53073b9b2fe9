import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNestedDeeper } from './json-body.ts'

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
    : 0

test('a body counts as deeper than a limit exactly when its parsed value is', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, levels) => {
      const deeper = levelsOf(JSON.parse(text)) > levels
      expect(isNestedDeeper(Buffer.from(text), levels)).toBe(deeper)
    }),
  )
})

test.each([
  ['brackets in a text', JSON.stringify('['.repeat(100)), false],
  ['a quote escaped before brackets', JSON.stringify({ a: `"${'['.repeat(100)}` }), false],
  ['65 arrays', '['.repeat(65) + ']'.repeat(65), true],
  ['64 arrays', '['.repeat(64) + ']'.repeat(64), false],
  ['brackets that nothing closes', '[{"a":'.repeat(40), true],
])('depth is counted right: %s', (_what, text, deeper) => {
  expect(isNestedDeeper(Buffer.from(text), 64)).toBe(deeper)
})
