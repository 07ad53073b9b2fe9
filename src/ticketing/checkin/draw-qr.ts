import { toBuffer, toString as toText } from 'qrcode'
import type { Deps } from '../deps.ts'
import { shortTicketUrl } from './short-code.ts'
import { signTicket } from './ticket-code.ts'

type QrDeps = Pick<Deps, 'db' | 'random' | 'publicRoot' | 'restRoot' | 'config'>

/** What of an attendee is in its code. */
type CodedAttendee = {
  id: number
  event_id: number
  ticket_id: number
  security_code: string
  generation: number
}

/**
 * What a ticket's QR picture says: the address that scanner apps of this interface know (contract.md 14.2), which is a
 * picture of version 8 for most sites; with QR_CONTENT=signed also a code for devices that have to decide without a
 * connection (contract.md 7.8), version 12. QR_CONTENT=short is an address that only our own door reads (contract.md 22.3).
 */
export async function qrContent(means: QrDeps, attendee: CodedAttendee): Promise<string> {
  if (means.config.qrContent === 'short') return shortTicketUrl(means.publicRoot, attendee)
  const api = `${means.restRoot('tickets')}/qr`.slice(means.publicRoot.length + 1)
  const query = new URLSearchParams({
    event_qr_code: '1',
    ticket_id: String(attendee.id),
    event_id: String(attendee.event_id),
    security_code: attendee.security_code,
    path: api,
  })
  if (means.config.qrContent === 'signed') query.set('code', await signedCode(means, attendee))
  return `${means.publicRoot}/?${query.toString()}`
}

const signedCode = (means: QrDeps, { id, event_id, ticket_id, generation }: CodedAttendee) =>
  signTicket(means, { eventId: event_id, ticketId: ticket_id, attendeeId: id, generation })

const options = { errorCorrectionLevel: 'M', margin: 4 } as const

export const drawSvg = (content: string) => toText(content, { ...options, type: 'svg' })

/** Six pixels per module: about 450 pixels wide, sharp on screens and on paper. */
export const drawPng = (content: string) => toBuffer(content, { ...options, scale: 6 })
