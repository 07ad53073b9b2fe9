import fc from 'fast-check'
import { expect, test } from 'vitest'
import { singleBlanks } from './blanks.ts'

const blanks = fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00A0', '\u2003', '\uFEFF')
const text = fc.array(fc.oneof(blanks, fc.string({ maxLength: 3 }))).map(parts => parts.join(''))

test('every run of blanks becomes one space, and none is left at the ends', () => {
  fc.assert(
    fc.property(text, some => {
      expect(singleBlanks(some)).toBe(some.replace(/\s+/g, ' ').trim())
    }),
  )
})
