import bidiFactory, { type Bidi } from 'bidi-js'
import { type FontName, scripts } from './font-table.ts'

/** A piece of a line in one font and one direction, as the shaper receives it. */
export type TextRun = { text: string; font: FontName }

/** Whether a font has a glyph for every character of a text. */
export type HasGlyphs = (font: FontName, text: string) => boolean

// The package's types describe a newer module format; its export is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const emoji =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}|\u20E3/u
const isWord = /[\p{L}\p{N}]/u
const fallbacks: readonly FontName[] = ['sans', 'japanese', 'arabic', 'hebrew', 'thai', 'emoji']

/** The letter drawn for characters that no font has; `missingIn` counts them. */
const unknown = '?'

/**
 * Normalises a text for documents: composed characters, one line, without control characters and direction overrides.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
}

type Piece = { text: string; font: FontName; script: string; level: number }

/**
 * A line as runs in the order in which they are drawn from left to right. The text of a run is in reading order, or
 * reversed where the shaper does not reverse it itself.
 */
export function visualRuns(line: string, usual: 'sans' | 'bold', has: HasGlyphs): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line)
  const pieces: Piece[] = []
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels[index] ?? 0
    const before = pieces.at(-1)
    const { font, script, text } = fontFor(segment, { usual, has, before })
    if (text === '') continue
    const joins = before?.font === font && before.script === script && before.level === level
    if (joins) before.text += text
    else pieces.push({ text, font, script, level })
  }
  return reordered(pieces).map(piece => ({ text: shaperText(piece), font: piece.font }))
}

/** The scripts of the characters of a text that no font has, one for each character; `other` where we know no script. */
export function missingIn(text: string, has: HasGlyphs): string[] {
  return [...graphemes.segment(printable(text))]
    .map(({ segment }) => segment)
    .filter(segment => !isInvisible(segment) && fontOfSegment(segment, has) === undefined)
    .map(segment => scriptOf(segment)?.script ?? 'other')
}

const fontOfSegment = (segment: string, has: HasGlyphs) =>
  scriptOf(segment)?.fonts.find(font => has(font, segment)) ?? fontThatHas(segment, 'sans', has)

const scriptOf = (text: string) => scripts.find(({ pattern }) => pattern.test(text))

type Choice = { usual: 'sans' | 'bold'; has: HasGlyphs; before: Piece | undefined }

function fontFor(segment: string, { usual, has, before }: Choice) {
  const text = segment.replace(/[\uFE0E\uFE0F\u200E\u200F]/g, '')
  if (text === '') return { text, font: usual, script: '' }
  if (emoji.test(segment) && has('emoji', text)) {
    return { text, font: 'emoji' as const, script: 'emoji' }
  }
  const { fonts = [], script = '' } = scriptOf(text) ?? {}
  const own = fonts.find(font => has(font, text))
  if (own) return { text, font: own, script }
  if (before && continues(text, before, has)) {
    return { text, font: before.font, script: before.script }
  }
  const font = fontThatHas(text, usual, has)
  return font ? { text, font, script: '' } : { text: unknown, font: usual, script: '' }
}

/** Characters without a script of their own get the font of the text before them. */
const continues = (text: string, before: Piece, has: HasGlyphs) =>
  !isWord.test(text) && before.script !== 'emoji' && has(before.font, text)

const isInvisible = (text: string) => /^[\uFE0E\uFE0F\u200E\u200F\u200B-\u200D]*$/.test(text)

function fontThatHas(segment: string, usual: 'sans' | 'bold', has: HasGlyphs) {
  const text = segment.replace(/[\uFE0E\uFE0F\u200E\u200F]/g, '')
  return [usual, ...fallbacks].find(font => has(font, text))
}

/**
 * Rule L2 of the bidirectional algorithm on runs: from the highest level down, sequences of runs at that level or
 * above are reversed.
 */
function reordered(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to += 1
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = Math.max(from, to)
    }
  }
  return order
}

/** What the shaper takes for Arabic or Hebrew: digits of Arabic too, although they are read from left to right. */
const turnedByShaper = /\p{Script=Arabic}|\p{Script=Hebrew}|[\u0660-\u0669]/u

/** The shaper reverses Arabic and Hebrew itself, but does not mirror brackets. */
function shaperText({ text, level }: Piece): string {
  const isRightToLeft = level % 2 === 1
  const letters = [...graphemes.segment(text)].map(({ segment }) =>
    isRightToLeft ? (bidi.getMirroredCharacter(segment) ?? segment) : segment,
  )
  const isTurned = turnedByShaper.test(text)
  return (isTurned === isRightToLeft ? letters : letters.toReversed()).join('')
}
