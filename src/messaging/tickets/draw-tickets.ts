import PdfDocument from 'pdfkit'
import type { Picture } from './draw-band.ts'
import { cutOnPage, drawCut } from './draw-cut.ts'
import { drawSheet } from './draw-sheet.ts'
import type { Pdf, Structure } from './set-text.ts'
import type { EventPicture, TicketSheet, TicketSheets } from './ticket-sheet.ts'

/** A document that gets its tickets one by one, so that others are drawn in between. */
export type OpenTickets = {
  draw(sheet: TicketSheet): void
  finish(): Promise<Buffer>
}

type DocumentHead = {
  title: string
  lang: string
  pictures?: readonly EventPicture[]
  layout?: TicketSheets['layout']
}

/** Begins a tagged PDF, one page for each ticket or several on a page to cut, whose text can be read aloud and copied. */
export function openTickets(
  { title, lang, pictures = [], layout }: DocumentHead,
  madeAt: Date,
): OpenTickets {
  const { doc, root, finish } = openDocument({ title, lang }, madeAt)
  const opened = new Map(pictures.map(({ id, content }) => [id, openPicture(doc, content)]))
  let drawn = 0
  return {
    draw(sheet) {
      const at = layout === 'cut' ? drawn % cutOnPage : 0
      drawn += 1
      if (at === 0) doc.addPage({ size: 'A4', margin: 0 })
      const section = doc.struct('Sect')
      root.add(section)
      if (layout === 'cut') drawCut(doc, section, { sheet, at })
      else drawSheet(doc, section, { sheet, picture: opened.get(sheet.picture ?? 0) })
      section.end()
    },
    finish,
  }
}

type Opened = { doc: Pdf; root: Structure; finish: () => Promise<Buffer> }

/** Begins a tagged PDF without pages. */
export function openDocument(
  { title, lang }: Pick<DocumentHead, 'title' | 'lang'>,
  madeAt: Date,
): Opened {
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
    doc,
    root,
    finish: async () => {
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
