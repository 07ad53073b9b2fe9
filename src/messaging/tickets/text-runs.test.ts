import { expect, test } from 'vitest'
import { type HasGlyphs, missingIn, printable, visualRuns } from './text-runs.ts'

/** Fonts that have what their names say. */
const has: HasGlyphs = (font, text) => {
  const pattern = {
    sans: /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{M}\x20-\x7e]*$/u,
    bold: /^[\p{Script=Latin}\p{M}\x20-\x7e]*$/u,
    arabic: /^[\p{Script=Arabic}\p{M} .()]*$/u,
    hebrew: /^[\p{Script=Hebrew}\p{M} .()]*$/u,
    thai: /^[\p{Script=Thai}\p{M} ]*$/u,
    japanese: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana} ]*$/u,
    emoji: /^[\p{Extended_Pictographic}\u200D]*$/u,
  }[font as string]
  return pattern?.test(text) ?? false
}
const drawn = (text: string) => visualRuns(text, 'sans', has).map(run => [run.font, run.text])

test.each([
  ['Ada Lovelace', [['sans', 'Ada Lovelace']]],
  ['Łukasz Żółć', [['sans', 'Łukasz Żółć']]],
  // Right to left as a whole: the words stay together, the shaper turns them.
  ['שלום עולם', [['hebrew', 'שלום עולם']]],
  // A number within keeps its own direction, and stands to the left of what it follows.
  [
    'שלום 12 עולם',
    [
      ['hebrew', 'עולם'],
      ['sans', ' '],
      ['sans', '12'],
      ['hebrew', 'שלום '],
    ],
  ],
  [
    'Ada שלום',
    [
      ['sans', 'Ada '],
      ['hebrew', 'שלום'],
    ],
  ],
  [
    '山田 Ada',
    [
      ['japanese', '山田 '],
      ['sans', 'Ada'],
    ],
  ],
  [
    'Ada 👩‍🚀!',
    [
      ['sans', 'Ada '],
      ['emoji', '👩‍🚀'],
      ['sans', '!'],
    ],
  ],
])('the text %s is drawn from left to right as %j', (text, runs) => {
  expect(drawn(text)).toEqual(runs)
})

test('brackets in right-to-left text are mirrored by us, because the shaper does not mirror them', () => {
  const runs = drawn('(שלום) עולם')
  expect(runs.map(([, text]) => text).join('')).toContain('(')
  expect(runs.at(-1)).toEqual(['sans', ')'])
})

test('Devanagari is drawn with its own font, although the Latin font has its letters', () => {
  expect(drawn('Ada अदा')).toEqual([
    ['sans', 'Ada '],
    ['sans', 'अदा'],
  ])
})

test('a letter that no font has is drawn as a question mark and counted', () => {
  expect(drawn('a\u{13000}b')).toEqual([['sans', 'a?b']])
  expect(missingIn('a\u{13000}b한', has)).toEqual(['other', 'Korean'])
  expect(missingIn('Ada שלום 👩‍🚀', has)).toEqual([])
})

test('control characters and direction overrides are not printed', () => {
  expect(printable('  a\u202Eb\u0000c\n d\u200B ')).toBe('abc d\u200B')
})
