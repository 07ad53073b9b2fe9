import { expect, test } from 'vitest'
import {
  boundedPatterns,
  makingPatterns,
  patternsIn,
  patternsOfSource,
  patternsToProve,
  prove,
  provedPatterns,
  repeats,
} from './patterns.ts'

const isLong = process.env['LONG'] !== undefined
const { literal, made } = patternsOfSource()

test('every regular expression is proved to take linear time, or meets short texts only (docs/decisions/0062)', () => {
  const proved = new Set(provedPatterns())
  const unproved = patternsToProve().filter(({ text }) => !proved.has(text))
  expect(
    unproved.map(({ file, text }) => `${file}: ${text}`),
    'npm run generate proves them',
  ).toEqual([])
})

test('regular expressions are put together only where it is known of which parts', () => {
  const files = [...new Set(made.map(({ file }) => file))]
  expect(files.sort()).toEqual(Object.keys(makingPatterns))
})

test('what stands in the lists of exceptions is in the source', () => {
  const texts = new Set(literal.map(({ text }) => text))
  expect(Object.keys(boundedPatterns).filter(text => !texts.has(text))).toEqual([])
})

test('a planted pattern that is not linear is found, and its proof fails', async () => {
  const { literal: found } = patternsIn(
    'a.ts',
    'export const end = (t: string) => t.replace(/ +$/, "")',
  )
  expect(found.map(({ text }) => text)).toEqual(['/ +$/'])
  expect(repeats(String.raw`[+*]\+a{2,3}`)).toBe(false)
  expect(repeats('a{2,}')).toBe(true)
  await expect(prove({ file: 'a.ts', text: '/ +$/', source: ' +$', flags: '' })).rejects.toThrow(
    /2nd degree polynomial/,
  )
  expect(patternsIn('a.ts', 'new RegExp(text)').made).toHaveLength(1)
})

test.runIf(isLong)('the proofs can be repeated', async () => {
  for (const pattern of patternsToProve()) await prove(pattern)
})
