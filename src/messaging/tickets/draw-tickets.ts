import PdfDocument from 'pdfkit'
import { remember } from '../../core/remember.ts'
import type { FontName } from './font-table.ts'
import { fontOf, hasGlyphs } from './fonts.ts'
import { qrModules } from './qr-modules.ts'
import { type Measure, type TextBox, textBox } from './text-box.ts'
import { visualRuns } from './text-runs.ts'
import type { TicketSheet, TicketSheets } from './ticket-sheet.ts'

type Pdf = InstanceType<typeof PdfDocument>

/** A4 in points. */
const page = { width: 595.28, height: 841.89, margin: 48 }
const inner = page.width - 2 * page.margin
const bottom = page.height - 72
/** The width of a QR module: about a millimetre, which cameras of old phones can read. */
const moduleSize = 3
const quietModules = 4
const gap = 24
const ink = '#111111'
const soft = '#555555'

/** A document that gets its tickets one by one, so that others are drawn in between. */
export type OpenTickets = {
  draw(sheet: TicketSheet): void
  finish(): Promise<Buffer>
}

/** Begins a tagged PDF, one page for each ticket, whose text can be read aloud and copied. */
export function openTickets(
  { title, lang }: Pick<TicketSheets, 'title' | 'lang'>,
  madeAt: Date,
): OpenTickets {
  const doc = new PdfDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    // The types of pdfkit lack this option.
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    displayTitle: true,
    lang,
    // pdfkit's default font is a file beside the library, which the bundle does not contain; so no default is set.
    font: '',
    info: { Title: title, Creator: 'Marquee', Producer: 'Marquee', CreationDate: madeAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve).once('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    draw(sheet) {
      doc.addPage({ size: 'A4', margin: 0 })
      const section = doc.struct('Sect')
      root.add(section)
      drawSheet(doc, section, sheet)
      section.end()
    },
    async finish() {
      root.end()
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

type Structure = ReturnType<Pdf['struct']>

function drawSheet(doc: Pdf, section: Structure, sheet: TicketSheet) {
  let y = sheet.brand ? drawBand(doc, section, sheet.brand) : page.margin
  for (const notice of sheet.notices) {
    y =
      write(doc, section, {
        tag: 'P',
        text: notice,
        y,
        sizes: [13, 11],
        bold: true,
        linesMost: 2,
      }) + 8
  }
  y =
    write(doc, section, {
      tag: 'H1',
      text: sheet.title,
      y,
      sizes: [26, 22, 18, 14, 11, 8],
      bold: true,
      linesMost: 2,
    }) + 18
  const modules = qrModules(sheet.qr.content)
  const side = (modules.size + 2 * quietModules) * moduleSize
  const figure = { alt: sheet.qr.alt, bbox: [page.margin, y, page.margin + side, y + side] }
  section.add(doc.struct('Figure', figure, () => drawModules(doc, modules, { x: page.margin, y })))
  const column = { x: page.margin + side + gap, width: inner - side - gap }
  const beside = { y, end: y + side }
  const under = {
    x: page.margin,
    width: side,
    y: beside.end,
    sizes: [12, 10, 9, 8, 7],
    linesMost: 1,
  }
  const codeEnd = writeField(doc, section, { ...sheet.code, ...under })
  let place: FieldPosition = { ...column, y }
  for (const field of sheet.fields) {
    if (field.text === '') continue
    // Below the QR code the text may use the whole width.
    if (place.x === column.x && place.y > codeEnd) place = { ...wide, y: place.y }
    place = writeOnPages(doc, section, { sheet, field, place })
  }
  writeFooter(doc, section, sheet)
}

const bandHeight = 60

/** The band at the top of a ticket's first page; returns where the ticket begins below it. */
function drawBand(doc: Pdf, section: Structure, brand: NonNullable<TicketSheet['brand']>): number {
  // A colour is decoration, which nobody has read aloud.
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(0, 0, page.width, bandHeight).fill(brand.colour)
  doc.endMarkedContent()
  const name = {
    tag: 'P',
    text: brand.site,
    bold: true,
    sizes: [17, 14, 11, 8],
    linesMost: 1,
  } as const
  const top = (bandHeight - boxFor(name).height) / 2
  write(doc, section, { ...name, y: top, color: brand.onColour })
  return bandHeight + 32
}

type FieldPosition = { x: number; y: number; width: number }
const wide = { x: page.margin, width: inner }

/**
 * Writes a field, on the next page if this one has no room for it, and on several if no page has. Returns where the next
 * field stands.
 */
function writeOnPages(
  doc: Pdf,
  section: Structure,
  { sheet, field, place }: { sheet: TicketSheet; field: LabelledText; place: FieldPosition },
): FieldPosition {
  const nextPage = () => {
    writeFooter(doc, section, sheet)
    doc.addPage({ size: 'A4', margin: 0 })
    return { ...wide, y: page.margin }
  }
  const height = ({ width }: FieldPosition) =>
    [
      { ...asLabel, text: field.label, width },
      { ...asText, text: field.text, width },
    ].reduce((sum, part) => sum + boxFor(part).height, 0)
  const fits = place.y === page.margin || place.y + height(place) <= bottom
  let at = fits ? place : nextPage()
  at = { ...at, y: write(doc, section, { ...asLabel, ...at, text: field.label }) }
  const box = boxFor({ ...asText, text: field.text, width: at.width })
  for (let left = box.lines; left.length > 0; ) {
    const lines = left.slice(0, Math.max(1, Math.floor((bottom - at.y) / box.lineHeight)))
    const { x, y } = at
    section.add(doc.struct('P', {}, () => drawBox(doc, { ...box, lines }, { x, y, color: ink })))
    left = left.slice(lines.length)
    at = left.length > 0 ? nextPage() : { ...at, y: y + lines.length * box.lineHeight }
  }
  return { ...at, y: at.y + 8 }
}

type LabelledText = { label: string; text: string }
type Field = LabelledText & FieldPosition & Partial<Pick<Writing, 'sizes' | 'linesMost'>>

const asLabel = { tag: 'P', sizes: [8], color: soft, linesMost: 1 } as const
const asText = { tag: 'P', sizes: [14, 12, 10, 8], linesMost: 3 } as const

function writeField(doc: Pdf, section: Structure, { label, text, ...at }: Field): number {
  const y = write(doc, section, { ...at, ...asLabel, text: label })
  return write(doc, section, { ...asText, ...at, y, text })
}

function writeFooter(doc: Pdf, section: Structure, { footer, link }: TicketSheet) {
  const y = page.height - 60
  const next = write(doc, section, {
    tag: 'P',
    text: footer,
    y,
    sizes: [9, 7],
    color: soft,
    linesMost: 1,
  })
  write(doc, section, {
    tag: 'P',
    text: link,
    y: next,
    sizes: [9, 7, 5],
    color: soft,
    linesMost: 1,
  })
}

type Writing = {
  tag: 'H1' | 'P'
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
function write(doc: Pdf, section: Structure, writing: Writing): number {
  const { tag, y, x = page.margin, color = ink } = writing
  const box = boxFor(writing)
  if (box.lines.length === 0) return y
  section.add(doc.struct(tag, {}, () => drawBox(doc, box, { x, y, color })))
  return y + box.height
}

type Boxed = Pick<Writing, 'text' | 'sizes' | 'linesMost' | 'width' | 'bold'>

function boxFor({ text, sizes, linesMost, width = inner, bold = false }: Boxed): TextBox {
  const font = bold ? 'bold' : 'sans'
  return boxOf(JSON.stringify([text, { width, sizes, linesMost, font }]))
}

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

function drawBox(doc: Pdf, box: TextBox, { x, y, color }: { x: number; y: number; color: string }) {
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

type Modules = { size: number; get(row: number, column: number): number | boolean }

/** The QR code as rectangles, with neighbours in a row joined: sharp at every size, and smaller than a picture. */
function drawModules(doc: Pdf, modules: Modules, { x, y }: { x: number; y: number }) {
  const side = (modules.size + 2 * quietModules) * moduleSize
  doc.rect(x, y, side, side).fill('#ffffff')
  const at = (index: number) => (index + quietModules) * moduleSize
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      const from = column
      while (column < modules.size && modules.get(row, column)) column += 1
      doc.rect(x + at(from), y + at(row), (column - from) * moduleSize, moduleSize)
    }
  }
  doc.fill('#000000')
}
