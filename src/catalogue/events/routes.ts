import { Type } from 'typebox'
import { mayDeleteRecord, mayEditRecord, mayReadRecord } from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/validation.ts'
import type { CatalogueAdditions } from '../additions.ts'
import { mayMakeAuthor } from '../linked/rules.ts'
import { shownTables } from '../shown-tables.ts'
import { demandEvent } from './demand-event.ts'
import { type EventRow, findEvent, findEventBySlug } from './lookup.ts'
import { pageOfEvents } from './page-of-events.ts'
import { oncePer } from './per-request.ts'
import { type EventBody, prepareEvent } from './prepare-event.ts'
import { publishDue } from './publish-due.ts'
import { readQuery } from './read-query.ts'
import { changeEvent, createEvent } from './save-event.ts'
import * as shapes from './schema.ts'
import { showEvents } from './show-events.ts'
import { trashEvent } from './trash-event.ts'
import { eventIsUnlocked } from './unlock-event.ts'

/** Every route of events: list, create, and read, change and delete by id and by slug. */
export function eventRoutes(api: Api, deps: Deps, additions: CatalogueAdditions) {
  const means: Means = {
    deps,
    additions,
    prepare: oncePer((body: EventBody, caller: Caller, before: EventRow | undefined) =>
      prepareEvent(deps, { body, caller, before }),
    ),
  }
  declareList(api, means)
  declareCreate(api, means)
  for (const place of places(deps)) {
    declareRead(api, means, place)
    declareChange(api, means, place)
    declareDelete(api, means, place)
  }
}

type Means = {
  deps: Deps
  additions: CatalogueAdditions
  /** Checks a body, once per request. */
  prepare(
    body: EventBody,
    caller: Caller,
    before: EventRow | undefined,
  ): ReturnType<typeof prepareEvent>
}

/** How a path names an event, and what an unknown one answers. */
type Place = {
  path: string
  params: typeof shapes.IdParams | typeof shapes.SlugParams
  /** Reads the event, once per request. */
  find(params: object): Promise<EventRow | undefined>
  /** Before access, on reading and deleting: an unknown slug is a bad parameter, an unknown id is not. */
  problems(event: EventRow | undefined): Problems
}

