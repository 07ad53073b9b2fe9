import { printable, type TextRun } from './text-runs.ts'

/** The width of a run at a font size of one point; it is proportional to the size. */
export type Measure = (run: TextRun) => number

export type Line = { text: string; runs: readonly TextRun[] }
export type TextBox = { size: number; lineHeight: number; lines: readonly Line[]; height: number }

type TextFit = {
  width: number
  /**
   * Font sizes from the preferred one to the smallest. At the smallest the text may take as many lines as it needs.
   */
  sizes: readonly number[]
  linesMost: number
  font: 'sans' | 'bold'
}

type Setting = {
  measure: Measure
  /** A text as runs, in the order in which they are drawn. */
  runsOf: (text: string, font: 'sans' | 'bold') => readonly TextRun[]
}

const leading = 1.36
const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Sets a text in a column, in the largest size at which it fits the allowed lines, or else in the smallest with as
 * many lines as needed. Nothing is cut off.
 */
export function textBox(text: string, wanted: TextFit, { measure, ...setting }: Setting): TextBox {
  const runsOf = (part: string) => setting.runsOf(part, wanted.font)
  const widthOf = (part: string) => runsOf(part).reduce((sum, run) => sum + measure(run), 0)
  // Each word is measured once, because letters never join across words and widths are proportional to the size.
  const parts = wordsOf(printable(text)).map(part => ({ part, width: widthOf(part) }))
  let best = { size: 0, lines: [] as string[] }
  for (const size of wanted.sizes) {
    best = { size, lines: fill(parts, { columns: wanted.width / size, widthOf }) }
    if (best.lines.length <= wanted.linesMost) break
  }
  const { size } = best
  const lines = best.lines.map(line => ({ text: line, runs: runsOf(line) }))
  const lineHeight = size * leading
  return { size, lineHeight, lines, height: lines.length * lineHeight }
}

type Part = { part: string; width: number }
type Filling = { columns: number; widthOf: (part: string) => number }

/** Fills lines word by word; `columns` is the width of a line in a size of one point. */
function fill(parts: readonly Part[], { columns, widthOf }: Filling): string[] {
  const narrow = parts.flatMap(one =>
    one.width <= columns
      ? [one]
      : lettersOf(one.part).map(part => ({ part, width: widthOf(part) })),
  )
  const lines: string[] = []
  let line = ''
  let filled = 0
  for (const { part, width } of narrow) {
    // A space at the end of a line takes no room.
    const bare = part.endsWith(' ') ? width - widthOf(' ') : width
    if (line !== '' && filled + bare > columns) {
      lines.push(line.trim())
      line = ''
      filled = 0
    }
    line += part
    filled += width
  }
  if (line.trim() !== '') lines.push(line.trim())
  return lines
}

const lettersOf = (part: string) => [...graphemes.segment(part)].map(({ segment }) => segment)

/** Words with their following space and punctuation; an opening bracket belongs to the word after it. */
function wordsOf(text: string): string[] {
  const parts: string[] = []
  let opened = ''
  for (const { segment, isWordLike } of words.segment(text)) {
    if (/^[([{«“‘¿¡]+$/u.test(segment)) opened += segment
    else if (isWordLike || opened !== '' || parts.length === 0) {
      parts.push(opened + segment)
      opened = ''
    } else parts[parts.length - 1] += segment
  }
  return opened === '' ? parts : [...parts, opened]
}
