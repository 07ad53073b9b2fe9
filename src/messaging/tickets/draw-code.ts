import { qrModules } from './qr-modules.ts'
import type { Pdf } from './set-text.ts'
import type { TicketSheet } from './ticket-sheet.ts'

/**
 * The width of a QR module, in points: about a millimetre where the code is small, and never less than three quarters of
 * one, which cameras of old phones can read.
 */
const moduleSize = { most: 3, least: 2.2 }
const sideWanted = 200
const quietModules = 4

/** The QR code of a ticket, the size of its modules and of its side, in points. */
export function codeSize({ qr }: Pick<TicketSheet, 'qr'>) {
  const modules = qrModules(qr.content)
  const count = modules.size + 2 * quietModules
  const size = Math.min(moduleSize.most, Math.max(moduleSize.least, sideWanted / count))
  return { modules, size, side: count * size }
}

type Modules = { size: number; get(row: number, column: number): number | boolean }

/** The QR code as rectangles, with neighbours in a row joined: sharp at every size, and smaller than a picture. */
export function drawModules(
  doc: Pdf,
  modules: Modules,
  { x, y, size }: { x: number; y: number; size: number },
) {
  const side = modules.size + 2 * quietModules
  // In whole numbers of modules, which are the shortest to write.
  doc.save().translate(x, y).scale(size)
  doc.rect(0, 0, side, side).fill('#ffffff')
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      const from = column
      while (column < modules.size && modules.get(row, column)) column += 1
      doc.rect(from + quietModules, row + quietModules, column - from, 1)
    }
  }
  doc.fill('#000000').restore()
}
