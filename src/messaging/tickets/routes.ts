import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '../../core/errors.ts'
import { WorkerBusy } from '../../platform/worker/lazy-worker.ts'
import { orderSecretHolds } from '../../shop/orders/record/order-address.ts'
import { type AttendeeRow, findAttendee } from '../../ticketing/attendees/lookup.ts'
import { codeEndedAt } from '../../ticketing/attendees/lookup.holders.ts'
import { sameSecret } from '../../ticketing/checkin/rules.ts'
import { readShortCode, shortTicketPath } from '../../ticketing/checkin/short-code.ts'
import type { Deps } from '../deps.ts'
import { type LoadedTickets, ticketsOf, ticketsOfOrder } from './load-tickets.ts'
import { pdfName, ticketPath, ticketPdfPath } from './ticket-address.ts'

type Named<Name extends string> = { Params: Record<Name, string> }

/** Tickets as PDF: all of an order for those with its link, and single ones for those with their code. */
export function ticketPaperRoutes(http: FastifyInstance, deps: Deps) {
  http.get('/tickets-order/tickets.pdf', async ({ query, ip }, reply) => {
    const { 'tc-order-id': id, key } = query as Record<string, unknown>
    if (typeof key !== 'string' || !/^\d{1,15}$/.test(String(id))) return fail('rest_no_route')
    if (!orderSecretHolds(deps.secrets.order, Number(id), key)) {
      deps.attempts.wrong('order link', { target: String(id), address: ip })
      return fail('rest_no_route')
    }
    return sendPdf(deps, reply, await ticketsOfOrder(deps, Number(id)))
  })
  http.get<Named<'id' | 'file'>>(
    `${ticketPdfPath}/:id(^\\d{1,15}$)/:file`,
    async ({ params: { id, file }, ip }, reply) => {
      const [, code = ''] = /^([\w-]{1,100})\.pdf$/.exec(file) ?? []
      const sent = { attendeeId: Number(id), code, address: ip }
      const attendee = await demandCode(deps, sent)
      if (!attendee) return tellOfEnd(deps, reply, sent)
      return sendPdf(deps, reply, await ticketsOf(deps, [attendee]))
    },
  )
  // A short QR code opened in a browser shows the event, as the long one does, and checks nobody in.
  http.get<Named<'code'>>(`${shortTicketPath}/:code`, async ({ params, ip }, reply) => {
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
  if (attendee && sameSecret(code, attendee.security_code)) {
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

async function sendPdf({ printer }: Deps, reply: FastifyReply, loaded: LoadedTickets | undefined) {
  if (!loaded) return fail('rest_no_route', { message: 'There is no valid ticket to print.' })
  const { tickets, orderId } = loaded
  const pdf = await printer.printTickets(tickets).catch((error: unknown) => {
    if (!(error instanceof WorkerBusy)) throw error
    return fail('rest_too_many_requests', { retryAfterSeconds: 5 })
  })
  return reply
    .headers({ ...personal, 'content-disposition': `inline; filename="${pdfName(orderId)}"` })
    .type('application/pdf')
    .send(pdf)
}
