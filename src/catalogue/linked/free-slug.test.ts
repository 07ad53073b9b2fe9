import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlug } from './free-slug.ts'
import { numberedSlug } from '../../core/slug.ts'

/** A store in memory that counts its queries. */
async function ask(wished: string, taken: ReadonlySet<string>) {
  let questions = 0
  const slug = await freeSlug(wished, async slugs => {
    questions += 1
    return new Set(slugs.filter(candidate => taken.has(candidate)))
  })
  return { slug, questions }
}

const numbered = (wished: string, numbers: readonly number[]) =>
  new Set(numbers.map(number => numberedSlug(wished, number)))

test.each(['yoga', 'x'.repeat(200)])(
  'the next free number is found in few queries when the taken numbers have no gap: %s',
  async wished => {
    for (const count of [0, 1, 2, 7, 8, 9, 15, 16, 17, 40, 999, 4096, 20_000]) {
      const taken = numbered(
        wished,
        Array.from({ length: count }, (_, index) => index + 1),
      )
      const { slug, questions } = await ask(wished, taken)
      expect(slug).toBe(numberedSlug(wished, count + 1))
      expect(questions).toBeLessThanOrEqual(6)
    }
  },
)

test('the returned slug is always free, and a gap among the first eight numbers is filled', async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(numbers, async some => {
      const taken = numbered('yoga', some)
      const { slug } = await ask('yoga', taken)
      expect(taken.has(slug)).toBe(false)
      const hole = [1, 2, 3, 4, 5, 6, 7, 8].find(number => !some.includes(number))
      if (hole !== undefined) expect(slug).toBe(numberedSlug('yoga', hole))
    }),
  )
})

test('an empty slug stays empty, without a query', async () => {
  expect(await ask('', new Set(['']))).toEqual({ slug: '', questions: 0 })
})
