/** Where single tickets are printed, from the root of the site. */
export const ticketPdfPath = '/tickets/pdf'

/** The address of a ticket as PDF: absolute, needs no sign-in, and carries the secret. */
export const ticketPdfUrl = (
  publicRoot: string,
  { id, security_code }: { readonly id: number; readonly security_code: string },
): string => `${publicRoot}${ticketPdfPath}/${id}/${encodeURIComponent(security_code)}.pdf`

/** The address of all tickets of an order as PDF, from that of its page. */
export const orderPdfUrl = (orderAddress: string): string =>
  orderAddress.replace('/tickets-order/?', '/tickets-order/tickets.pdf?')

/** The name of the file; it names nobody. */
export const pdfName = (orderId: number | null): string =>
  orderId === null ? 'ticket.pdf' : `tickets-${orderId}.pdf`
