import { type Drawing, drawBand } from './draw-band.ts'
import { codeSize, drawModules } from './draw-code.ts'
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
import type { TicketSheet } from './ticket-sheet.ts'

const bottom = page.height - 72
const gap = 28

type FieldPosition = { x: number; y: number; width: number }
const wide = { x: page.margin, width: inner }

/** Draws a ticket on a page of its own, and on more where its texts need them. The QR code stands on the first. */
export function drawSheet(doc: Pdf, section: Structure, drawing: Drawing): void {
  const { sheet } = drawing
  let y = drawBand(doc, section, drawing)
  const notice = { tag: 'P', sizes: [13, 11], bold: true, linesMost: 2 } as const
  for (const text of sheet.notices) y = write(doc, section, { ...notice, text, y }) + 8
  const codeEnd = drawCode(doc, section, { sheet, y })
  const { side } = codeSize(sheet)
  const column = { x: page.margin, width: inner - side - gap }
  let place: FieldPosition = { ...column, y }
  for (const field of sheet.fields) {
    if (field.text === '') continue
    // Below the QR code the text may use the whole width.
    if (place.width === column.width && place.y > codeEnd) place = { ...wide, y: place.y }
    place = writeOnPages(doc, section, { sheet, field, place })
  }
  const below = (sheet.below ?? []).filter(({ text }) => text !== '')
  place = { ...wide, y: place.width === inner ? place.y : Math.max(place.y, codeEnd) }
  if (below.length > 0) place = drawFold(doc, section, { sheet, place })
  for (const field of below) place = writeOnPages(doc, section, { sheet, field, place })
  writeFooter(doc, section, sheet)
}

/** The QR code on the right, and below it the code to type; returns where they end. */
function drawCode(
  doc: Pdf,
  section: Structure,
  { sheet, y }: { sheet: TicketSheet; y: number },
): number {
  const { modules, size, side } = codeSize(sheet)
  const x = page.width - page.margin - side
  const figure = { alt: sheet.qr.alt, bbox: [x, y, x + side, y + side] }
  section.add(doc.struct('Figure', figure, () => drawModules(doc, modules, { x, y, size })))
  const { label, text } = sheet.code
  const typed = { tag: 'P', bold: true, sizes: [20, 17, 14, 11, 9, 7], linesMost: 1 } as const
  const end = write(doc, section, { ...centred({ ...typed, text, width: side }, x), y: y + side })
  const small = { tag: 'P', sizes: [8, 7], color: soft, linesMost: 2, width: side } as const
  return write(doc, section, { ...centred({ ...small, text: label }, x), y: end }) + 10
}

/** A text in the middle of a column, where it is one line. */
function centred<Text extends Parameters<typeof boxFor>[0] & { width: number }>(
  text: Text,
  x: number,
) {
  const box = boxFor(text)
  return { ...text, x: box.lines.length === 1 ? x + (text.width - widthOf(box)) / 2 : x }
}

/** Where the paper is folded, so that the code stays outside; left out where little room is left below. */
function drawFold(
  doc: Pdf,
  section: Structure,
  { sheet, place }: { sheet: TicketSheet; place: FieldPosition },
): FieldPosition {
  const y = place.y + 14
  if (sheet.fold === undefined || y + 120 > bottom) return { ...place, y }
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save().dash(4, { space: 4 }).lineWidth(0.8).strokeColor('#b9b0c0')
  doc
    .moveTo(page.margin, y)
    .lineTo(page.width - page.margin, y)
    .stroke()
    .restore()
  const label = { tag: 'P', text: sheet.fold, sizes: [8], linesMost: 1, color: soft } as const
  const labelWidth = widthOf(boxFor(label)) + 16
  const x = (page.width - labelWidth) / 2
  doc.rect(x, y - 6, labelWidth, 12).fill('#ffffff')
  doc.endMarkedContent()
  write(doc, section, { ...label, x: x + 8, y: y - 6, width: inner })
  return { ...place, y: y + 18 }
}

type LabelledText = { label: string; text: string }

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
  return { ...at, y: at.y + 9 }
}

const asLabel = { tag: 'P', sizes: [8], color: soft, linesMost: 1 } as const
const asText = { tag: 'P', sizes: [14, 12, 10, 8], linesMost: 3 } as const

function writeFooter(doc: Pdf, section: Structure, { footer, link }: TicketSheet) {
  const line = { tag: 'P', color: soft, linesMost: 1 } as const
  const y = write(doc, section, { ...line, text: footer, y: page.height - 60, sizes: [9, 7] })
  write(doc, section, { ...line, text: link, y, sizes: [9, 7, 5] })
}
