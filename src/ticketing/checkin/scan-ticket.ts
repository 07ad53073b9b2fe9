import { timingSafeEqual } from 'node:crypto'
import { isInReach, type Reach } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { type AttendeeRow, findAttendee } from '../attendees/lookup.ts'
import { codeEndedAt } from '../attendees/lookup.holders.ts'
import { coversEvent } from '../attendees/read-attendee.ts'
import { keyHash } from './carried-code.ts'
import { checkIn, type CheckInResult } from './check-in.ts'
import type { ScannerKey } from './lookup.ts'
import { type Proof, proves } from './prove.ts'
import type { EntryWindow } from './rules.ts'
import { findBrought, mayTryCode, takeTryBack } from './lookup.brought.ts'
import { carriedGeneration, findCarried } from './lookup.carried.ts'
import { isShortCode } from './same-secret.ts'
import { readShortCode } from './short-code.ts'
import { isTicketCode, readTicket } from './ticket-code.ts'

/**
 * What was scanned: an attendee's id with its security code, a signed ticket code that contains both, or any other text, which
 * may be the code on a ticket of another system.
 */
export type ScannedCode =
  | { readonly kind: 'code'; readonly attendeeId: number; readonly code: string }
  | { readonly kind: 'signed'; readonly code: string }
  | { readonly kind: 'carried'; readonly code: string }

/** Who scans: a device by its scanner key, or staff by their user id, at the events in reach. */
export type Scanner = {
  readonly key: ScannerKey | undefined
  readonly userId: number | null
  readonly reach: Reach
}

export type Scan = {
  readonly scanned: ScannedCode
  readonly scanner: Scanner
  readonly at: Date
  readonly nonce: string | null
}

/**
 * `attendee` is the attendee after the scan. It is absent when the code is no ticket of ours, or belongs to
 * an event the key is not for.
 */
export type ScanResult =
  | {
      readonly refusal: 'security_code_not_valid' | 'nonce_reused'
      /** Replaces the usual text of the refusal. */
      readonly message?: string
      readonly attendee?: undefined
    }
  | { readonly refusal: CheckInResult['refusal']; readonly attendee: AttendeeRow }

type ScanDeps = Pick<Deps, 'db' | 'random' | 'lanes' | 'config' | 'attempts'>

/**
 * Checks a scanned ticket in, or returns why not (contract.md 7.4, 14.1). Fails with `rest_too_many_requests`
 * after too many wrong codes for one ticket; the right code still works.
 */
export async function scanTicket(deps: ScanDeps, scan: Scan): Promise<ScanResult> {
  const forged = { refusal: 'security_code_not_valid' } as const
  const match = await matchOf(deps, scan)
  const { key, userId } = scan.scanner
  if (!(await isTryAllowed(deps, scan.scanner, match))) return { ...forged, message: tooManyTries }
  if (!match || !proves(match.proof, match.attendee)) return unproven(deps, scan, match)
  if (!worksFor(scan.scanner, match.attendee.event_id)) return forged
  const { refusal, now } = await checkIn(deps, {
    attendeeId: match.attendee.id,
    eventId: match.attendee.event_id,
    proof: match.proof,
    at: scan.at,
    source: 'app',
    userId,
    scannerKeyId: key?.id ?? null,
    device: key?.name ?? null,
    nonce: scan.nonce,
    window: entryWindow(deps.config),
  })
  if (refusal === 'nonce_reused') return { refusal, message: usedNonce }
  if (refusal === 'security_code_not_valid') return { refusal }
  return { refusal, attendee: { ...match.attendee, ...now } }
}

const worksFor = ({ key, reach }: Scanner, eventId: number) =>
  isInReach(reach, eventId) && (!key || coversEvent({ eventId: key.event_id }, eventId))

const tooManyTries =
  'Too many wrong codes were scanned for this ticket, so its code does not let in any more: look its holder up in the list.'

/** A short code of elsewhere may be tried a few times in all. It is counted before it is compared, and a right one is no try. */
export async function isTryAllowed(
  { db }: Pick<ScanDeps, 'db'>,
  scanner: Scanner,
  match: ScanMatch | undefined,
): Promise<boolean> {
  if (!match || !worksFor(scanner, match.attendee.event_id)) return true
  const { attendee, tries } = match
  if (!tries) return true
  if (!(await mayTryCode(db, attendee.id))) return false
  if (tries.isRight) await takeTryBack(db, attendee.id)
  return true
}

/** The new holder is not named to whoever stands there with the old code. */
const passedOn =
  'This ticket was passed on, and this code ended then: its new holder has a new code.'

/** `tries`: its code may be guessed, so tries of it are counted. */
type ScanMatch = { attendee: AttendeeRow; proof: Proof; tries?: { isRight: boolean } }

