import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '../../core/errors.ts'
import { findLinkedOrder } from '../../shop/orders/record/find-linked-order.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import { type AttendeeRow, findAttendee } from '../../ticketing/attendees/lookup.ts'
import { codeEndedAt } from '../../ticketing/attendees/lookup.holders.ts'
import { opensPages } from '../../ticketing/checkin/same-secret.ts'
import { readShortCode, shortTicketPath } from '../../ticketing/checkin/short-code.ts'
import type { Deps } from '../deps.ts'
import { inTurn, printInTime } from './in-turn.ts'
import { type LoadedTickets, ticketsOf, ticketsOfOrder } from './load-tickets.ts'
import { pdfName, ticketPath, ticketPdfPath } from './ticket-address.ts'

type PathParams<Name extends string> = { Params: Record<Name, string> }

/** Tickets as PDF: all of an order for those with its link, and single ones for those with their code. */
export function ticketPaperRoutes(http: FastifyInstance, deps: Deps) {
  http.get('/tickets-order/tickets.pdf', async ({ query, ip }, reply) => {
    const { 'tc-order-id': id, key, part: partText } = query as Record<string, unknown>
    const order = await findLinkedOrder(deps, { id, key, address: ip })
    if (!order) return fail('rest_no_route')
    const part = /^[1-9]\d{0,3}$/.test(String(partText)) ? Number(partText) : undefined
    const loaded = await inTurn(deps, ip, () => ticketsOfOrder(deps, order.id, part))
    // Too many for one PDF: the page of the order has the addresses of the parts.
    if (loaded && 'parts' in loaded) {
      const page = orderUrl({ publicRoot: deps.publicRoot, key: deps.secrets.order }, order)
      return reply.headers(personal).redirect(page, 303)
    }
    return sendPdf(deps, reply, { loaded, part, address: ip })
  })
  http.get<PathParams<'id' | 'file'>>(
    `${ticketPdfPath}/:id(^\\d{1,15}$)/:file`,
    async ({ params: { id, file }, ip }, reply) => {
      const [, code = ''] = /^([\w-]{1,100})\.pdf$/.exec(file) ?? []
      const scan = { attendeeId: Number(id), code, address: ip }
      const attendee = await demandCode(deps, scan)
      if (!attendee) return tellOfEnd(deps, reply, scan)
      const loaded = await ticketsOf(deps, [attendee])
      return sendPdf(deps, reply, { loaded, address: ip })
    },
  )
  // A short QR code opened in a browser shows the event, as the long one does, and checks nobody in.
  http.get<PathParams<'code'>>(`${shortTicketPath}/:code`, async ({ params, ip }, reply) => {
    const read = readShortCode(params.code) ?? fail('rest_no_route')
    const attendee = await demandCode(deps, { ...read, address: ip })
    if (!attendee) return tellOfEnd(deps, reply, read)
    return reply.headers(personal).redirect(`${deps.publicRoot}/?p=${attendee.event_id}`)
  })
}

type SentCode = { attendeeId: number; code: string; address: string }

/** The attendee with this code; undefined when the code was the attendee's and ended. Any other code counts as a guess. */
async function demandCode(
  deps: Deps,
  { attendeeId, code, address }: SentCode,
): Promise<AttendeeRow | undefined> {
  const attendee = code === '' ? undefined : await findAttendee(deps.db, attendeeId)
  if (attendee && opensPages(code, attendee.security_code)) {
    return attendee.status === 'publish' ? attendee : undefined
  }
  if (attendee && (await codeEndedAt(deps.db, attendeeId, code))) return undefined
  deps.attempts.wrong('ticket code', { target: String(attendeeId), address })
  return fail('rest_no_route')
}

/** Leads to the page of the ticket, which says how the code ended. */
const tellOfEnd = (
  { publicRoot }: Deps,
  reply: FastifyReply,
  { attendeeId: id, code: security_code }: Pick<SentCode, 'attendeeId' | 'code'>,
) => reply.headers(personal).redirect(publicRoot + ticketPath({ id, security_code }), 303)

const personal = {
  'cache-control': 'no-store, private',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

type Printing = { loaded: LoadedTickets | undefined; part?: number | undefined; address: string }

async function sendPdf(
  deps: Deps,
  reply: FastifyReply,
  { loaded, part, address }: Printing,
): Promise<FastifyReply> {
  if (!loaded) return fail('rest_no_route', { message: 'There is no valid ticket to print.' })
  const { tickets, orderId } = loaded
  const pdf = await printInTime(deps, tickets, address)
  const name = pdfName(orderId, part)
  return reply
    .headers({ ...personal, 'content-disposition': `inline; filename="${name}"` })
    .type('application/pdf')
    .send(pdf)
}
