import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, type Palette, textContrast, themeOf } from './theme.ts'

const readable = ({ light, dark }: ReturnType<typeof themeOf>) =>
  [light, dark].flatMap((palette: Palette) =>
    (
      [
        ['ink', 'paper'],
        ['ink', 'card'],
        ['soft', 'paper'],
        ['soft', 'card'],
        ['accent', 'paper'],
        ['accent', 'card'],
        ['accent', 'accentSoft'],
        ['onAccent', 'accent'],
        ['good', 'goodSoft'],
        ['warn', 'warnSoft'],
        ['bad', 'badSoft'],
        ['bad', 'card'],
        ['bad', 'paper'],
      ] as const
    ).map(([text, behind]) => ({
      pair: `${text} on ${behind}`,
      colours: [palette[text], palette[behind]],
      contrast: contrast(palette[text], palette[behind]),
    })),
  )

test('every text colour of the theme is readable in the light and the dark scheme', () => {
  expect(readable(themeOf()).filter(pair => pair.contrast < textContrast)).toEqual([])
})

test('text in and on any accent colour that an organiser chooses is readable', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), number => {
      const accent = `#${number.toString(16).padStart(6, '0')}`
      expect(readable(themeOf(accent)).filter(pair => pair.contrast < textContrast)).toEqual([])
    }),
  )
})

test('an accent colour that is readable already stays unchanged', () => {
  expect(themeOf('#0b4f8a').light.accent).toBe('#0b4f8a')
  expect(themeOf('#9fd3ff').dark.accent).toBe('#9fd3ff')
})

test('black on white has the highest possible contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#777777')).toBe(1)
})
