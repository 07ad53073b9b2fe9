import { hashSecret } from '../../access/keys/rules.ts'
import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import { type Caller, can, canSomewhere } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { toLocal } from '../../core/time.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { refuse } from '../../platform/http/access.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { entryWindow } from '../checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { eventOfDevice } from './event-of-device.ts'
import { pairDevice } from './pair-device.ts'
import { readChanged, readPart } from './read-list.ts'
import { Counts } from './schema.counts.ts'
import * as shapes from './schema.ts'
import { doorSearchRoute } from './routes.search.ts'
import { scanRoute } from './routes.scans.ts'
import { findDeviceKey, noteSeen } from './store.devices.ts'
import { listGates } from './store.gates.ts'
import { ticketsForDoor } from './store.list.ts'
import { countGuests, countInside, countScans } from './store.scans.ts'
import { deviceView, headView, listedView } from './view.ts'

/** A phone that may search people by name is told what they owe, too. */
async function tellingOf({ db, random, siteSettings }: Deps, event: EventRow, caller: Caller) {
  const key = caller.kind === 'device' ? await findDeviceKey(db, caller.deviceId) : undefined
  const day = toLocal(event.starts_at, event.timezone).slice(0, 10)
  return { random, tellsOwed: key?.profile === 'search', language: siteSettings().language, day }
}

/** What phones keep is theirs alone: no cache on the way has it. */
const headers = { 'cache-control': 'no-store' }

const phones = {
  who: 'Paired phones.',
  when: ({ caller }: { caller: Caller }) => caller.kind === 'device',
}

/** The doors of paired phones (contract.md 34). */
export function doorRoutes(api: Api, deps: Deps) {
  pairingRoute(api, deps)
  listRoutes(api, deps)
  scanRoute(api, deps)
  doorSearchRoute(api, deps)
  countsRoute(api, deps)
}

function pairingRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/door/pairings',
    operation: 'pairDoorDevice',
    ours: true,
    summary: 'Pair a phone by the token of its pairing, which works once',
    access: 'public',
    body: shapes.Pairing,
    returns: shapes.Paired,
    status: 201,
    errors: ['door-pairing-ended'],
    handle: async ({ body, request: { address } }) => {
      const { row, secret } = await pairDevice(deps, {
        tokenHash: hashSecret(body.token),
        version: body.app_version ?? '',
        address,
      })
      const events = await Promise.all(row.event_ids.map(id => findEvent(deps.db, id)))
      const window = entryWindow(deps.config)
      const there = events.filter(event => event !== undefined)
      const heads = there.map(event => headView({ event, gates: [], tickets: [], window }).event)
      return new Answer(
        { device: deviceView(row), secret, events: heads },
        { status: 201, headers },
      )
    },
  })
}

function listRoutes(api: Api, deps: Deps) {
  const { db, clock } = deps
  const seen = async (caller: Caller) => {
    if (caller.kind === 'device') await noteSeen(db, caller.deviceId, clock.now())
  }
  route(api, {
    method: 'GET',
    path: '/door/snapshot',
    operation: 'getDoorList',
    ours: true,
    summary: 'A part of everybody of an event, with which a phone judges tickets without a network',
    access: phones,
    query: shapes.ListQuery,
    returns: shapes.Snapshot,
    errors: ['rest-event-not-found', 'door-device-revoked'],
    handle: async ({ query, caller }) => {
      const event = await eventOfDevice(deps, caller, query.event)
      const telling = await tellingOf(deps, event, caller)
      const part = await readPart(deps, { eventId: event.id, after: query.after ?? 0 })
      const body = {
        ...(await headOf(deps, event)),
        now: clock.now().toISOString(),
        position: part.position,
        rows: part.rows.map(row => listedView(telling, row)),
        next: part.next,
      }
      await seen(caller)
      return new Answer(body, { headers })
    },
  })
  route(api, {
    method: 'GET',
    path: '/door/changes',
    operation: 'listDoorChanges',
    ours: true,
    summary: 'Who of an event changed after a position, as they are now',
    access: phones,
    query: shapes.ChangesQuery,
    returns: shapes.Changes,
    errors: ['rest-event-not-found', 'door-device-revoked', 'cursor_expired'],
    handle: async ({ query, caller }) => {
      const event = await eventOfDevice(deps, caller, query.event)
      const telling = await tellingOf(deps, event, caller)
      const changed = await readChanged(deps, { eventId: event.id, after: query.after })
      const body = {
        ...(await headOf(deps, event)),
        now: clock.now().toISOString(),
        position: changed.position,
        rows: changed.rows.map(row => listedView(telling, row)),
        more: changed.more,
      }
      await seen(caller)
      return new Answer(body, { headers })
    },
  })
}

async function headOf({ db, config }: Deps, event: EventRow) {
  const gates = await listGates(db, event.id)
  const tickets = await ticketsForDoor(db, event.id)
  return headView({ event, gates, tickets, window: entryWindow(config) })
}

function countsRoute(api: Api, deps: Deps) {
  const { db } = deps
  route(api, {
    method: 'GET',
    path: '/door/counts',
    operation: 'getDoorCounts',
    ours: true,
    summary: 'How many are inside an event, and how many came in at each gate',
    access: {
      who: 'Paired phones, and callers with `door.scan` at the event.',
      when: ({ caller }) => caller.kind === 'device' || canSomewhere(caller, 'door.scan'),
    },
    query: shapes.CountsQuery,
    returns: Counts,
    errors: ['rest-event-not-found', 'door-device-revoked'],
    handle: async ({ query: { event }, caller }) => {
      if (caller.kind === 'device') await eventOfDevice(deps, caller, event)
      else if (!can(caller, 'door.scan', event)) refuse(caller)
      else if (!(await findEvent(db, event))) fail('rest-event-not-found')
      const { inside, checked_in, expected } = await countInside(db, event)
      const gates = await countScans(db, event)
      const guests = await countGuests(db, event)
      const sum = (name: 'conflicts' | 'recent') =>
        gates.reduce((total, gate) => total + gate[name], 0)
      const body = {
        inside: inside + guests,
        guests,
        checked_in,
        expected,
        conflicts: sum('conflicts'),
        last_ten_minutes: sum('recent'),
        gates: gates.map(({ gate_id: gate, came_in, went_out }) => ({ gate, came_in, went_out })),
      }
      return new Answer(body, { headers })
    },
  })
}
