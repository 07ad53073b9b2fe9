import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedOver } from './merge.ts'

test('what only the other changed is taken over, and what both changed is asked', () => {
  const first = { title: 'Night', day: '4', featured: false }
  const mine = { title: 'Late night', day: '4', featured: false }
  const theirs = { title: 'Long night', day: '5', featured: true }
  expect(mergedOver(first, { mine, theirs })).toEqual({
    values: { title: 'Late night', day: '5', featured: true },
    taken: ['day', 'featured'],
    clashes: [{ field: 'title', mine: 'Late night', theirs: 'Long night' }],
  })
})

test('nothing that somebody typed is lost, and nothing that the other saved is overwritten unasked', () => {
  const word = fc.constantFrom('a', 'b', 'c')
  const record = fc.record({ one: word, two: word, three: word })
  fc.assert(
    fc.property(record, record, record, (first, mine, theirs) => {
      const { values, taken, clashes } = mergedOver(first, { mine, theirs })
      for (const field of ['one', 'two', 'three'] as const) {
        const isAsked = clashes.some(clash => clash.field === field)
        if (mine[field] !== first[field]) expect(values[field]).toBe(mine[field])
        else expect(values[field]).toBe(theirs[field])
        expect(isAsked).toBe(
          mine[field] !== first[field] &&
            theirs[field] !== first[field] &&
            mine[field] !== theirs[field],
        )
        expect(taken.includes(field) && isAsked).toBe(false)
      }
    }),
  )
})
