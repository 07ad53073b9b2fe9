import { Type } from 'typebox'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { type Caller, can, reachOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { refuse } from '../../platform/http/access.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { endDevice } from './change-doors.ts'
import { makeDevice, renewDevice } from './make-device.ts'
import { doorFileRoute } from './routes.file.ts'
import { Conflicts } from './schema.counts.ts'
import * as shapes from './schema.ts'
import { findDevice, listDevices, namesOf } from './store.devices.ts'
import {
  deleteGate,
  insertGate,
  listGates,
  strangeEvents,
  strangeTickets,
  updateGate,
} from './store.gates.ts'
import { type ConflictRow, conflictsOf } from './store.scans.ts'
import { deviceView, gateView } from './view.ts'

/** Whoever may make keys that open doors also sets up the doors (contract.md 34.1). */
const access = { needs: 'keys.write' } as const

/** Gates and paired phones, for staff. */
export function doorStaffRoutes(api: Api, deps: Deps) {
  gateRoutes(api, deps)
  changingGateRoutes(api, deps)
  deviceRoutes(api, deps)
  revokingRoute(api, deps)
  doorFileRoute(api, deps)
  conflictRoute(api, deps)
}

/** An event at which the caller may not set up doors does not exist for them. */
async function demandEvent({ db }: Deps, caller: Caller, id: number) {
  if (!can(caller, 'keys.write', id)) fail('rest-event-not-found')
  return (await findEvent(db, id)) ?? fail('rest-event-not-found')
}

async function gateProblems({ db }: Deps, eventId: number, tickets: readonly number[] = []) {
  const strange = await strangeTickets(db, eventId, tickets)
  if (strange.length === 0) return {}
  return { tickets: { message: `No tickets of this event: ${strange.join(', ')}.` } }
}

function gateRoutes(api: Api, deps: Deps) {
  const { db } = deps
  route(api, {
    method: 'GET',
    path: '/events/:id/gates',
    operation: 'listGates',
    ours: true,
    summary: 'List the gates of an event',
    access,
    params: shapes.EventParams,
    returns: Type.Array(shapes.GateView),
    errors: ['rest-event-not-found'],
    handle: async ({ params, caller }) => {
      await demandEvent(deps, caller, params.id)
      return (await listGates(db, params.id)).map(gateView)
    },
  })
  route(api, {
    method: 'POST',
    path: '/events/:id/gates',
    operation: 'createGate',
    ours: true,
    summary: 'Make a gate',
    access,
    params: shapes.EventParams,
    body: shapes.NewGate,
    returns: shapes.GateView,
    status: 201,
    errors: ['rest-event-not-found'],
    check: ({ params, body }) => gateProblems(deps, params.id, body.tickets),
    handle: async ({ params, body, caller, actor }) => {
      const { id } = await demandEvent(deps, caller, params.id)
      const { name, place = '', tickets = [] } = body
      const row = { event_id: id, name, place, ticket_ids: tickets }
      return gateView(await insertGate(actingOn(db, actor), row))
    },
  })
}

function changingGateRoutes(api: Api, deps: Deps) {
  const { db } = deps
  route(api, {
    method: 'PATCH',
    path: '/events/:id/gates/:gate_id',
    operation: 'updateGate',
    ours: true,
    summary: 'Change a gate',
    access,
    params: shapes.GateParams,
    body: shapes.GateChanges,
    returns: shapes.GateView,
    errors: ['rest-event-not-found', 'gate-not-found'],
    check: ({ params, body }) => gateProblems(deps, params.id, body.tickets),
    handle: async ({ params, body: { tickets, ...body }, caller, actor }) => {
      const { id: eventId } = await demandEvent(deps, caller, params.id)
      const named = { id: params.gate_id, eventId }
      const change = { ...body, ...(tickets && { ticket_ids: tickets }) }
      const isEmpty = Object.keys(change).length === 0
      const row = isEmpty
        ? (await listGates(db, eventId)).find(({ id }) => id === named.id)
        : await updateGate(actingOn(db, actor), named, change)
      return gateView(row ?? fail('gate-not-found'))
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/events/:id/gates/:gate_id',
    operation: 'deleteGate',
    ours: true,
    summary: 'Delete a gate; what was scanned there stays',
    access,
    params: shapes.GateParams,
    returns: shapes.Deleted,
    errors: ['rest-event-not-found', 'gate-not-found'],
    handle: async ({ params, caller, actor }) => {
      const { id } = await demandEvent(deps, caller, params.id)
      const isGone = await deleteGate(actingOn(db, actor), params.gate_id, id)
      return isGone ? { deleted: true } : fail('gate-not-found')
    },
  })
}

function deviceRoutes(api: Api, deps: Deps) {
  const { db } = deps
  const doors = { ours: true, access } as const
  route(api, {
    ...doors,
    method: 'GET',
    path: '/door-devices',
    summary: 'List paired phones, and those that wait to be paired',
    returns: Type.Array(shapes.DeviceView),
    handle: async ({ caller }) =>
      (await listDevices(db, reachOf(caller, 'keys.write'))).map(deviceView),
  })
  route(api, {
    ...doors,
    method: 'POST',
    path: '/door-devices',
    summary: 'Make the pairing of a phone: an address that works once, for ten minutes',
    body: shapes.NewDevice,
    returns: shapes.MadeDevice,
    status: 201,
    confirmed: true,
    check: ({ body }) => deviceProblems(deps, body),
    handle: async ({ body, caller, actor }) => {
      if (!body.events.every(event => can(caller, 'keys.write', event))) refuse(caller, ownEvents)
      const { name, events, gate = null, profile = 'scan' } = body
      const made = await makeDevice(deps, { name, events, gate, profile, caller, actor })
      return { ...deviceView(made.row), pairing: made.pairing }
    },
  })
  route(api, {
    ...doors,
    method: 'POST',
    path: '/door-devices/:id/pairing',
    operation: 'renewDoorPairing',
    summary: 'Give a phone that was not paired in time another ten minutes, with a new address',
    params: shapes.DeviceParams,
    returns: shapes.MadeDevice,
    status: 201,
    confirmed: true,
    errors: ['door-device-not-found', 'door-device-paired'],
    handle: async ({ params, caller, actor }) => {
      const there = await findDevice(db, params.id, reachOf(caller, 'keys.write'))
      if (!there) return fail('door-device-not-found')
      const made = await renewDevice(deps, there.id, actor)
      return { ...deviceView(made.row), pairing: made.pairing }
    },
  })
}

function revokingRoute(api: Api, deps: Deps) {
  route(api, {
    ours: true,
    access,
    method: 'DELETE',
    path: '/door-devices/:id',
    summary: 'Revoke a phone: it wipes what it keeps at its next contact',
    params: shapes.DeviceParams,
    returns: shapes.Deleted,
    errors: ['door-device-not-found'],
    handle: async ({ params, caller, actor }) => {
      const isRevoked = await endDevice(deps, params.id, { caller, actor })
      return isRevoked ? { deleted: true } : fail('door-device-not-found')
    },
  })
}

const ownEvents = 'Pair phones for events (`events`) at which you have `keys.write`.'

async function deviceProblems(
  deps: Deps,
  { events, gate }: { events: number[]; gate?: number | null },
) {
  const strange = await strangeEvents(deps.db, events)
  if (strange.length > 0) {
    return { events: { message: `There are no events with these ids: ${strange.join(', ')}.` } }
  }
  if (gate === undefined || gate === null) return {}
  const gates = await Promise.all(events.map(event => listGates(deps.db, event)))
  return gates.flat().some(({ id }) => id === gate)
    ? {}
    : { gate: { message: 'None of these events has this gate.' } }
}

const conflictsMost = 500

function conflictRoute(api: Api, deps: Deps) {
  const { db } = deps
  route(api, {
    method: 'GET',
    path: '/events/:id/door-conflicts',
    operation: 'listDoorConflicts',
    ours: true,
    summary: 'List who was let in with a ticket that was used before, or that does not admit',
    access: { needs: 'reports.read' },
    params: shapes.EventParams,
    returns: Conflicts,
    errors: ['rest-event-not-found'],
    handle: async ({ params: { id }, caller }) => {
      if (!can(caller, 'reports.read', id)) fail('rest-event-not-found')
      if (!(await findEvent(db, id))) fail('rest-event-not-found')
      const names = await namesOf(db, id)
      const nameOf = (kind: 'device' | 'gate', of: number | null) =>
        names.find(one => one.kind === kind && one.id === of)?.name ?? null
      return (await conflictsOf(db, id, conflictsMost)).map(row => conflictView(row, nameOf))
    },
  })
}

type NameOf = (kind: 'device' | 'gate', id: number | null) => string | null

const conflictView = (row: ConflictRow, nameOf: NameOf) => ({
  attendee: row.attendee_id,
  reason: row.refusal ?? 'used_before',
  second: {
    at: row.at.toISOString(),
    device: nameOf('device', row.device_id),
    gate: nameOf('gate', row.gate_id),
  },
  first:
    row.entered_at === null
      ? null
      : {
          at: row.entered_at.toISOString(),
          device: nameOf('device', row.first_device_id),
          gate: nameOf('gate', row.first_gate_id),
        },
})
