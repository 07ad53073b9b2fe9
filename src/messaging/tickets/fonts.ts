import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font } from 'fontkit'
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
  const font = create(readFileSync(fontFile(name))) as Font
  opened.set(name, font)
  return font
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
