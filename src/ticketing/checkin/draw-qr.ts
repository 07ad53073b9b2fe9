import { toBuffer, toString as toText } from 'qrcode'
import type { Deps } from '../../deps.ts'
import type { AttendeeRow } from '../attendees/lookup.ts'
import { signTicket } from './ticket-code.ts'

type Means = Pick<Deps, 'db' | 'random' | 'publicRoot' | 'restRoot'>

/**
 * What a ticket's QR picture says: the address that scanner apps of this interface know (contract.md 14.2), and with it a
 * signed code for devices that have to decide without a connection.
 */
export async function qrContent(means: Means, attendee: AttendeeRow): Promise<string> {
  const code = await signTicket(means, {
    eventId: attendee.event_id,
    ticketId: attendee.ticket_id,
    attendeeId: attendee.id,
    generation: attendee.generation,
  })
  const api = `${means.restRoot('tickets')}/qr`.slice(means.publicRoot.length + 1)
  const query = new URLSearchParams({
    event_qr_code: '1',
    ticket_id: String(attendee.id),
    event_id: String(attendee.event_id),
    security_code: attendee.security_code,
    path: api,
    code,
  })
  return `${means.publicRoot}/?${query.toString()}`
}

const options = { errorCorrectionLevel: 'M', margin: 4 } as const

export const drawSvg = (content: string) => toText(content, { ...options, type: 'svg' })

/** Six pixels a module: about 450 wide, sharp on screens and on paper. */
export const drawPng = (content: string) => toBuffer(content, { ...options, scale: 6 })
