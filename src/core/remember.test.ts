// Database: none.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('a text is computed again only after as many other texts as are remembered', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 60 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 5 }), (asked, most) => {
      const made: string[] = []
      const shout = remember(most, text => {
        made.push(text)
        return text.toUpperCase()
      })
      const wanted: string[] = []
      for (const [at, text] of asked.entries()) {
        const before = asked.slice(0, at)
        const last = before.lastIndexOf(text)
        const since = new Set(before.slice(last + 1))
        if (last < 0 || since.size >= most) wanted.push(text)
        expect(shout(text)).toBe(text.toUpperCase())
      }
      expect(made).toEqual(wanted)
    }),
  )
})

test('a result without a value is remembered too', () => {
  let made = 0
  const nothing = remember(2, () => {
    made += 1
  })
  nothing('a')
  nothing('a')
  expect(made).toBe(1)
})