function places(deps: Deps): Place[] {
  const { db } = deps
  const bySlug = async (slug: string) =>
    (await findEventBySlug(db, slug)) ?? findEventBySlug(db, slugify(slug))
  const find = (look: (params: never) => Promise<EventRow | undefined>) =>
    oncePer(async (params: object) => {
      await publishDue(deps)
      return look(params as never)
    })
  return [
    {
      path: '/events/:id',
      params: shapes.IdParams,
      find: find(({ id }: { id: number }) => findEvent(db, id)),
      problems: () => ({}),
    },
    {
      path: '/events/by-slug/:slug',
      params: shapes.SlugParams,
      find: find(({ slug }: { slug: string }) => bySlug(slug)),
      problems: event => (event ? {} : { slug: { message: 'Invalid parameter.' } }),
    },
  ]
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

/** One event as it is answered to whoever may see all of it. */
async function show(
  { deps, additions }: Means,
  shown: { row: EventRow; caller: Caller; single?: boolean },
) {
  const { row, caller, single = false } = shown
  const unlocked = new Set([row.id])
  const [event] = await showEvents(deps, additions, { rows: [row], caller, single, unlocked })
  return event ?? fail('rest-event-not-found')
}

function declareRead(api: Api, means: Means, place: Place) {
  const { deps } = means
  route(api, {
    method: 'GET',
    path: place.path,
    summary: 'Read an event',
    access: 'public',
    shared: shownTables.sale,
    params: place.params,
    query: shapes.Unlocking,
    returns: shapes.EventView,
    errors: readErrors,
    check: async ({ params }) => place.problems(await place.find(params)),
    handle: async ({ params, query, caller, request: { address } }) => {
      const row = await demandEvent(deps, await place.find(params), params)
      if (row.status === 'trash') fail('event-no-longer-available')
      if (!mayReadRecord(caller, row)) fail('event-not-accessible')
      const editing = query.context === 'edit' && mayEditRecord(caller, row)
      if (!editing && !(await eventIsUnlocked(deps, row, { password: query.password, address })))
        fail('event-password-protected')
      return show(means, { row, caller, single: true })
    },
  })
}

function declareCreate(api: Api, means: Means) {
  const { deps } = means
  route(api, {
    method: 'POST',
    path: '/events',
    summary: 'Add an event',
    access: {
      who: 'Callers with `edit_records`; `author` needs `edit_others_records` for others.',
      when: ({ caller, body }) => can(caller, 'edit_records') && mayMakeAuthor(caller, body.author),
    },
    body: shapes.EventDraft,
    returns: shapes.EventView,
    status: 201,
    errors: linkErrors,
    check: ({ body, caller }) => bodyProblems(means, { body, caller, before: undefined }),
    handle: async ({ body, caller }) => {
      const ready = await readyEvent(means, { body, caller, before: undefined })
      return show(means, { row: await createEvent(deps, { caller, ready }), caller })
    },
  })
}

type Asked = { body: EventBody; caller: Caller; before: EventRow | undefined }

async function bodyProblems(means: Means, { body, caller, before }: Asked) {
  const prepared = await means.prepare(body, caller, before)
  return 'problems' in prepared ? prepared.problems : {}
}

async function readyEvent(means: Means, { body, caller, before }: Asked) {
  const prepared = await means.prepare(body, caller, before)
  return 'ready' in prepared ? prepared.ready : failParams(prepared.problems)
}

function declareChange(api: Api, means: Means, place: Place) {
  const { deps } = means
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: place.path,
    summary: 'Change an event; what is not sent stays',
    access: {
      who: 'Whoever may edit this event; `author` needs `edit_others_records`.',
      when: async ({ caller, params, body }) => {
        const row = await place.find(params)
        if (!row) return can(caller, 'edit_records')
        return (
          mayEditRecord(caller, row) &&
          (body.author === row.author_id || mayMakeAuthor(caller, body.author))
        )
      },
    },
    params: place.params,
    body: shapes.EventChanges,
    returns: shapes.EventView,
    errors: ['rest-event-not-found', 'rest-invalid-event-id', 'event-has-orders', ...linkErrors],
    check: async ({ params, body, caller }) => {
      const before = await place.find(params)
      return before ? bodyProblems(means, { body, caller, before }) : {}
    },
    handle: async ({ params, body, caller }) => {
      const before = await demandEvent(deps, await place.find(params), params)
      const ready = await readyEvent(means, { body, caller, before })
      const { onNewZone, ticketsOut } = means.additions
      const row = await changeEvent(deps, before.id, { caller, ready, onNewZone, ticketsOut })
      return show(means, { row, caller })
    },
  })
}

function declareDelete(api: Api, means: Means, place: Place) {
  const { deps } = means
  route(api, {
    method: 'DELETE',
    path: place.path,
    summary: 'Move an event to the trash',
    access: {
      who: 'Whoever may delete this event.',
      when: async ({ caller, params }) => {
        const row = await place.find(params)
        return row ? mayDeleteRecord(caller, row) : can(caller, 'delete_records')
      },
    },
    params: place.params,
    query: shapes.Unlocking,
    body: shapes.EventRemoval,
    returns: shapes.EventView,
    errors: [
      'rest-event-not-found',
      'rest-invalid-event-id',
      'event-is-in-trash',
      'event-has-orders',
    ],
    check: async ({ params }) => place.problems(await place.find(params)),
    handle: async ({ params, body: { force = false }, caller }) => {
      const { id } = await demandEvent(deps, await place.find(params), params)
      const { ticketsOut } = means.additions
      return show(means, { row: await trashEvent(deps, { id, caller, force, ticketsOut }), caller })
    },
  })
}

function declareList(api: Api, { deps, additions }: Means) {
  const read = oncePer((query: Parameters<typeof readQuery>[1], caller: Caller, db: Db) =>
    readQuery({ ...deps, db }, query, caller),
  )
  route(api, {
    method: 'GET',
    path: '/events',
    summary: 'List events by their start',
    access: 'public',
    shared: shownTables.catalogue,
    list: true,
    query: Type.Object({ ...shapes.EventQuery.properties, ...shapes.Unlocking.properties }),
    returns: shapes.EventList,
    errors: ['event-archive-page-not-found'],
    check: async ({ query, caller, db }) => {
      await publishDue(deps)
      const answer = await read(query, caller, db)
      return 'problems' in answer ? answer.problems : {}
    },
    handle: async ({ query, caller, db, request: { address } }) => {
      const answer = await read(query, caller, db)
      if ('problems' in answer) failParams(answer.problems)
      return pageOfEvents({ ...deps, db }, additions, { ...answer, caller, query, address })
    },
  })
}
