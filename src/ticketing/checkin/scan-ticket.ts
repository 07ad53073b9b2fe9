import type { Deps } from '../deps.ts'
import { type AttendeeRow, findAttendee } from '../attendees/lookup.ts'
import { coversEvent } from '../attendees/read-attendee.ts'
import { checkIn, type CheckInResult } from './check-in.ts'
import type { ScannerKey } from './lookup.ts'
import { type EntryWindow, type Proof, proves } from './rules.ts'
import { isTicketCode, readTicket } from './ticket-code.ts'

/** What was scanned: an attendee's id with a code, or a signed code that says both. */
export type Scanned =
  | { readonly kind: 'code'; readonly attendeeId: number; readonly code: string }
  | { readonly kind: 'signed'; readonly code: string }

/** Who scans. Staff without a device are named by their user id. */
export type Scanner = { readonly key: ScannerKey | undefined; readonly userId: number | null }

export type Scan = {
  readonly scanned: Scanned
  readonly scanner: Scanner
  readonly at: Date
  readonly nonce: string | null
}

/**
 * `attendee` stands as he is after the scan; for a code that is no ticket of ours, or of an event that this key is not
 * for, nobody is told who it is.
 */
export type ScanResult =
  | { readonly refusal: 'security_code_not_valid' | 'nonce_reused'; readonly attendee?: undefined }
  | { readonly refusal: CheckInResult['refusal']; readonly attendee: AttendeeRow }

type Means = Pick<Deps, 'db' | 'random' | 'lanes' | 'config' | 'attempts'>

/**
 * Checks a scanned ticket in, or says why not (contract.md 7.4, 14.1). Fails with `rest_too_many_requests` when
 * too many wrong codes were tried at one ticket; the right one still gets in.
 */
export async function scanTicket(means: Means, scan: Scan): Promise<ScanResult> {
  const forged = { refusal: 'security_code_not_valid' } as const
  const found = await attendeeOf(means, scan.scanned)
  const { key, userId } = scan.scanner
  if (!found || !proves(found.proof, found.attendee)) {
    // By ticket and not by address: all devices of a door share one, and forgeries must not keep it from working.
    if (scan.scanned.kind === 'code') {
      means.attempts.wrong('ticket code', { target: String(scan.scanned.attendeeId) })
    }
    return forged
  }
  if (key && !coversEvent({ eventId: key.event_id }, found.attendee.event_id)) return forged
  const { refusal, now } = await checkIn(means, {
    attendeeId: found.attendee.id,
    eventId: found.attendee.event_id,
    proof: found.proof,
    at: scan.at,
    source: 'app',
    userId,
    scannerKeyId: key?.id ?? null,
    device: key?.name ?? null,
    nonce: scan.nonce,
    window: entryWindow(means.config),
  })
  if (refusal === 'security_code_not_valid' || refusal === 'nonce_reused') return { refusal }
  return { refusal, attendee: { ...found.attendee, ...now } }
}

async function attendeeOf(means: Means, scanned: Scanned) {
  if (scanned.kind === 'code') {
    const attendee = await findAttendee(means.db, scanned.attendeeId)
    const proof: Proof = { kind: 'code', code: scanned.code }
    return attendee && { attendee, proof }
  }
  const claim = await readTicket(means, scanned.code)
  const attendee = claim && (await findAttendee(means.db, claim.attendeeId))
  // Not by its ticket: whoever was moved to another one keeps the code.
  if (!attendee || attendee.event_id !== claim.eventId) return undefined
  const proof: Proof = { kind: 'signed', generation: claim.generation }
  return { attendee, proof }
}

const entryWindow = (config: Means['config']): EntryWindow =>
  config.checkInOnlyDuringEvent ? { bufferMinutes: config.checkInBufferMinutes } : null

/**
 * Reads what a camera saw: a signed code, or the address in a QR picture, which has the attendee's id and secret and may
 * have a signed code too. The secret wins: it is the shorter way to the same attendee.
 */
export function readScanned(text: string): Scanned | undefined {
  const trimmed = text.trim()
  if (isTicketCode(trimmed)) return { kind: 'signed', code: trimmed }
  const query = URL.canParse(trimmed) ? new URL(trimmed).searchParams : undefined
  const code = query?.get('security_code') ?? ''
  const attendeeId = attendeeIdOf(query?.get('ticket_id') ?? '')
  return code === '' || attendeeId === undefined ? undefined : { kind: 'code', attendeeId, code }
}

/** An attendee's id as it stands in an address; undefined for what cannot be one. */
export function attendeeIdOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
