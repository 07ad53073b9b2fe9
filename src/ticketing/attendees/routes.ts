import { type Caller, can, canSomewhere, userIdOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { parseSearch, plainTitle, searchProblem } from '../../core/text.ts'
import { listUrl, type LinkParams, pageOffset, totalPages } from '../../core/page.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../../platform/http/access.ts'
import { actingAs } from '../../platform/db/acting.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { counted } from '../counted.ts'
import { ticketsForSale } from '../tickets/lookup.ts'
import { createAttendee } from './create-attendee.ts'
import { type AttendeeRow, findAttendee } from './lookup.ts'
import { readAttendee } from './read-attendee.ts'
import { orderOf, resolveFilter } from './resolve-filter.ts'
import * as shapes from './schema.ts'
import { AttendeeList, AttendeeView } from './schema.view.ts'
import { type Audience, showAttendee } from './view.attendee.ts'
import { audienceAt, listSightOf, staffSeesAt } from './sight.ts'
import { looksAtCrowd, pageOfAttendees, unknownIds, withSample } from './store.lists.ts'
import { updateAttendee } from './update-attendee.ts'

export function attendeeRoutes(api: Api, deps: Deps) {
  readingRoutes(api, deps)
  creatingRoute(api, deps)
  changingRoute(api, deps)
}

function readingRoutes(api: Api, deps: Deps) {
  const forStaff = (row: AttendeeRow) => showAttendee(row, 'staff', deps)
  route(api, {
    method: 'GET',
    path: '/attendees',
    summary: 'List attendees: all for staff, the public ones for everybody else',
    access: 'public',
    list: true,
    query: shapes.AttendeeQuery,
    returns: AttendeeList,
    errors: ['invalid-page-number'],
    check: async ({ query, caller, db }) => ({
      ...(namesOne(query) ? {} : await checkIds(db, query)),
      ...(listSightOf(caller).audience === 'public' && publicProblems(query)),
    }),
    handle: async ({ query, caller, request, db }) => {
      const { page = 1, per_page = 10, offset = 0 } = query
      const { audience } = listSightOf(caller)
      const seesAll = staffEverywhere.every(right => can(caller, right))
      const filter = await withSample(db, resolveFilter(query, caller, deps))
      const wanted = { filter, order: orderOf(query, audience) }
      if (audience === 'public' && (await looksAtCrowd(db, wanted, crowd))) failCrowd(query)
      const window = { limit: per_page, offset: offset + pageOffset(page, per_page) }
      const { rows, total: matches } = await pageOfAttendees(db, wanted, window)
      if (matches === 0 && namesOne(query)) demandNoProblems(await checkIds(db, query))
      const total = offset < matches ? matches : 0
      const pages = totalPages(total, per_page)
      if (page > 1 && page > pages) fail('invalid-page-number')
      const showing = meansOf(deps)
      const attendees = rows.map(row =>
        seesAll ? forStaff(row) : showTo(caller, row, { ...showing, listed: audience }),
      )
      const rest_url = listUrl(`${deps.restRoot('tickets')}/attendees/`, sent(query, request))
      return counted({ rest_url, total, total_pages: pages, attendees })
    },
  })
  route(api, {
    method: 'GET',
    path: '/attendees/:id',
    summary: 'Read an attendee',
    access: 'public',
    params: shapes.AttendeeParams,
    query: shapes.AttendeePassword,
    returns: AttendeeView,
    errors: ['attendee-not-found', 'attendee-not-accessible'],
    versioned: { record: 'attendee', id: ({ params }) => params.id },
    handle: async ({ params, query, caller, request: { address } }) => {
      const key = { password: query.password, address }
      const row = await readAttendee(deps, params.id, { caller, key })
      return showTo(caller, row, meansOf(deps))
    },
  })
}

/** With these rights everywhere a row shows the same to everybody, so that its text is kept. */
const staffEverywhere = [
  'attendees.read',
  'attendees.write',
  'contacts.read',
  'money.read',
] as const

const meansOf = ({ config, publicRoot, restRoot }: Deps) => ({ config, publicRoot, restRoot })

type Showing = Pick<Deps, 'config' | 'publicRoot' | 'restRoot'> & { listed?: Audience }

/** An attendee as this caller sees it; in a list for the public also where the caller sees more of it. */
function showTo(caller: Caller, row: AttendeeRow, { listed, ...deps }: Showing) {
  const audience = listed === 'public' ? listed : audienceAt(caller, row.event_id)
  return showAttendee(row, audience, { ...deps, sees: staffSeesAt(caller, row.event_id) })
}

/** Whether the caller makes attendees by hand at an event: whoever manages attendees, and the box office. */
const mayAdd = (caller: Caller, event: number) =>
  can(caller, 'attendees.write', event) || can(caller, 'boxoffice.sell', event)

function creatingRoute(api: Api, deps: Deps) {
  const { db, clock } = deps
  route(api, {
    method: 'POST',
    path: '/attendees',
    summary: 'Make an attendee without an order',
    body: shapes.NewAttendee,
    returns: AttendeeView,
    status: 201,
    errors: [
      'invalid-attendee-status',
      'attendee-creation-failed',
      'tec-et-attendee-invalid-check-in',
    ],
    load: async ({ body: { ticket_id } }) =>
      (await ticketsForSale(db, [ticket_id])).get(ticket_id) ?? failParams({ ticket_id: wrong }),
    access: {
      who: 'Callers with `attendees.write` or `boxoffice.sell` at the event.',
      when: ({ caller, loaded }) => mayAdd(caller, loaded.eventId),
    },
    handle: async ({ body, caller, actor, attempt, loaded: ticket }) => {
      const made = await createAttendee(actingAs(deps, actor), {
        ticket,
        fullName: plainTitle(body.full_name),
        email: body.email,
        status: body.attendee_status,
        isInside: body.check_in === true,
        optedOut: body.optout === true,
        userId: userIdOf(caller),
        now: clock.now(),
        attempt,
      })
      return showTo(caller, await readAttendee(deps, made, { caller }), meansOf(deps))
    },
  })
}

function changingRoute(api: Api, deps: Deps) {
  const { clock } = deps
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: '/attendees/:id',
    summary: 'Check an attendee in or out, change who it is, or move it to another ticket',
    access: {
      who: 'Callers with `attendees.write` at the event; with `door.scan` they check in and out.',
      when: ({ caller }) =>
        canSomewhere(caller, 'attendees.write') || canSomewhere(caller, 'door.scan'),
    },
    params: shapes.AttendeeParams,
    body: shapes.AttendeeChanges,
    versioned: { record: 'attendee', id: ({ params }) => params.id },
    returns: AttendeeView,
    status: 201,
    errors: [
      'invalid-attendee-id',
      'invalid-attendee-status',
      'attendee-creation-failed',
      'attendee-move-not-allowed',
      'tec-et-attendee-already-checked-in',
      'tec-et-attendee-invalid-check-in',
    ],
    handle: async ({ params, body, caller, actor }) => {
      await demandChange(deps, params.id, { caller, body })
      const { full_name = body.title } = body
      await updateAttendee(actingAs(deps, actor), {
        id: params.id,
        changes: {
          checkIn: body.check_in,
          isInside: body.checked_in,
          fullName: full_name === undefined ? undefined : plainTitle(full_name),
          email: body.email,
          status: body.attendee_status,
          optOut: body.optout,
          ticketId: body.ticket_id,
        },
        userId: userIdOf(caller),
        now: clock.now(),
      })
      return showTo(caller, await readAttendee(deps, params.id, { caller }), meansOf(deps))
    },
  })
}

