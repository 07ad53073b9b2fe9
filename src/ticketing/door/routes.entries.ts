import { can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { findAttendee } from '../attendees/lookup.ts'
import type { Deps } from '../deps.ts'
import { ticketsForSale } from '../tickets/lookup.ts'
import * as shapes from './schema.entries.ts'
import { findDoorNote, findTicketEntry, saveDoorNote, saveTicketEntry } from './store.entries.ts'

/** Both are edited beside the rest of their record, and are of its versions. */
const versionedAs = (record: 'ticket' | 'attendee') => ({
  record,
  id: ({ params }: { params: { id: number } }) => params.id,
})

/** How often a ticket lets in, and what the door has to know of a ticket or of somebody. */
export function entryRoutes(api: Api, deps: Deps) {
  ticketEntryRoutes(api, deps)
  noteRoutes(api, deps)
}

function ticketEntryRoutes(api: Api, deps: Deps) {
  const { db } = deps
  const load = async ({ params: { id } }: { params: { id: number } }) =>
    (await ticketsForSale(db, [id])).get(id)
  const access = { needs: 'tickets.write' } as const
  route(api, {
    method: 'GET',
    path: '/tickets/:id/entry',
    operation: 'getTicketEntry',
    ours: true,
    summary: 'How often a ticket lets in, and what its door has to know',
    params: shapes.TicketIdParams,
    returns: shapes.TicketEntry,
    versioned: versionedAs('ticket'),
    errors: ['ticket-not-found'],
    load,
    access,
    handle: async ({ params, caller, loaded }) => {
      if (!loaded || !can(caller, 'tickets.write', loaded.eventId)) return fail('ticket-not-found')
      return findTicketEntry(db, params.id)
    },
  })
  route(api, {
    method: 'PATCH',
    path: '/tickets/:id/entry',
    operation: 'updateTicketEntry',
    ours: true,
    summary: 'Change how often a ticket lets in, or what its door has to know',
    params: shapes.TicketIdParams,
    body: shapes.TicketEntryChanges,
    returns: shapes.TicketEntry,
    versioned: versionedAs('ticket'),
    errors: ['ticket-not-found'],
    load,
    access,
    handle: async ({ params: { id }, body, caller, actor, loaded }) => {
      if (!loaded || !can(caller, 'tickets.write', loaded.eventId)) return fail('ticket-not-found')
      return transaction(actingOn(db, actor), async tx => {
        await saveTicketEntry(tx, id, body)
        await record(tx, 'ticket.saved', { ticket_id: id, event_id: loaded.eventId })
        return findTicketEntry(tx, id)
      })
    },
  })
}

function noteRoutes(api: Api, deps: Deps) {
  const { db } = deps
  const access = { needs: 'attendees.write' } as const
  const load = async ({ params: { id } }: { params: { id: number } }) => findAttendee(db, id)
  route(api, {
    method: 'GET',
    path: '/attendees/:id/door-note',
    operation: 'getDoorNote',
    ours: true,
    summary: 'What the door has to acknowledge before this attendee comes in',
    params: shapes.AttendeeIdParams,
    returns: shapes.DoorNote,
    versioned: versionedAs('attendee'),
    errors: ['attendee-not-found'],
    load,
    access,
    handle: async ({ params, caller, loaded }) => {
      if (!loaded || !can(caller, 'attendees.write', loaded.event_id)) fail('attendee-not-found')
      return { door_note: await findDoorNote(db, params.id) }
    },
  })
  route(api, {
    method: 'PUT',
    path: '/attendees/:id/door-note',
    operation: 'updateDoorNote',
    ours: true,
    summary: 'Write what the door has to acknowledge before this attendee comes in',
    params: shapes.AttendeeIdParams,
    body: shapes.DoorNote,
    returns: shapes.DoorNote,
    versioned: versionedAs('attendee'),
    errors: ['attendee-not-found'],
    load,
    access,
    handle: async ({ params: { id }, body, caller, actor, loaded }) => {
      if (!loaded || !can(caller, 'attendees.write', loaded.event_id)) fail('attendee-not-found')
      await transaction(actingOn(db, actor), async tx => {
        await saveDoorNote(tx, id, body.door_note.trim())
        await record(tx, 'attendee.changed', { attendee_id: id, transferred: false })
      })
      return { door_note: body.door_note.trim() }
    },
  })
}
