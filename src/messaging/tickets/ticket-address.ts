import { holderKey } from '../../ticketing/attendees/holder-key.ts'

type Ticket = { readonly id: number; readonly security_code: string }

type Passed = Ticket & { readonly generation: number; readonly passed_on_at: Date | null }

/** The path of a ticket's page, for those who have its code. */
export const ticketPath = ({ id, security_code: code }: Ticket): string =>
  `/ticket/${id}/${encodeURIComponent(code)}`

/**
 * The path of a ticket's page in a mail to its holder. If it was passed on, it has the secret with which this holder may pass it
 * on again or give it back; else that is for the buyer (contract.md 7.11).
 */
export const holderTicketPath = (key: Buffer, ticket: Passed): string =>
  ticket.passed_on_at === null
    ? ticketPath(ticket)
    : `${ticketPath(ticket)}?holder=${holderKey(key, ticket)}`

/** The path of single tickets as PDF. */
export const ticketPdfPath = '/tickets/pdf'

/** The absolute address of a ticket as PDF. It needs no sign-in, because it contains the ticket's secret. */
export const ticketPdfUrl = (publicRoot: string, { id, security_code: code }: Ticket): string =>
  `${publicRoot}${ticketPdfPath}/${id}/${encodeURIComponent(code)}.pdf`

/** The tickets of an order in one PDF. More are offered in parts, because each PDF is drawn while others wait. */
export const partSize = 100

/** The number of PDFs that so many tickets are. */
export const partsOf = (tickets: number): number => Math.max(1, Math.ceil(tickets / partSize))

/** The address of an order's tickets as PDF, or of a part of them, made from the address of its page. */
export const orderPdfUrl = (orderAddress: string, part?: number): string =>
  orderAddress.replace('/tickets-order/?', '/tickets-order/tickets.pdf?') +
  (part === undefined ? '' : `&part=${part}`)

/** The name of the file; it contains no person's name. */
export const pdfName = (orderId: number | null, part?: number): string =>
  orderId === null
    ? 'ticket.pdf'
    : `${['tickets', orderId, part].filter(one => one !== undefined).join('-')}.pdf`
