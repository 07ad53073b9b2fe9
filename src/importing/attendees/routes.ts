import type { Static } from 'typebox'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { type Caller, can, userIdOf } from '../../core/caller.ts'
import { fail, failMissing, failParams } from '../../core/errors.ts'
import type { Deps } from '../../messaging/deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { importAttendees } from './import-attendees.ts'
import { type AttendeePlan, planAttendees } from './plan-attendees.ts'
import * as shapes from './schema.ts'
import { findImport, importsOf } from './store.ts'
import { importSummary, importView, planView } from './view.ts'

/** Longer lists are for the command. */
const rowsMost = 20_000

/** Lists of attendees from other systems (contract.md 35.11): what a list would do, and doing it. */
export function attendeeImportRoutes(api: Api, deps: Deps) {
  planRoute(api, deps)
  runRoute(api, deps)
  reportRoutes(api, deps)
}

const access = { needs: 'attendees.write' } as const

type Loading = { params: { id: number } }

const loadEvent =
  ({ db }: Pick<Deps, 'db'>) =>
  async ({ params: { id } }: Loading) => {
    const event = await findEvent(db, id)
    return event && event.status !== 'trash' ? event : fail('rest-event-not-found')
  }

/** Who may not change attendees of the event is told that there is none. */
function demandEvent(caller: Caller, eventId: number) {
  if (!can(caller, 'attendees.write', eventId)) fail('rest-event-not-found')
}

function planRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/events/:id/attendee-imports/plan',
    operation: 'planAttendeeImport',
    ours: true,
    summary: 'Say what a list of attendees from another system would do; nothing changes',
    access,
    params: shapes.EventParams,
    body: shapes.ListBody,
    returns: shapes.PlanView,
    errors: ['rest-event-not-found', 'rest_missing_callback_param', 'rest_body_too_large'],
    load: loadEvent(deps),
    handle: async ({ params: { id }, body, caller }) => {
      demandEvent(caller, id)
      return planView(await planned(deps, { eventId: id, body, caller }))
    },
  })
}

function runRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/events/:id/attendee-imports',
    operation: 'importAttendees',
    ours: true,
    summary:
      'Make the attendees of a list from another system; lines that came before are left out',
    access,
    params: shapes.EventParams,
    body: shapes.RunBody,
    returns: shapes.ImportView,
    status: 201,
    errors: [
      'rest-event-not-found',
      'rest_missing_callback_param',
      'rest_body_too_large',
      'attendee-import-changed',
    ],
    load: loadEvent(deps),
    handle: async ({ params: { id }, body, caller, actor, loaded: event }) => {
      demandEvent(caller, id)
      const plan = await planned(deps, { eventId: id, body, caller })
      if (body.plan !== undefined && body.plan !== plan.token) fail('attendee-import-changed')
      const end = await importAttendees(deps, plan, {
        event: { id, timezone: event.timezone },
        fileName: body.file?.filename ?? '',
        userId: userIdOf(caller),
        actor,
      })
      return importView((await findImport(deps.db, end.id)) ?? fail('import-not-found'))
    },
  })
}

function reportRoutes(api: Api, { db }: Deps) {
  route(api, {
    method: 'GET',
    path: '/events/:id/attendee-imports',
    operation: 'listAttendeeImports',
    ours: true,
    summary: 'List the lists of attendees that were brought to an event',
    access,
    params: shapes.EventParams,
    returns: shapes.ImportList,
    errors: ['rest-event-not-found'],
    load: loadEvent({ db }),
    handle: async ({ params: { id }, caller }) => {
      demandEvent(caller, id)
      return { imports: (await importsOf(db, id)).map(importSummary) }
    },
  })
  route(api, {
    method: 'GET',
    path: '/attendee-imports/:id',
    operation: 'getAttendeeImport',
    ours: true,
    summary: 'Show what became of a list of attendees, with each line that was refused',
    access,
    params: shapes.ImportParams,
    returns: shapes.ImportView,
    errors: ['import-not-found'],
    load: ({ params }) => findImport(db, params.id),
    handle: ({ loaded, caller }) => {
      if (!loaded || !can(caller, 'attendees.write', loaded.event_id))
        return fail('import-not-found')
      return importView(loaded)
    },
  })
}

type Planning = { eventId: number; body: Static<typeof shapes.ListBody>; caller: Caller }

async function planned({ db }: Deps, { eventId, body, caller }: Planning): Promise<AttendeePlan> {
  const { file, csv, ticket } = body
  const bytes = Buffer.isBuffer(file?.content)
    ? file.content
    : csv === undefined
      ? failMissing(['file'])
      : Buffer.from(csv)
  const plan = await planAttendees(db, {
    bytes,
    eventId,
    mapping: readJson(body.mapping),
    ticketId: ticket,
    makesTypes: can(caller, 'tickets.write', eventId),
    rowsMost,
  })
  if (!('problems' in plan)) return plan
  const problems = Object.entries(plan.problems).map(([name, message]) => [
    name === 'file' && !file ? 'csv' : name,
    { message },
  ])
  return failParams(Object.fromEntries(problems) as Record<string, { message: string }>)
}

function readJson(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return failParams({ mapping: { message: 'mapping must be JSON.' } })
  }
}
