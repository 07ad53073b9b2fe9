import { type Static, Type } from 'typebox'
import {
  atEvent,
  mayDeleteRecord,
  mayEditRecord,
  mayReadEvent,
} from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { isOtherRecord } from '../../platform/db/record-kinds.ts'
import { type Basis, noBasis } from '../../platform/http/kept/answer-basis.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { CatalogueAdditions } from '../additions.ts'
import { mayMakeAuthor } from '../linked/rules.ts'
import { shownTables } from '../shown-tables.ts'
import { type EventRow, findEvent, findEventBySlug } from './lookup.ts'
import { pageOfEvents } from './page-of-events.ts'
import { prepareEvent } from './prepare-event.ts'
import { publishDue } from './publish-due.ts'
import { readQuery } from './read-query.ts'
import { changeEvent, createEvent } from './save-event.ts'
import * as shapes from './schema.ts'
import { EventList, EventView } from './schema.view.ts'
import { showEvents } from './show-events.ts'
import { trashEvent } from './trash-event.ts'
import { eventIsUnlocked } from './unlock-event.ts'

/** Every route of events: list and create; read, change and delete, by id and by slug. */
export function eventRoutes(api: Api, deps: Deps, additions: CatalogueAdditions) {
  const context = { deps, additions }
  declareList(api, context)
  declareCreate(api, context)
  for (const eventPath of eventPaths) {
    declareRead(api, context, eventPath)
    declareChange(api, context, eventPath)
    declareDelete(api, context, eventPath)
  }
}

type EventContext = { deps: Deps; additions: CatalogueAdditions }

/** How a path names an event. */
type EventPath = { path: string; params: typeof shapes.IdParams | typeof shapes.SlugParams }

const eventPaths: EventPath[] = [
  { path: '/events/:id', params: shapes.IdParams },
  { path: '/events/by-slug/:slug', params: shapes.SlugParams },
]

type EventName = Static<EventPath['params']>

/** The event that a path names, after due events have been published. */
async function findNamed(deps: Deps, named: EventName): Promise<EventRow | undefined> {
  await publishDue(deps)
  const { db } = deps
  if ('id' in named) return findEvent(db, named.id)
  return (await findEventBySlug(db, named.slug)) ?? findEventBySlug(db, slugify(named.slug))
}

/**
 * The same for reading and deleting, where an unknown slug is a bad parameter and an unknown id is 404
 * (contract.md 5.1).
 */
async function findUnlessBadSlug(deps: Deps, named: EventName): Promise<EventRow | undefined> {
  const event = await findNamed(deps, named)
  if (!event && 'slug' in named) failParams({ slug: { message: 'Invalid parameter.' } })
  return event
}

/**
 * Fails with 400 `rest-invalid-event-id` when the id belongs to another kind of record (contract.md 9.1),
 * otherwise with 404.
 */
async function failUnknown({ db }: Deps, named: EventName): Promise<never> {
  const isOther = 'id' in named && (await isOtherRecord(db, named.id))
  return fail(isOther ? 'rest-invalid-event-id' : 'rest-event-not-found')
}

const readErrors = [
  'rest-event-not-found',
  'rest-invalid-event-id',
  'event-no-longer-available',
  'event-not-accessible',
  'event-password-protected',
] as const

const linkErrors = [
  'could-not-create-venue',
  'could-not-create-organizer',
  'invalid-linked-post-id',
] as const

/** One event, for callers who may see all of it. */
async function show(
  { deps, additions }: EventContext,
  shown: { row: EventRow; caller: Caller; single?: boolean; basis?: Basis },
) {
  const { row, caller, single = false, basis = noBasis } = shown
  const request = { rows: [row], caller, single, unlocked: new Set([row.id]), basis }
  const [event] = await showEvents(deps, additions, request)
  return event ?? fail('rest-event-not-found')
}

function declareRead(api: Api, context: EventContext, eventPath: EventPath) {
  const { deps } = context
  route(api, {
    method: 'GET',
    path: eventPath.path,
    summary: 'Read an event',
    access: 'public',
    shared: shownTables.sale,
    params: eventPath.params,
    query: shapes.Unlocking,
    returns: EventView,
    errors: readErrors,
    load: async ({ params }) =>
      (await findUnlessBadSlug(deps, params)) ?? (await failUnknown(deps, params)),
    versioned: { record: 'event', id: ({ loaded }) => loaded.id },
    handle: async ({ params, query, caller, request: { address }, loaded: row, basis }) => {
      if (row.status === 'trash') fail('event-no-longer-available')
      if (!mayReadEvent(caller, row)) fail('event-not-accessible')
      const editing = query.context === 'edit' && mayEditRecord(atEvent(caller, row.id), row)
      if (!editing && !(await eventIsUnlocked(deps, row, { password: query.password, address })))
        fail('event-password-protected')
      await tellBasis(deps, { row, params, basis })
      return show(context, { row, caller, single: true, basis })
    },
  })
}

