import type { Static } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { entryWindow, isTryAllowed, matchOf, readScanned } from '../checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { eventOfDevice } from './event-of-device.ts'
import * as shapes from './schema.ts'
import { sendScans } from './send-scans.ts'
import type { SentProof, SentScan } from './sent-scan.ts'
import { listGates } from './store.gates.ts'
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
    check: async ({ body }) => problemsOf(body),
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
      const scans = await Promise.all(body.scans.map(scan => sentScan(deps, scan, event.id)))
      const results = await sendScans(deps, {
        deviceId: caller.deviceId,
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
function problemsOf({ scans, sent_at }: Scans): Problems {
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

async function sentScan(deps: Deps, scan: Scan, eventId: number): Promise<SentScan> {
  const kind = scan.kind ?? 'in'
  const { attendeeId, proof } = await claimOf(deps, scan, eventId)
  return {
    seq: scan.seq,
    kind,
    deviceAt: new Date(scan.at),
    attendeeId: kind.startsWith('guest') ? null : attendeeId,
    proof,
    verdict: kind === 'in' ? (scan.verdict ?? 'waits') : '',
    reason: scan.reason ?? '',
    gateId: scan.gate ?? null,
    ofSeq: kind === 'undo' || kind === 'stands' ? (scan.of ?? null) : null,
  }
}

type Claim = { attendeeId: number | null; proof: SentProof }

/** Whose ticket a scan is about: as the phone read it, or else as we read what it saw. */
async function claimOf(deps: Deps, scan: Scan, eventId: number): Promise<Claim> {
  const { attendee: attendeeId = null, generation, code } = scan
  if (attendeeId !== null) {
    if (generation !== undefined) return { attendeeId, proof: { kind: 'signed', generation } }
    if (code !== undefined) return { attendeeId, proof: { kind: 'hash', hash: code } }
    return { attendeeId, proof: { kind: 'none' } }
  }
  if (scan.ticket === undefined) return nobody
  const scanner = { key: undefined, userId: null, reach: [eventId] }
  const match = await matchOf(deps, { scanned: readScanned(scan.ticket), scanner })
  if (!match || match.proof.kind === 'staff') return nobody
  const { attendee, proof } = match
  // A code that may not be tried any more is as good as a wrong one.
  const isAllowed = await isTryAllowed(deps, scanner, match)
  return { attendeeId: attendee.id, proof: isAllowed ? proof : { kind: 'code', code: '' } }
}

const nobody: Claim = { attendeeId: null, proof: { kind: 'none' } }
