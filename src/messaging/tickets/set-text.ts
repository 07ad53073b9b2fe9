import PdfDocument from 'pdfkit'
import { remember } from '../../core/remember.ts'
import type { FontName } from './font-table.ts'
import { fontOf, hasGlyphs } from './fonts.ts'
import { type Measure, type TextBox, textBox } from './text-box.ts'
import { visualRuns } from './text-runs.ts'

export type Pdf = InstanceType<typeof PdfDocument>
export type Structure = ReturnType<Pdf['struct']>

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 48 }
export const inner = page.width - 2 * page.margin
export const ink = '#111111'
export const soft = '#555555'

export type Writing = {
  tag: 'H1' | 'H2' | 'P'
  text: string
  y: number
  sizes: readonly number[]
  linesMost: number
  x?: number
  width?: number
  bold?: boolean
  color?: string
}

/** Writes a text as one structure element; returns the position of its end. */
export function write(doc: Pdf, section: Structure, writing: Writing): number {
  const { tag, y, x = page.margin, color = ink } = writing
  const box = boxFor(writing)
  if (box.lines.length === 0) return y
  section.add(doc.struct(tag, {}, () => drawBox(doc, box, { x, y, color })))
  return y + box.height
}

type Boxed = Pick<Writing, 'text' | 'sizes' | 'linesMost' | 'width' | 'bold'>

export function boxFor({ text, sizes, linesMost, width = inner, bold = false }: Boxed): TextBox {
  const font = bold ? 'bold' : 'sans'
  return boxOf(JSON.stringify([text, { width, sizes, linesMost, font }]))
}

/** The width of the widest line of a text that was set, in points. */
export const widthOf = ({ lines, size }: TextBox): number =>
  Math.max(0, ...lines.map(line => line.runs.reduce((sum, run) => sum + measure(run) * size, 0)))

const runsMost = 2000
const runsBy = {
  sans: remember(runsMost, text => visualRuns(text, 'sans', hasGlyphs)),
  bold: remember(runsMost, text => visualRuns(text, 'bold', hasGlyphs)),
}
const runsOf = (text: string, font: 'sans' | 'bold') => runsBy[font](text)

/**
 * Texts are measured with a document of their own, which nobody reads, and set once: labels, titles and places are the
 * same on one ticket after another.
 */
const ruler = new PdfDocument({ autoFirstPage: false, font: '' })
const measure: Measure = ({ text, font }) =>
  use(ruler, font).fontSize(1).widthOfString(text, { features: shaped })
const boxOf = remember(1000, question => {
  const [text, wanted] = JSON.parse(question) as [string, Parameters<typeof textBox>[1]]
  return textBox(text, wanted, { measure, runsOf })
})

/** Registers fonts by name: pdfkit would otherwise compare a parsed font with all others at each use. */
function use(doc: Pdf, name: FontName): Pdf {
  const names = registered.get(doc) ?? new Set()
  registered.set(doc, names)
  if (!names.has(name)) doc.registerFont(name, fontOf(name) as unknown as string)
  names.add(name)
  return doc.font(name)
}

const registered = new WeakMap<Pdf, Set<FontName>>()

/**
 * With any list of features fontkit shapes a run as a whole. Without one it shapes word by word, which puts Arabic
 * words in the wrong order.
 */
const shaped: [] = []

export function drawBox(
  doc: Pdf,
  box: TextBox,
  { x, y, color }: { x: number; y: number; color: string },
) {
  doc.fillColor(color)
  for (const [index, line] of box.lines.entries()) {
    // The text that is copied and read aloud, because shaped glyphs do not tell their letters.
    doc.markContent('Span', { actual: line.text })
    let left = x
    const baseline = y + index * box.lineHeight + box.size * 1.07
    for (const run of line.runs) {
      use(doc, run.font).fontSize(box.size)
      doc.text(run.text, left, baseline, {
        lineBreak: false,
        features: shaped,
        baseline: 'alphabetic',
      })
      left += doc.widthOfString(run.text, { features: shaped })
    }
    doc.endMarkedContent()
  }
}
