/** The data of printed tickets, one page each. The PDF contains nothing else. */
export type TicketSheets = {
  /** The title of the document, such as `Tickets for The Tempest`; it names no person. */
  title: string
  /** The language of the labels, as a BCP 47 tag. */
  lang: string
  /** Reads the pictures of its events, when the document is drawn: one that is kept needs none. */
  readPictures?: () => Promise<readonly EventPicture[]>
  sheets: readonly TicketSheet[]
  /** `cut`: several on a page, to be cut apart, without names. Else a page each. */
  layout?: 'cut'
}

/** A picture of events, JPEG or PNG, by the number of its image. */
export type EventPicture = { id: number; content: Uint8Array }

export type TicketSheet = {
  /** The site that the ticket is from, on a band in its accent with a text colour that is readable on it. */
  brand?: { site: string; colour: string; onColour: string }
  title: string
  /** Which ticket of how many, such as `1 / 2`; none where it is alone. */
  number?: string
  /** The number of the image that the band shows. */
  picture?: number
  /** A notice when this is no valid ticket, for example because payments are simulated. */
  notices: readonly string[]
  /** The lines in their order; those without a text are left out. */
  fields: readonly { label: string; text: string }[]
  /** What is good to know, below the place where the paper is folded. */
  below?: readonly { label: string; text: string }[]
  /** What stands at the fold. */
  fold?: string
  qr: { content: string; alt: string }
  /** The code to type where the QR code cannot be read. */
  code: { label: string; text: string }
  /** The last line of the page. */
  footer: string
  link: string
}
