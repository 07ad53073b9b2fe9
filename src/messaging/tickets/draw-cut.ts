import { codeSize, drawModules } from './draw-code.ts'
import { boxFor, page, type Pdf, soft, type Structure, widthOf, write } from './set-text.ts'
import type { TicketSheet } from './ticket-sheet.ts'

const rows = 4
const columns = 2
const edge = 24
const cell = { width: (page.width - 2 * edge) / columns, height: (page.height - 2 * edge) / rows }
const pad = 12

/** How many tickets a page to cut has. */
export const cutOnPage = rows * columns

type Placed = { sheet: TicketSheet; at: number }

/** Draws a ticket in its place on a page that is cut apart: event, ticket, time and place on the left, its code on the right. */
export function drawCut(doc: Pdf, section: Structure, { sheet, at }: Placed): void {
  const left = edge + (at % columns) * cell.width
  const top = edge + Math.floor(at / columns) * cell.height
  drawCutLines(doc, left, top)
  const { modules, size, side } = codeSize(sheet)
  const [x, y] = [left + cell.width - side - 2, top + 4]
  const figure = { alt: sheet.qr.alt, bbox: [x, y, x + side, y + side] }
  section.add(doc.struct('Figure', figure, () => drawModules(doc, modules, { x, y, size })))
  const typed = {
    tag: 'P',
    bold: true,
    text: sheet.code.text,
    sizes: [15, 12],
    linesMost: 1,
    width: side,
  } as const
  const typedX = x + (side - widthOf(boxFor(typed))) / 2
  write(doc, section, { ...typed, x: typedX, y: y + side })
  writeWords(doc, section, { sheet, x: left + pad, y: top + pad, width: x - left - pad })
}

/** Whom a ticket is for is the first field, and stands on no ticket that is still to be sold. */
function writeWords(
  doc: Pdf,
  section: Structure,
  { sheet, x, y, width }: { sheet: TicketSheet; x: number; y: number; width: number },
) {
  const column = { tag: 'P', x, width } as const
  const small = { ...column, color: soft, sizes: [7, 6], linesMost: 1 } as const
  let end = write(doc, section, { ...small, text: sheet.brand?.site ?? '', y })
  const title = { ...column, tag: 'H1', text: sheet.title, bold: true } as const
  end = write(doc, section, { ...title, y: end + 3, sizes: [12, 10, 8, 6], linesMost: 4 }) + 4
  for (const text of sheet.notices) {
    end = write(doc, section, { ...column, text, bold: true, y: end, sizes: [8], linesMost: 2 })
  }
  const [, kind, ...others] = sheet.fields
  const strong = { ...column, bold: true, sizes: [10, 8, 7], linesMost: 2 } as const
  end = write(doc, section, { ...strong, text: kind?.text ?? '', y: end }) + 3
  const bottom = y - pad + cell.height - 18
  for (const { text } of others) {
    const line = { ...column, text, sizes: [8, 7, 6], linesMost: 3 } as const
    if (text === '' || end + boxFor(line).height > bottom) continue
    end = write(doc, section, { ...line, y: end }) + 2
  }
  write(doc, section, { ...small, text: sheet.footer, y: bottom })
}

function drawCutLines(doc: Pdf, left: number, top: number) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save().dash(3, { space: 3 }).lineWidth(0.5).strokeColor('#b9b0c0')
  doc.rect(left, top, cell.width, cell.height).stroke().restore()
  doc.endMarkedContent()
}
