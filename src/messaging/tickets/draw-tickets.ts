import PdfDocument from 'pdfkit'
import type { Picture } from './draw-band.ts'
import { drawSheet } from './draw-sheet.ts'
import type { Pdf } from './set-text.ts'
import type { EventPicture, TicketSheet } from './ticket-sheet.ts'

/** A document that gets its tickets one by one, so that others are drawn in between. */
export type OpenTickets = {
  draw(sheet: TicketSheet): void
  finish(): Promise<Buffer>
}

type DocumentHead = { title: string; lang: string; pictures?: readonly EventPicture[] }

/** Begins a tagged PDF, one page for each ticket, whose text can be read aloud and copied. */
export function openTickets(
  { title, lang, pictures = [] }: DocumentHead,
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
  const opened = new Map(pictures.map(({ id, content }) => [id, openPicture(doc, content)]))
  return {
    draw(sheet) {
      doc.addPage({ size: 'A4', margin: 0 })
      const section = doc.struct('Sect')
      root.add(section)
      drawSheet(doc, section, { sheet, picture: opened.get(sheet.picture ?? 0) })
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

/** A picture that the document has once. One that cannot be read is left out: a ticket is valid without it. */
function openPicture(doc: Pdf, content: Uint8Array): Picture | undefined {
  const { openImage } = doc as unknown as { openImage: (bytes: Buffer) => Picture }
  try {
    return openImage.call(doc, Buffer.from(content))
  } catch {
    return undefined
  }
}
