/** Tickets as they are printed: one page each, and nothing in it that the page does not show. */
export type TicketSheets = {
  /** Of the document, e.g. `Tickets for The Tempest`; names nobody. */
  title: string
  /** The language of the labels, as BCP 47 says it. */
  lang: string
  sheets: readonly TicketSheet[]
}

export type TicketSheet = {
  title: string
  /** What makes it something else than a valid ticket, e.g. that payments are simulated. */
  notices: readonly string[]
  /** In this order; those without a text are left out. */
  fields: readonly { label: string; text: string }[]
  qr: { content: string; alt: string }
  /** To be typed where the picture cannot be read. */
  code: { label: string; text: string }
  /** The last line of the page. */
  footer: string
  link: string
}