type Asking = { caller: Caller; body: object }

/** An attendee of another event does not exist for the caller; the door changes nothing but who is inside. */
async function demandChange({ db }: Deps, id: number, { caller, body }: Asking) {
  if (can(caller, 'attendees.write')) return
  const event = (await findAttendee(db, id))?.event_id ?? fail('invalid-attendee-id')
  if (can(caller, 'attendees.write', event)) return
  if (!can(caller, 'door.scan', event)) fail('invalid-attendee-id')
  const ofDoor = new Set(['check_in', 'checked_in', 'source'])
  if (!Object.keys(body).every(name => ofDoor.has(name))) refuse(caller, doorOnly)
}

const doorOnly =
  'Without `attendees.write` at its event you check an attendee in and out, and change nothing else.'

/** A public list may compare at most this many attendees one by one. */
const crowd = 20_000
/** A public list may skip at most this many attendees to reach a page. */
const deepest = 10_000

function failCrowd({ search, name, orderby }: shapes.AttendeeQuery): never {
  const revealing = Object.entries({ search, name, orderby }).find(
    ([, value]) => value !== undefined,
  )
  failParams({ [revealing?.[0] ?? 'post_id']: { message: tooMany } })
}

const tooMany = `would read more than ${crowd} attendees; send post_id, a longer search text, or the default order.`

/** Filters that take long are for staff only. */
function publicProblems({ page = 1, per_page = 10, offset = 0, search }: shapes.AttendeeQuery) {
  const problems: Problems = {}
  const words = search === undefined ? undefined : searchProblem(parseSearch(search))
  if (words !== undefined) problems['search'] = { message: words }
  if (offset + pageOffset(page, per_page) >= deepest) {
    const message = `is beyond the first ${deepest} attendees; send post_id or a name.`
    problems[page > 1 ? 'page' : 'offset'] = { message }
  }
  return problems
}

const wrong = { message: 'Invalid parameter.' }

/** Whether a list filters by a single event or ticket: one that has attendees exists. */
function namesOne(query: shapes.AttendeeQuery): boolean {
  const { exclude_post, exclude_ticket } = query
  const named = [query.post_id, query.include_post, query.ticket_id, query.include_ticket]
  return (
    named.flat().filter(id => id !== undefined).length === 1 && !exclude_post && !exclude_ticket
  )
}

function demandNoProblems(problems: Problems) {
  if (Object.keys(problems).length > 0) failParams(problems)
}

/** Fails unless the events and tickets that a list filters by exist. */
async function checkIds(db: Db, query: shapes.AttendeeQuery): Promise<Problems> {
  const unknown = await unknownIds(db, {
    events: [query.post_id ?? [], query.include_post ?? [], query.exclude_post ?? []].flat(),
    tickets: [query.ticket_id ?? [], query.include_ticket ?? [], query.exclude_ticket ?? []].flat(),
  })
  const names = (['post_id', 'include_post', 'exclude_post'] as const)
    .filter(name => [query[name] ?? []].flat().some(id => unknown.events.has(id)))
    .map(String)
    .concat(
      (['ticket_id', 'include_ticket', 'exclude_ticket'] as const).filter(name =>
        [query[name] ?? []].flat().some(id => unknown.tickets.has(id)),
      ),
    )
  return Object.fromEntries(names.map(name => [name, wrong]))
}

/** The recognised parameters as the client sent them, without defaults. */
function sent(query: shapes.AttendeeQuery, { rawQuery }: RequestInfo): LinkParams {
  const names = Object.keys(shapes.AttendeeQuery.properties).filter(name => name in rawQuery)
  return Object.fromEntries(names.map(name => [name, query[name as keyof typeof query]]))
}
