import type { Static } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { looksLikeDoorCode } from '../checkin/door-code.ts'
import { entryWindow, isTryAllowed, matchOf, readScanned } from '../checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { eventOfDevice } from './event-of-device.ts'
import * as shapes from './schema.scans.ts'
import { sendScans } from './send-scans.ts'
import type { SentProof, SentScan, UnknownTicket } from './sent-scan.ts'
import { listGates } from './store.gates.ts'
import { createTypedCodes, type TypedCodes } from './typed-codes.ts'
import { eveningOf } from './view.ts'

const clockMostMs = 24 * 60 * 60_000

/** What phones scanned, whenever they send it (contract.md 34.6). */
export function scanRoute(api: Api, deps: Deps) {
  const { db, clock } = deps
  route(api, {
    method: 'POST',
    path: '/door/scans',
    operation: 'sendDoorScans',
    ours: true,
    summary:
      'Send what a phone scanned, in order; each scan gets a result, the same when it is sent again',
    access: {
      who: 'Paired phones.',
      when: ({ caller }: { caller: Caller }) => caller.kind === 'device',
    },
    body: shapes.Scans,
    returns: shapes.ScanResults,
    errors: ['rest-event-not-found', 'door-device-revoked', 'door-scans-gap', 'door-clock-off'],
    check: async ({ body }) => scanProblems(body),
    handle: async ({ body, caller }) => {
      if (caller.kind !== 'device') return fail('rest_forbidden')
      const event = await eventOfDevice(deps, caller, body.event)
      const now = clock.now()
      const skewMs = now.getTime() - Date.parse(body.sent_at)
      if (Math.abs(skewMs) > clockMostMs) {
        fail('door-clock-off', { data: { now: now.toISOString() } })
      }
      const gates = await listGates(db, event.id)
      const rules = new Map(gates.map(({ id, ticket_ids }) => [id, { ticketIds: ticket_ids }]))
      const phone = { deviceId: caller.deviceId, eventId: event.id }
      const scans = await scansAsSent(deps, phone, body.scans)
      const results = await sendScans(deps, {
        deviceId: caller.deviceId,
        isNumbered: true,
        evening: eveningOf(event, entryWindow(deps.config)),
        gates: rules,
        skewMs,
        now,
        scans: scans.map(scan => ({
          ...scan,
          gateId: scan.gateId !== null && rules.has(scan.gateId) ? scan.gateId : null,
        })),
        seen: { version: body.app_version, unsent: body.unsent, battery: body.battery },
      })
      const next = Math.max(0, ...results.map(({ seq }) => seq)) + 1
      return new Answer(
        { results, next, now: now.toISOString() },
        { headers: { 'cache-control': 'no-store' } },
      )
    },
  })
}

type Scans = Static<typeof shapes.Scans>
type Scan = Scans['scans'][number]

/** A scan by which nobody is named, or that names none to take back, is a mistake of the program. */
export function scanProblems({ scans, sent_at }: Pick<Scans, 'scans' | 'sent_at'>): Problems {
  const problems: Problems = {}
  if (Number.isNaN(Date.parse(sent_at))) problems['sent_at'] = { message: 'sent_at is no time.' }
  const numbers = new Set(scans.map(({ seq }) => seq))
  if (numbers.size < scans.length) problems['scans'] = { message: 'Each seq must be sent once.' }
  for (const [at, scan] of scans.entries()) {
    const name = `scans[${at}]`
    if (Number.isNaN(Date.parse(scan.at))) problems[name] = { message: 'at is no time.' }
    if (scan.kind === 'stands' && scan.of === undefined) {
      problems[name] = { message: 'of must name the scan that stands.' }
    }
    if (scan.of !== undefined && scan.of >= scan.seq) {
      problems[name] = { message: 'of must be the number of an earlier scan.' }
    }
  }
  return problems
}

/** Scans as the rules take them. One after the other, because each wrong code that was typed counts for the next. */
export async function scansAsSent(
  deps: Deps,
  phone: { deviceId: number; eventId: number },
  scans: readonly Scan[],
): Promise<SentScan[]> {
  const typed = createTypedCodes(deps, phone)
  const all: SentScan[] = []
  for (const scan of scans) all.push(await sentScan(deps, scan, { typed, eventId: phone.eventId }))
  return all
}

async function sentScan(deps: Deps, scan: Scan, at: DoorOfScan): Promise<SentScan> {
  const kind = scan.kind ?? 'in'
  const { attendeeId, proof, unknown = 'unknown' } = await claimOf(deps, scan, at)
  return {
    seq: scan.seq,
    kind,
    deviceAt: new Date(scan.at),
    attendeeId: kind.startsWith('guest') ? null : attendeeId,
    proof,
    verdict: kind === 'in' ? (scan.verdict ?? 'waits') : '',
    reason: scan.reason ?? '',
    unknown,
    gateId: scan.gate ?? null,
    ofSeq: kind === 'undo' || kind === 'stands' ? (scan.of ?? null) : null,
  }
}

type DoorOfScan = { typed: TypedCodes; eventId: number }

type Claim = { attendeeId: number | null; proof: SentProof; unknown?: UnknownTicket }

/** Whose ticket a scan is about: as the phone read it, or else as we read what it saw. */
async function claimOf(deps: Deps, scan: Scan, at: DoorOfScan): Promise<Claim> {
  const { attendee: attendeeId = null, generation, code } = scan
  if (attendeeId !== null) {
    if (generation !== undefined) return { attendeeId, proof: { kind: 'signed', generation } }
    if (code !== undefined) return { attendeeId, proof: { kind: 'hash', hash: code } }
    if (scan.typed !== undefined) return { attendeeId, proof: { kind: 'typed', hash: scan.typed } }
    return { attendeeId, proof: { kind: 'none' } }
  }
  return scan.ticket === undefined ? nobody : claimOfText(deps, scan.ticket, at)
}

async function claimOfText(
  deps: Deps,
  ticket: string,
  { typed, eventId }: DoorOfScan,
): Promise<Claim> {
  const isTyped = looksLikeDoorCode(ticket)
  const byCode = isTyped ? await typed.claim(ticket) : nobody
  if (byCode.attendeeId !== null || byCode.unknown === 'too_many_codes') return byCode
  // Tickets of another system may have eight letters too.
  const scanner = { key: undefined, userId: null, reach: [eventId] }
  const match = await matchOf(deps, { scanned: readScanned(ticket), scanner })
  if (!match || match.proof.kind === 'staff') {
    if (isTyped) typed.noteWrong()
    return byCode
  }
  const { attendee, proof } = match
  // A code that may not be tried any more is as good as a wrong one.
  const isAllowed = await isTryAllowed(deps, scanner, match)
  return { attendeeId: attendee.id, proof: isAllowed ? proof : { kind: 'code', code: '' } }
}

const nobody: Claim = { attendeeId: null, proof: { kind: 'none' } }
