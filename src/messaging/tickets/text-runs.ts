import bidiFactory, { type Bidi } from 'bidi-js'

/** The fonts of documents. `sans` has Latin, Greek, Cyrillic, Vietnamese and Devanagari. */
export type FontName = 'sans' | 'bold' | 'arabic' | 'hebrew' | 'thai' | 'japanese' | 'emoji'

/** A piece of a line that one font sets in one direction, as it is handed to the shaper. */
export type TextRun = { text: string; font: FontName }

/** Whether a font has a glyph for every character of a text. */
export type HasGlyphs = (font: FontName, text: string) => boolean

// Its types describe a module of the newer form; what it exports is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Scripts that the shaper must get alone, by the font that has them. */
const scripts: readonly (readonly [RegExp, FontName, string])[] = [
  [/\p{Script=Arabic}/u, 'arabic', 'arabic'],
  [/\p{Script=Hebrew}/u, 'hebrew', 'hebrew'],
  [/\p{Script=Thai}/u, 'thai', 'thai'],
  [/\p{Script=Devanagari}/u, 'sans', 'devanagari'],
  [/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u, 'japanese', 'japanese'],
]
const emoji =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}|\u20E3/u
const isWord = /[\p{L}\p{N}]/u
const fallbacks: readonly FontName[] = ['sans', 'japanese', 'arabic', 'hebrew', 'thai', 'emoji']

/** What no font has: drawn as this, and told by `missingIn`. */
const unknown = '?'

/** Text as documents take it: composed, one line, without control characters and overrides of its direction. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
}

type Piece = { text: string; font: FontName; script: string; level: number }

/**
 * A line in the order in which it is drawn from left to right. Each run is in the order in which it is read, or already
 * reversed where the shaper would not do that itself.
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

/** How many characters of a text no font has. */
export function missingIn(text: string, has: HasGlyphs): number {
  return [...graphemes.segment(printable(text))].filter(
    ({ segment }) => !isInvisible(segment) && fontThatHas(segment, 'sans', has) === undefined,
  ).length
}

type Choice = { usual: 'sans' | 'bold'; has: HasGlyphs; before: Piece | undefined }

function fontFor(segment: string, { usual, has, before }: Choice) {
  const text = segment.replace(/[\uFE0E\uFE0F\u200E\u200F]/g, '')
  if (text === '') return { text, font: usual, script: '' }
  if (emoji.test(segment) && has('emoji', text)) {
    return { text, font: 'emoji' as const, script: 'emoji' }
  }
  const [, own, script = ''] = scripts.find(([pattern]) => pattern.test(text)) ?? []
  if (own && has(own, text)) return { text, font: own, script }
  if (before && continues(text, before, has)) {
    return { text, font: before.font, script: before.script }
  }
  const font = fontThatHas(text, usual, has)
  return font ? { text, font, script: '' } : { text: unknown, font: usual, script: '' }
}

/** What belongs to no script stands with what it follows. */
const continues = (text: string, before: Piece, has: HasGlyphs) =>
  !isWord.test(text) && before.script !== 'emoji' && has(before.font, text)

const isInvisible = (text: string) => /^[\uFE0E\uFE0F\u200E\u200F\u200B-\u200D]*$/.test(text)

function fontThatHas(segment: string, usual: 'sans' | 'bold', has: HasGlyphs) {
  const text = segment.replace(/[\uFE0E\uFE0F\u200E\u200F]/g, '')
  return [usual, ...fallbacks].find(font => has(font, text))
}

/** Rule L2 of the bidirectional algorithm, over pieces: from the highest level down, what stands as high is turned. */
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

/** The shaper turns Arabic and Hebrew by itself, and mirrors nothing. */
function shaperText({ text, script, level }: Piece): string {
  if (level % 2 === 0) return text
  const letters = [...graphemes.segment(text)].map(
    ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment,
  )
  const turnsItself = script === 'arabic' || script === 'hebrew'
  return (turnsItself ? letters : letters.toReversed()).join('')
}