/** The answer to a code that is not an attendee's present one: it was passed on, or it is a guess, which is counted. */
async function unproven(
  deps: ScanDeps,
  { scanned, scanner }: Scan,
  match: ScanMatch | undefined,
): Promise<ScanResult> {
  const refusal = 'security_code_not_valid'
  if (match && worksFor(scanner, match.attendee.event_id) && (await wasPassedOn(deps, match))) {
    return { refusal, message: passedOn }
  }
  // Wrong codes are counted by ticket, not by network: all devices of a door share one network, and forged tickets must
  // not block them.
  if (scanned.kind === 'code') {
    deps.attempts.wrong('ticket code', { target: String(scanned.attendeeId) })
  }
  return { refusal }
}

/** Whether the code was the attendee's until the ticket was passed on. */
async function wasPassedOn({ db }: ScanDeps, { attendee, proof }: ScanMatch): Promise<boolean> {
  if (proof.kind === 'code') return (await codeEndedAt(db, attendee.id, proof.code)) !== undefined
  // A valid ticket has a former generation only because it was passed on.
  return proof.kind === 'signed' && attendee.status === 'publish'
}

const usedNonce =
  'This nonce was sent with another ticket before, so nobody was checked in: send a new one with each ticket.'

/** Whose ticket was scanned, and by what, before anything of it was compared; undefined for what is no ticket of ours. */
export async function matchOf(
  deps: Pick<ScanDeps, 'db' | 'random'>,
  { scanned, scanner }: Pick<Scan, 'scanned' | 'scanner'>,
): Promise<ScanMatch | undefined> {
  if (scanned.kind === 'carried') return carriedAttendee(deps, scanned.code, scanner)
  if (scanned.kind === 'code') {
    const proof: Proof = { kind: 'code', code: scanned.code }
    if (isShortCode(scanned.code)) {
      const brought = await broughtAttendee(deps, scanned)
      if (brought) return brought
    }
    const attendee = await findAttendee(deps.db, scanned.attendeeId)
    return attendee && { attendee, proof }
  }
  const claim = await readTicket(deps, scanned.code)
  const attendee = claim && (await findAttendee(deps.db, claim.attendeeId))
  // The attendee's present ticket does not matter: an attendee moved to another ticket keeps the code.
  if (!attendee || attendee.event_id !== claim.eventId) return undefined
  const proof: Proof = { kind: 'signed', generation: claim.generation }
  return { attendee, proof }
}

/** A printed code of another system names the id that its ticket had there. The right one is as good as our first one. */
async function broughtAttendee(
  { db }: Pick<ScanDeps, 'db'>,
  { attendeeId, code }: { attendeeId: number; code: string },
): Promise<ScanMatch | undefined> {
  const brought = await findBrought(db, attendeeId)
  const attendee = brought && (await findAttendee(db, brought.id))
  if (!attendee) return undefined
  const isRight = timingSafeEqual(keyHash(code), brought.code_hash)
  const proof: Proof = isRight ? firstProof(attendee) : { kind: 'code', code }
  return { attendee, proof, tries: { isRight } }
}

/** What a right code of another system proves: as much as our own code, until the ticket is passed on. */
const firstProof = ({ generation, status, security_code: code }: AttendeeRow): Proof =>
  generation > carriedGeneration && status === 'publish'
    ? { kind: 'signed', generation: carriedGeneration }
    : { kind: 'code', code }

async function carriedAttendee(
  { db }: Pick<ScanDeps, 'db'>,
  code: string,
  { key, reach }: Scanner,
): Promise<ScanMatch | undefined> {
  const eventId = key?.event_id ?? null
  const id = await findCarried(db, code, eventId === null ? reach : [eventId])
  const attendee = id === undefined ? undefined : await findAttendee(db, id)
  return attendee && { attendee, proof: firstProof(attendee) }
}

/** The hours of entry that the configuration sets. */
export const entryWindow = (config: ScanDeps['config']): EntryWindow =>
  config.checkInOnlyDuringEvent ? { bufferMinutes: config.checkInBufferMinutes } : null

/**
 * Reads what a camera saw: a signed code, or the address in a QR picture, which has the attendee's id and secret and may
 * have a signed code too, or the short form of both. The secret wins: it is the shorter way to the same attendee.
 */
export function readScanned(text: string): ScannedCode {
  const trimmed = text.trim()
  if (isTicketCode(trimmed)) return { kind: 'signed', code: trimmed }
  const short = readShortCode(trimmed)
  if (short) return { kind: 'code', ...short }
  const query = URL.canParse(trimmed) ? new URL(trimmed).searchParams : undefined
  const code = query?.get('security_code') ?? ''
  const attendeeId = attendeeIdOf(query?.get('ticket_id') ?? '')
  return code === '' || attendeeId === undefined
    ? { kind: 'carried', code: trimmed }
    : { kind: 'code', attendeeId, code }
}

/** An attendee's id as it stands in an address; undefined for a text that is no id. */
export function attendeeIdOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
