import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font } from 'fontkit'
import { remember } from '../../core/remember.ts'
import type { FontName, HasGlyphs } from './text-runs.ts'

const packages = createRequire(import.meta.url)
const google = '@expo-google-fonts'

/** TrueType and OpenType alone: text set in WOFF2 comes out blank (docs/decisions/0034-papers.md). */
const files: Record<FontName, () => string> = {
  sans: () => packages.resolve(`${google}/noto-sans/400Regular/NotoSans_400Regular.ttf`),
  bold: () => packages.resolve(`${google}/noto-sans/700Bold/NotoSans_700Bold.ttf`),
  arabic: () =>
    packages.resolve(`${google}/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf`),
  hebrew: () =>
    packages.resolve(`${google}/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf`),
  thai: () => packages.resolve(`${google}/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf`),
  // The package does not export its font files, so they are found next to a module that it does export.
  japanese: () =>
    path.join(
      path.dirname(packages.resolve('@embedpdf/fonts-jp')),
      '../fonts/NotoSansJP-Regular.otf',
    ),
  emoji: () => packages.resolve(`${google}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`),
}

/** The path of a font's file. */
export const fontFile = (name: FontName): string => files[name]()

const opened = new Map<FontName, Font>()

/** The font, parsed at its first use and kept: parsing takes longer than drawing a page with it. */
export function fontOf(name: FontName): Font {
  const known = opened.get(name)
  if (known) return known
  const font = rememberingShapes(create(readFileSync(fontFile(name))) as Font)
  opened.set(name, font)
  return font
}

/** How many texts of a font stay shaped. Tickets share most of theirs: labels, titles, dates and places. */
const shapedMost = 2000

/**
 * The same font, which shapes a text once: pdfkit has each text shaped four times, and shaping was two thirds of the work of a
 * ticket.
 */
function rememberingShapes(font: Font): Font {
  const shape = font.layout.bind(font)
  const shapeOnce = remember(shapedMost, text => shape(text, []))
  const layout: Font['layout'] = (text, features, ...more) => {
    const isPlain = Array.isArray(features) && features.length === 0 && more.length === 0
    if (!isPlain) return shape(text, features, ...more)
    const run = shapeOnce(text)
    // pdfkit scales the positions of the run that it gets.
    const positions = run.positions.map(position => ({ ...position }))
    return Object.create(run, { positions: { value: positions } })
  }
  return Object.assign(font, { layout })
}

export const hasGlyphs: HasGlyphs = (name, text) => {
  const font = fontOf(name)
  return Array.from(text).every(
    letter =>
      letter === '\u200D' ||
      letter === '\u200C' ||
      font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  )
}
