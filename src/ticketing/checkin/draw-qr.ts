import { toBuffer, toString as toText } from 'qrcode'
import type { Deps } from '../deps.ts'
import { shortTicketUrl } from './short-code.ts'
import { signTicket } from './ticket-code.ts'

type QrDeps = Pick<Deps, 'db' | 'random' | 'publicRoot' | 'restRoot' | 'siteSettings'>

/** The data of an attendee that its code contains. */
type CodedAttendee = {
  id: number
  event_id: number
  ticket_id: number
  security_code: string
  generation: number
}

/**
 * The text in a ticket's QR code: the address that scanner apps of this API know (contract.md 14.2) with a code for devices
 * without a network (contract.md 7.8), version 12 for most sites. With QR_CONTENT=plain it is the address alone, version 8. With
 * QR_CONTENT=short it is an address that only our own check-in reads (contract.md 22.3).
 */
export async function qrContent(deps: QrDeps, attendee: CodedAttendee): Promise<string> {
  const { qrContent: wanted } = deps.siteSettings()
  if (wanted === 'short') return shortTicketUrl(deps.publicRoot, attendee)
  const api = `${deps.restRoot('tickets')}/qr`.slice(deps.publicRoot.length + 1)
  const query = new URLSearchParams({
    event_qr_code: '1',
    ticket_id: String(attendee.id),
    event_id: String(attendee.event_id),
    security_code: attendee.security_code,
    path: api,
  })
  if (wanted === 'signed') query.set('code', await signedCode(deps, attendee))
  return `${deps.publicRoot}/?${query.toString()}`
}

const signedCode = (deps: QrDeps, { id, event_id, ticket_id, generation }: CodedAttendee) =>
  signTicket(deps, { eventId: event_id, ticketId: ticket_id, attendeeId: id, generation })

const options = { errorCorrectionLevel: 'M', margin: 4 } as const

export const drawSvg = (content: string) => toText(content, { ...options, type: 'svg' })

/** The picture as an address that contains it, for pages that show the code without another request. */
export const svgUrl = async (content: string) =>
  `data:image/svg+xml,${(await drawSvg(content)).trim().replace(/["#%<>]/g, forUrl)}`

/** Quotes are kept apart from those of an attribute, which would make them five times as long. */
const forUrl = (character: string) => (character === '"' ? "'" : encodeURIComponent(character))

/** Six pixels per module: about 450 pixels wide, sharp on screens and on paper. */
export const drawPng = (content: string) => toBuffer(content, { ...options, scale: 6 })
