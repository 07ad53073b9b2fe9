import { type Caller, can, userIdOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import { Deleted } from '../../../platform/http/described/answer-shapes.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import { findAttendee } from '../../../ticketing/attendees/lookup.ts'
import type { Deps } from '../../deps.ts'
import { orderOf, wholeOrderOf } from '../desk/find-part.ts'
import { NoteBody, NoteList, NoteParams, NoteView, SubjectParams } from './schema.ts'
import {
  countNotes,
  deleteNote,
  insertNote,
  listNotes,
  type NoteRow,
  type NoteSubject,
} from '../record/store.notes.ts'

/** One record has at most this many notes. */
const notesMost = 200

/** What notes are about, who reads and writes them, and how they are noted. */
type About = {
  path: 'orders' | 'attendees'
  noun: 'Order' | 'Attendee'
  reads: 'orders.read' | 'attendees.read'
  writes: 'orders.write' | 'attendees.write'
  unknown: 'order-not-found' | 'attendee-not-found'
  subject: (id: number, caller: Caller, writes: boolean) => Promise<NoteSubject>
}

/** Notes of staff about orders and attendees. */
export function noteRoutes(api: Api, deps: Deps) {
  for (const about of [ofOrders(deps), ofAttendees(deps)]) routesOf(api, deps, about)
}

/** Notes may tell of the whole, so somebody who sees a part of an order neither reads nor writes them. */
const ofOrders = (deps: Deps): About => ({
  path: 'orders',
  noun: 'Order',
  reads: 'orders.read',
  writes: 'orders.write',
  unknown: 'order-not-found',
  subject: async (id, caller, writes) => {
    if (writes) return { orderId: (await wholeOrderOf(deps, id, caller)).id, attendeeId: null }
    const { order, isWhole } = await orderOf(deps, id, caller)
    return { orderId: isWhole ? order.id : 0, attendeeId: null }
  },
})

const ofAttendees = (deps: Deps): About => ({
  path: 'attendees',
  noun: 'Attendee',
  reads: 'attendees.read',
  writes: 'attendees.write',
  unknown: 'attendee-not-found',
  subject: async (id, caller, writes) => {
    const noted = await findAttendee(deps.db, id)
    const right = writes ? 'attendees.write' : 'attendees.read'
    if (!noted || !can(caller, right, noted.event_id)) fail('attendee-not-found')
    return { orderId: noted.order_id, attendeeId: noted.id }
  },
})

const named = ({ orderId, attendeeId }: NoteSubject) =>
  attendeeId === null ? { orderId: orderId ?? 0 } : { attendeeId }

function routesOf(api: Api, deps: Deps, about: About) {
  const { path, noun, subject } = about
  const what = noun === 'Order' ? 'an order and its places' : 'an attendee'
  route(api, {
    method: 'GET',
    path: `/${path}/:id/notes`,
    operation: `list${noun}Notes`,
    ours: true,
    summary: `List what staff noted about ${what}, newest first`,
    access: { needs: about.reads },
    params: SubjectParams,
    returns: NoteList,
    errors: [about.unknown],
    handle: async ({ params, caller }) => {
      const noted = named(await subject(params.id, caller, false))
      return { notes: (await listNotes(deps.db, noted, notesMost)).map(noteView) }
    },
  })
  route(api, {
    method: 'POST',
    path: `/${path}/:id/notes`,
    operation: `add${noun}Note`,
    ours: true,
    summary: `Note something about ${noun === 'Order' ? 'an order' : what}`,
    access: { needs: about.writes },
    params: SubjectParams,
    body: NoteBody,
    returns: NoteView,
    status: 201,
    errors: [about.unknown, 'rest_notes_full'],
    handle: async ({ params, body, caller, actor }) => {
      const noted = await subject(params.id, caller, true)
      if ((await countNotes(deps.db, named(noted))) >= notesMost) fail('rest_notes_full')
      const { db } = actingAs(deps, actor)
      return noteView(
        await insertNote(db, { ...noted, text: body.text.trim(), userId: userIdOf(caller) }),
      )
    },
  })
  route(api, {
    method: 'DELETE',
    path: `/${path}/:id/notes/:note`,
    operation: `delete${noun}Note`,
    ours: true,
    summary: `Delete a note about ${noun === 'Order' ? 'an order' : what}`,
    access: { needs: about.writes },
    params: NoteParams,
    returns: Deleted,
    errors: [about.unknown, 'rest_note_not_found'],
    handle: async ({ params, caller, actor }) => {
      const noted = named(await subject(params.id, caller, true))
      const { db } = actingAs(deps, actor)
      if (!(await deleteNote(db, params.note, noted))) fail('rest_note_not_found')
      return { deleted: true }
    },
  })
}

const noteView = ({ id, order_id, attendee_id, text, login, at }: NoteRow) => ({
  id,
  order: order_id,
  attendee: attendee_id,
  text,
  by: login,
  at: at.toISOString(),
})
