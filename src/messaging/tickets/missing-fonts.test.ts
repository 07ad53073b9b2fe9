import { expect, test } from 'vitest'
import { sentencesOnFonts } from './missing-fonts.ts'
import type { HasGlyphs } from './text-runs.ts'

/** An installation without the optional fonts. */
const latin: HasGlyphs = (font, text) => font === 'sans' && /^[\p{Script=Latin} ]*$/u.test(text)

test('the operator is told which optional package has the letters that stored names need', () => {
  const said = sentencesOnFonts(['Ada', '张伟', 'አበበ', 'አበበ'], latin)
  expect(said).toHaveLength(2)
  expect(said[0]).toContain('in Chinese')
  expect(said[0]).toContain('npm install @embedpdf/fonts-sc@1.0.0')
  expect(said[1]).toContain('npm install @expo-google-fonts/noto-sans-ethiopic@0.4.2')
})

test('nothing is said of names that are printed, nor of letters that no package has', () => {
  expect(sentencesOnFonts(['Ada', '\u{13000}'], latin)).toEqual([])
})