/**
 * The answer is made of the event's own rows. It also changes by itself when a scheduled event that shares its venue
 * is published.
 */
async function tellBasis(
  deps: Deps,
  { row, params, basis }: { row: EventRow; params: EventName; basis: Basis },
) {
  basis.until(await publishDue(deps))
  basis.only('stock', [row.id])
  // A slug that only resembles the event's own may find another event later.
  if ('id' in params || params.slug === row.slug) basis.only('event', [row.id])
}

function declareCreate(api: Api, context: EventContext) {
  const { deps } = context
  route(api, {
    method: 'POST',
    path: '/events',
    summary: 'Add an event',
    body: shapes.EventDraft,
    load: ({ body, caller }) => prepareEvent(deps, { body, caller, before: undefined }),
    access: {
      who: 'Callers with `edit_records`, or with `events.write` for the site. Naming somebody else as `author` needs `edit_others_records`.',
      when: ({ caller, body }) => {
        return can(atEvent(caller, undefined), 'edit_records') && mayMakeAuthor(caller, body.author)
      },
    },
    returns: EventView,
    status: 201,
    errors: linkErrors,
    handle: async ({ caller, actor, attempt, loaded: ready }) => {
      const making = { caller, ready, attempt }
      const { row, isNew } = await createEvent(actingAs(deps, actor), making)
      const body = await show(context, { row, caller })
      return isNew ? body : new Answer(body, { status: 200 })
    },
  })
}

function declareChange(api: Api, context: EventContext, eventPath: EventPath) {
  const { deps } = context
  const { onNewZone, ticketsOut } = context.additions
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: eventPath.path,
    summary: 'Change an event; omitted members stay',
    params: eventPath.params,
    body: shapes.EventChanges,
    load: async ({ params, body, caller }) => {
      const before = await findNamed(deps, params)
      return before && { before, ready: await prepareEvent(deps, { body, caller, before }) }
    },
    access: {
      who: 'Callers who may edit this event. Naming somebody else as `author` needs `edit_others_records`.',
      when: ({ caller, body: { author }, loaded }) => {
        if (!loaded) return can(caller, 'edit_records')
        const here = atEvent(caller, loaded.before.id)
        const authorAllowed = author === loaded.before.author_id || mayMakeAuthor(caller, author)
        return mayEditRecord(here, loaded.before) && authorAllowed
      },
    },
    returns: EventView,
    versioned: { record: 'event', id: ({ loaded }) => loaded?.before.id },
    errors: [
      'rest-event-not-found',
      'rest-invalid-event-id',
      'event-has-orders',
      'event-external-id-taken',
      ...linkErrors,
    ],
    handle: async ({ params, caller, actor, loaded }) => {
      const { before, ready } = loaded ?? (await failUnknown(deps, params))
      const change = { caller, ready, onNewZone, ticketsOut }
      const row = await changeEvent(actingAs(deps, actor), before.id, change)
      return show(context, { row, caller })
    },
  })
}

function declareDelete(api: Api, context: EventContext, eventPath: EventPath) {
  const { deps } = context
  const { ticketsOut } = context.additions
  route(api, {
    method: 'DELETE',
    path: eventPath.path,
    summary: 'Move an event to the trash',
    params: eventPath.params,
    query: shapes.Unlocking,
    body: shapes.EventRemoval,
    load: ({ params }) => findUnlessBadSlug(deps, params),
    access: {
      who: 'Callers who may delete this event.',
      when: ({ caller, loaded }) =>
        loaded ? mayDeleteRecord(caller, loaded) : can(caller, 'delete_records'),
    },
    returns: EventView,
    versioned: { record: 'event', id: ({ loaded }) => loaded?.id },
    errors: [
      'rest-event-not-found',
      'rest-invalid-event-id',
      'event-is-in-trash',
      'event-has-orders',
    ],
    handle: async ({ params, body: { force = false }, caller, actor, loaded }) => {
      const { id } = loaded ?? (await failUnknown(deps, params))
      const row = await trashEvent(actingAs(deps, actor), { id, caller, force, ticketsOut })
      return show(context, { row, caller })
    },
  })
}

function declareList(api: Api, { deps, additions }: EventContext) {
  route(api, {
    method: 'GET',
    path: '/events',
    summary: 'List events by their start',
    access: 'public',
    shared: shownTables.catalogue,
    list: true,
    query: Type.Object({ ...shapes.EventQuery.properties, ...shapes.Unlocking.properties }),
    returns: EventList,
    errors: ['event-archive-page-not-found'],
    load: async ({ query, caller, db, basis }) => {
      basis.until(await publishDue(deps))
      return readQuery({ ...deps, db }, { query, caller, basis })
    },
    handle: ({ query, caller, db, request: { address }, loaded, basis }) =>
      pageOfEvents({ ...deps, db }, additions, { ...loaded, caller, query, address, basis }),
  })
}
