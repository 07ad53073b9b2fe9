import { boxFor, inner, page, type Pdf, type Structure, widthOf, write } from './set-text.ts'
import type { TicketSheet } from './ticket-sheet.ts'

/** A picture that a document has once, however many of its pages show it. */
export type Picture = { width: number; height: number }

/** A ticket, and the picture of its event where it has one. */
export type Drawing = { sheet: TicketSheet; picture?: Picture | undefined }

const bandHeight = { plain: 128, withPicture: 212 }
const titleSizes = [28, 24, 20, 16, 12, 9] as const
const night = '#140b22'

/**
 * The band at the top of a ticket: the picture of the event under a veil, or else the site's accent, with the site, the
 * number of the ticket and the title of the event on it. Returns where the ticket begins below it.
 */
export function drawBand(doc: Pdf, section: Structure, { sheet, picture }: Drawing): number {
  const { brand = { site: '', colour: night, onColour: '#ffffff' }, title, number } = sheet
  const heading = {
    tag: 'H1',
    text: title,
    bold: true,
    sizes: titleSizes,
    linesMost: 2,
    color: picture ? '#ffffff' : brand.onColour,
  } as const
  const box = boxFor(heading)
  // A title that needs many lines makes the band higher: nothing is cut off.
  const height = Math.max(picture ? bandHeight.withPicture : bandHeight.plain, box.height + 84)
  // Colour and picture are decoration, which nobody has read aloud.
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(0, 0, page.width, height).fill(picture ? night : brand.colour)
  if (picture) drawPicture(doc, picture, height)
  doc.endMarkedContent()
  const small = { tag: 'P', bold: true, color: heading.color, y: 24, linesMost: 1 } as const
  write(doc, section, { ...small, text: brand.site, sizes: [13, 11, 9, 7], width: inner - 60 })
  const counter = { ...small, text: number ?? '', sizes: [13, 11] }
  write(doc, section, { ...counter, x: page.width - page.margin - widthOf(boxFor(counter)) })
  write(doc, section, { ...heading, y: height - box.height - 22 })
  return height + 28
}

/** The picture fills the band, cut at its edges, and darker where words stand on it. */
function drawPicture(doc: Pdf, picture: Picture, height: number) {
  const scale = Math.max(page.width / picture.width, height / picture.height)
  const [width, whole] = [picture.width * scale, picture.height * scale]
  doc.save().rect(0, 0, page.width, height).clip()
  const [x, y] = [(page.width - width) / 2, (height - whole) / 2]
  doc.image(picture as unknown as string, x, y, { width, height: whole })
  doc.restore()
  const veil = doc.linearGradient(0, 0, 0, height)
  veil.stop(0, night, 0.62).stop(0.4, night, 0.18).stop(0.62, night, 0.5).stop(1, night, 0.94)
  doc.rect(0, 0, page.width, height).fill(veil)
}
