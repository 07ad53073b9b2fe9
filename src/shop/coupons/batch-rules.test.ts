import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeLetters, judgeLines, randomCode } from './batch-rules.ts'

describe('a generated code', () => {
  test('is the prefix and eight letters of those that are not mistaken for others', () => {
    const random = fc.sample(fc.integer({ min: 0, max: 24 }), { numRuns: 200, seed: 7 })
    let at = 0
    for (let made = 0; made < 20; made += 1) {
      const code = randomCode('SPONSOR-', () => random[(at += 1) % random.length] ?? 0)
      expect(code).toMatch(/^SPONSOR-[34679ACDEFGHJKMNPQRTUVWXY]{8}$/)
    }
    expect(new Set(codeLetters).size).toBe(25)
    expect(codeLetters).not.toMatch(/[0O1IL2Z5S8B]/)
  })
})

describe('a list of codes', () => {
  const line = (at: number, code: string, name = '') => ({ line: at, code, name })
  test('is refused line by line: blank, too long, there already, twice in the list in any case', () => {
    const lines = [
      line(2, 'ADA'),
      line(3, ''),
      line(4, 'x'.repeat(201)),
      line(5, 'Winter'),
      line(6, 'ada'),
      line(7, 'BO', 'n'.repeat(201)),
      line(8, 'BO'),
    ]
    const { good, refused } = judgeLines(lines, new Set(['winter']))
    expect(good.map(({ code }) => code)).toEqual(['ADA', 'BO'])
    expect(refused.map(each => [each.line, each.reason])).toEqual([
      [3, 'It has no code.'],
      [4, 'The code is longer than 200 letters.'],
      [5, 'There is a coupon with this code already.'],
      [6, 'Line 2 has the same code.'],
      [7, 'The name is longer than 200 letters.'],
    ])
  })
})
