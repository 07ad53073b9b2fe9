import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font } from 'fontkit'
import { remember } from '../../core/remember.ts'
import type { FontName } from './font-table.ts'
import { harfbuzzShaper, type ShapeText } from './shape-text.ts'
import type { HasGlyphs } from './text-runs.ts'

const packages = createRequire(import.meta.url)
const google = '@expo-google-fonts'

/** A font of Google's packages: its folder, and the name in its file. */
const noto =
  (folder: string, name: string, weight = '400Regular') =>
  () =>
    packages.resolve(`${google}/${folder}/${weight}/${name}_${weight}.ttf`)
const notoSans = (script: string, name: string) => noto(`noto-sans-${script}`, `NotoSans${name}`)

/** These packages do not export their font files, so they are found next to a module that they do export. */
const cjk = (country: string, name: string) => () =>
  path.join(
    path.dirname(packages.resolve(`@embedpdf/fonts-${country}`)),
    `../fonts/${name}-Regular.otf`,
  )

/** TrueType and OpenType alone: text set in WOFF2 comes out blank (docs/decisions/0034-papers.md). */
const files: Record<FontName, () => string> = {
  sans: noto('noto-sans', 'NotoSans'),
  bold: noto('noto-sans', 'NotoSans', '700Bold'),
  emoji: noto('noto-emoji', 'NotoEmoji'),
  arabic: notoSans('arabic', 'Arabic'),
  hebrew: notoSans('hebrew', 'Hebrew'),
  thai: notoSans('thai', 'Thai'),
  armenian: notoSans('armenian', 'Armenian'),
  georgian: notoSans('georgian', 'Georgian'),
  bengali: notoSans('bengali', 'Bengali'),
  gurmukhi: notoSans('gurmukhi', 'Gurmukhi'),
  gujarati: notoSans('gujarati', 'Gujarati'),
  tamil: notoSans('tamil', 'Tamil'),
  telugu: notoSans('telugu', 'Telugu'),
  kannada: notoSans('kannada', 'Kannada'),
  malayalam: notoSans('malayalam', 'Malayalam'),
  sinhala: notoSans('sinhala', 'Sinhala'),
  khmer: notoSans('khmer', 'Khmer'),
  myanmar: notoSans('myanmar', 'Myanmar'),
  lao: notoSans('lao', 'Lao'),
  ethiopic: notoSans('ethiopic', 'Ethiopic'),
  japanese: cjk('jp', 'NotoSansJP'),
  korean: cjk('kr', 'NotoSansKR'),
  chinese: cjk('sc', 'NotoSansHans'),
}

/** The path of a font's file. Fails when its package is not installed. */
export const fontFile = (name: FontName): string => files[name]()

/** Whether the package of a font is there: those of `optionalPackages` may be missing. */
export function isInstalled(name: FontName): boolean {
  const file = installed.get(name)
  if (file !== undefined) return file
  let is = true
  try {
    is = existsSync(fontFile(name))
  } catch {
    is = false
  }
  installed.set(name, is)
  return is
}

const installed = new Map<FontName, boolean>()

const opened = new Map<FontName, Font>()

/** The font, parsed at its first use and kept: parsing takes longer than drawing a page with it. */
export function fontOf(name: FontName): Font {
  const cached = opened.get(name)
  if (cached) return cached
  const file = readFileSync(fontFile(name))
  const parsed = create(file) as Font
  const font = rememberingShapes(parsed, shaperOf(name, parsed, file))
  opened.set(name, font)
  return font
}

/** Fonts of scripts that fontkit does not shape as they are written. */
const byHarfbuzz: ReadonlySet<FontName> = new Set([
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'myanmar',
])

/** The shaper of a font. Where fontkit stops with an error, HarfBuzz sets the text, so that no name is without a ticket. */
function shaperOf(name: FontName, font: Font, file: Buffer): ShapeText {
  const layout = font.layout.bind(font)
  let other: ShapeText | undefined
  const harfbuzz: ShapeText = text => {
    other ??= harfbuzzShaper(file, font)
    return other(text)
  }
  if (byHarfbuzz.has(name)) return harfbuzz
  return text => {
    try {
      return layout(text, [])
    } catch {
      return harfbuzz(text)
    }
  }
}

/** How many texts of a font stay shaped. Tickets share most of theirs: labels, titles, dates and places. */
const shapedMost = 2000

/**
 * The same font, which shapes a text once: pdfkit has each text shaped four times, and shaping was two thirds of the work of a
 * ticket.
 */
function rememberingShapes(font: Font, shapeText: ShapeText): Font {
  const shape = font.layout.bind(font)
  const shapeOnce = remember(shapedMost, shapeText)
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
  if (!isInstalled(name)) return false
  const font = fontOf(name)
  return Array.from(text).every(
    letter =>
      letter === '\u200D' ||
      letter === '\u200C' ||
      font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  )
}
