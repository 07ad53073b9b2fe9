import { openDocument } from './draw-tickets.ts'
import type { Paper, PaperPart } from './paper.ts'
import {
  boxFor,
  drawBox,
  ink,
  inner,
  page,
  type Pdf,
  soft,
  type Structure,
  widthOf,
  write,
} from './set-text.ts'

const bottom = page.height - 64
const amountWidth = 130

/** A tagged PDF of a paper: a table for each part, so that amounts are read aloud with their labels. */
export async function drawPaper(paper: Paper, madeAt: Date): Promise<Buffer> {
  const { doc, root, finish } = openDocument({ title: paper.title, lang: paper.lang }, madeAt)
  doc.addPage({ size: 'A4', margin: 0 })
  const section = doc.struct('Sect')
  root.add(section)
  const line = { tag: 'P', sizes: [10], color: soft, linesMost: 2 } as const
  let y: number = page.margin
  for (const text of paper.about) y = write(doc, section, { ...line, text, y }) + 2
  const title = { tag: 'H1', sizes: [22, 18, 15], bold: true, linesMost: 3 } as const
  y = write(doc, section, { ...title, text: paper.heading, y }) + 10
  for (const part of paper.parts) y = drawPart(doc, section, { part, y })
  if (paper.lines.length > 0) drawLines(doc, section, { names: paper.lines, y })
  section.end()
  return finish()
}

/** Where something of a height stands: here, or at the top of the next page. */
function roomFor(doc: Pdf, y: number, height: number): number {
  if (y + height <= bottom) return y
  doc.addPage({ size: 'A4', margin: 0 })
  return page.margin
}

function drawPart(
  doc: Pdf,
  section: Structure,
  { part, y: from }: { part: PaperPart; y: number },
): number {
  const heading = { tag: 'H2', sizes: [13, 11], bold: true, linesMost: 2 } as const
  // A heading stands with two rows at least.
  let y = roomFor(doc, from + 12, 70)
  y = write(doc, section, { ...heading, text: part.heading, y }) + 4
  if (part.rows.length > 0) {
    const table = doc.struct('Table')
    section.add(table)
    for (const row of part.rows) y = drawRow(doc, table, { row, y })
    table.end()
  }
  for (const text of part.notes ?? []) {
    const note = { tag: 'P', sizes: [9], linesMost: 4, text } as const
    y = roomFor(doc, y, boxFor(note).height)
    y = write(doc, section, { ...note, y }) + 3
  }
  return y
}

function drawRow(
  doc: Pdf,
  table: Structure,
  { row, y: from }: { row: PaperPart['rows'][number]; y: number },
): number {
  const { label, text, isSum: bold = false } = row
  const labelled = { text: label, sizes: [10], linesMost: 2, width: inner - amountWidth - 10, bold }
  const amount = boxFor({ text, sizes: [10, 8], linesMost: 1, width: amountWidth, bold })
  const box = boxFor(labelled)
  const height = Math.max(box.height, amount.height)
  const y = roomFor(doc, from, height + 8)
  const line = doc.struct('TR')
  table.add(line)
  if (bold) drawRule(doc, y - 1)
  const right = page.width - page.margin - widthOf(amount)
  line.add(doc.struct('TH', {}, () => drawBox(doc, box, { x: page.margin, y, color: ink })))
  line.add(doc.struct('TD', {}, () => drawBox(doc, amount, { x: right, y, color: ink })))
  line.end()
  return y + height + 4
}

function drawRule(doc: Pdf, y: number) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .lineWidth(0.6)
    .strokeColor(ink)
    .moveTo(page.margin, y)
    .lineTo(page.width - page.margin, y)
    .stroke()
  doc.endMarkedContent()
}

function drawLines(
  doc: Pdf,
  section: Structure,
  { names, y: from }: { names: readonly string[]; y: number },
) {
  const y = roomFor(doc, from + 44, 30)
  const width = (inner - 24 * (names.length - 1)) / names.length
  for (const [at, text] of names.entries()) {
    const x = page.margin + at * (width + 24)
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .lineWidth(0.6)
      .strokeColor(ink)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke()
    doc.endMarkedContent()
    write(doc, section, {
      tag: 'P',
      text,
      x,
      y: y + 4,
      width,
      sizes: [9],
      linesMost: 1,
      color: soft,
    })
  }
}
