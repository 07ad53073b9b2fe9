import { hashSecret } from '../../access/keys/rules.ts'
import { atEvent, mayEditRecord, mayReadEvent } from '../../access/records/rules.ts'
import { type Caller, can, canSomewhere, reachOf, userIdOf } from '../../core/caller.ts'
import { fail, failMissing, failParams } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { type AttendeeRow, findAttendee } from '../attendees/lookup.ts'
import { coversEvent } from '../attendees/read-attendee.ts'
import { findScannerKey, keyOfCaller } from './lookup.ts'
import { attendeeIdOf, readScanned, scanTicket } from './scan-ticket.ts'
import { judgeDoorCode } from './judge-door-code.ts'
import { scannerKeyRoutes } from './routes.scanner-keys.ts'
import { ticketKeyRoutes } from './routes.ticket-keys.ts'
import * as shapes from './schema.ts'
import { scanAnswer, wrongKeyAnswer } from './view.ts'

/** Whether this caller may know if an attendee is inside, which depends on the attendee's event. */
function mayReadState(row: AttendeeRow, caller: Caller): boolean {
  const { event_id: event } = row
  if (can(caller, 'door.scan', event) || can(caller, 'attendees.read', event)) return true
  if (row.status !== 'publish') return false
  if (caller.kind === 'scanner') return coversEvent(caller, row.event_id)
  const of = { id: event, status: row.event_status, author_id: row.event_author_id }
  return (
    mayReadEvent(caller, of) &&
    (!row.event_is_protected || mayEditRecord(atEvent(caller, event), of))
  )
}

const doorAccess = {
  who: 'Scanner keys, and callers with `door.scan`.',
  when: ({ caller }: { caller: Caller }) =>
    caller.kind === 'scanner' || canSomewhere(caller, 'door.scan'),
}

export function checkinRoutes(api: Api, deps: Deps) {
  scannerKeyRoutes(api, deps)
  ticketKeyRoutes(api, deps)
  qrRoutes(api, deps)
  route(api, {
    method: 'POST',
    path: '/check-ins',
    ours: true,
    summary: 'Check a scanned ticket in',
    access: doorAccess,
    body: shapes.Scan,
    returns: shapes.Scanned,
    status: 201,
    errors: [
      'security_code_not_valid',
      'attendee_not_authorized',
      'event_cancelled',
      'attendee_already_checked_in',
    ],
    check: async ({ body }) => {
      // JSON Schema accepts a leap second as a date-time; `Date` does not, and NaN fails every comparison.
      const latest = deps.clock.now().getTime() + clockToleranceMs
      const isInTime = body.at === undefined || Date.parse(body.at) <= latest
      return isInTime ? {} : { at: { message: 'at must be in the past.' } }
    },
    handle: async ({ body, caller, request: { address } }) => {
      const typed = await judgeDoorCode(deps, body.ticket, { caller, address })
      const scanned = typed ?? readScanned(body.ticket)
      const result = await scanTicket(deps, {
        scanned,
        scanner: {
          key: keyOfCaller(caller),
          userId: userIdOf(caller),
          reach: caller.kind === 'scanner' ? 'all' : reachOf(caller, 'door.scan'),
        },
        at: body.at === undefined ? deps.clock.now() : new Date(body.at),
        nonce: body.nonce ?? null,
      })
      const isStrange = scanned.kind === 'carried' && result.refusal === 'security_code_not_valid'
      const told = isStrange && !('message' in result) ? { ...result, message: noTicket } : result
      return scanAnswer(told, deps, 'uniform')
    },
  })
}

const noTicket =
  'This is no ticket: send the whole text of the QR picture. A security code that is typed in goes to GET /qr, with the ticket_id it belongs to.'

/** How far ahead of ours a device's clock may be. */
const clockToleranceMs = 5 * 60_000

function qrRoutes(api: Api, deps: Deps) {
  qrStateRoute(api, deps)
  route(api, {
    method: 'GET',
    path: '/qr',
    operation: 'checkInByCode',
    summary: "Check an attendee in with a scanner key and the ticket's security code",
    access: 'public',
    query: shapes.QrQuery,
    returns: shapes.Scanned,
    // Older scanner apps check in with a GET.
    writes: true,
    status: 201,
    errors: ['api_key_not_valid', 'security_code_not_valid'],
    check: async ({ query, caller }) => {
      demandAll(query, caller)
      return {}
    },
    handle: async ({ query, caller, request: { address } }) => {
      const key =
        query.api_key === undefined
          ? keyOfCaller(caller)
          : await findScannerKey(deps.db, hashSecret(query.api_key), deps.clock.now())
      if (!key || 'ended' in key) deps.knownCredentials.forget(query.api_key ?? '')
      if (!key) {
        deps.attempts.wrong('token', { address })
        return wrongKeyAnswer()
      }
      if ('ended' in key) return wrongKeyAnswer(key.ended)
      if (query.api_key !== undefined) {
        const scanner = { kind: 'scanner', scannerKeyId: key.id, eventId: key.event_id } as const
        deps.knownCredentials.note(query.api_key, scanner)
      }
      const attendeeId = attendeeIdOf(query.ticket_id ?? '')
      if (attendeeId === undefined) {
        return scanAnswer({ refusal: 'security_code_not_valid' }, deps)
      }
      const result = await scanTicket(deps, {
        scanned: { kind: 'code', attendeeId, code: query.security_code ?? '' },
        scanner: { key, userId: null, reach: 'all' },
        at: deps.clock.now(),
        nonce: null,
      })
      return scanAnswer(result, deps)
    },
  })
}

type QrQuery = { api_key?: string; ticket_id?: string; security_code?: string }

/** Required here and not in the schema, because a bearer token can replace the `api_key` parameter. */
function demandAll(query: QrQuery, caller: Caller) {
  const names = ['api_key', 'ticket_id', 'security_code'] as const
  const missing = names.filter(
    name => query[name] === undefined && !(name === 'api_key' && caller.kind === 'scanner'),
  )
  if (missing.length > 0) failMissing(missing)
}

function qrStateRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/qr/:id',
    operation: 'getCheckInState',
    summary: 'Whether an attendee is checked in, for callers who may read its event',
    access: 'public',
    params: shapes.QrParams,
    returns: shapes.QrState,
    errors: ['ticket-not-accessible'],
    load: async ({ params }) =>
      (await findAttendee(deps.db, params.id)) ??
      failParams({ id: { message: 'Invalid parameter.' } }),
    handle: ({ caller, loaded: attendee }) => {
      if (!mayReadState(attendee, caller)) fail('ticket-not-accessible', { status: 403 })
      return { id: attendee.id, checked_in: attendee.checked_in_at === null ? '' : '1' }
    },
  })
}
