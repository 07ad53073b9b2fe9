import { type TObject, Type } from 'typebox'
import { mayDeleteRecord, mayEditRecord, mayReadRecord } from '../../access/records/rules.ts'
import type { Caller } from '../../core/caller.ts'
import { can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { pageLinks, pageOffset, totalPages } from '../../core/page.ts'
import { slugify } from '../../core/slug.ts'
import { searchProblem } from '../../core/text.ts'
import { truthy } from '../../core/truthy.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { counted, perPageMax } from '../counted.ts'
import { id } from '../../platform/http/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/validation.ts'
import { shownTables } from '../shown-tables.ts'
import { mayFilterByEvent } from '../terms/lookup.ts'
import { listQuery } from './fields.ts'
import type { Kind, LinkedRow } from './kind.ts'
import { listRecords, showAll } from './lookup.ts'
import { draftFrom, prepareDraft } from './prepare-draft.ts'
import { isRecordStatus, mayMakeAuthor, searchParts, seesUnpublished, sightOf } from './rules.ts'
import {
  changeRecord,
  createRecord,
  type ReadyDraft,
  type Saving,
  trashRecord,
} from './save-record.ts'
import { findById, findBySlug } from './store.ts'

/** Declares every route of a kind: list, create, and read, change and delete by id and by slug. */
export function serveRecords(api: Api, deps: Deps, kind: Kind) {
  declareList(api, deps, kind)
  declareCreate(api, deps, kind)
  for (const way of ways) {
    declareRead(api, deps, { kind, way })
    declareChange(api, deps, { kind, way })
    declareDelete(api, deps, { kind, way })
  }
}

/** How a path names a record. */
type Way = {
  path: string
  param: 'id' | 'slug'
  params: TObject
  find(deps: Deps, kind: Kind, params: unknown): Promise<LinkedRow | undefined>
}

const ways: Way[] = [
  {
    path: '/:id',
    param: 'id',
    params: Type.Object({ id: id({ description: 'The id of the record.' }) }),
    find: ({ db }, kind, params) => findById(db, kind, (params as { id: number }).id),
  },
  {
    path: '/by-slug/:slug',
    param: 'slug',
    params: Type.Object({
      slug: Type.String({ maxLength: 1000, description: 'The slug of the record.' }),
    }),
    find: async ({ db }, kind, params) => {
      const { slug } = params as { slug: string }
      return (await findBySlug(db, kind, slug)) ?? findBySlug(db, kind, slugify(slug))
    },
  },
]

type Place = { kind: Kind; way: Way }

/** The named record, or the problem that there is none: 400 for every verb (contract.md 5.2). */
async function unknownRecord(deps: Deps, { kind, way }: Place, params: unknown): Promise<Problems> {
  return (await way.find(deps, kind, params))
    ? {}
    : { [way.param]: { message: 'Invalid parameter.' } }
}

async function named(deps: Deps, { kind, way }: Place, params: unknown): Promise<LinkedRow> {
  const row = await way.find(deps, kind, params)
  return row ?? failParams({ [way.param]: { message: 'Invalid parameter.' } })
}

async function shown(deps: Deps, kind: Kind, { row, single }: { row: LinkedRow; single: boolean }) {
  const { db, publicRoot, config } = deps
  const [view] = await showAll(db, kind, {
    rows: [row],
    publicRoot,
    timezone: config.timezone,
    single,
  })
  return view ?? {}
}

function declareRead(api: Api, deps: Deps, place: Place) {
  const { kind, way } = place
  route(api, {
    method: 'GET',
    path: `/${kind.plural}${way.path}`,
    summary: `Read ${article(kind)} by its ${way.param}`,
    access: 'public',
    shared: shownTables.catalogue,
    params: way.params,
    returns: kind.view,
    errors: [kind.errors.notAccessible],
    check: ({ params }) => unknownRecord(deps, place, params),
    handle: async ({ params, caller }) => {
      const row = await named(deps, place, params)
      if (!mayReadRecord(caller, row)) fail(kind.errors.notAccessible)
      return shown(deps, kind, { row, single: true })
    },
  })
}

function declareCreate(api: Api, deps: Deps, kind: Kind) {
  const who = 'Callers with `edit_records`; `author` needs `edit_others_records` for others.'
  route(api, {
    method: 'POST',
    path: `/${kind.plural}`,
    summary: `Add ${article(kind)}`,
    access: {
      who,
      when: ({ caller, body }) =>
        can(caller, 'edit_records') && mayMakeAuthor(caller, draftFrom(kind, body).author),
    },
    body: kind.draft,
    returns: kind.view,
    status: 201,
    errors: [kind.errors.couldNotCreate],
    check: ({ body, caller }) => draftProblems(deps, caller, draftFrom(kind, body)),
    handle: async ({ body, caller }) => {
      const draft = await readyDraft(deps, kind, { caller, body })
      const saving = { ...savingOf(deps, caller), draft }
      const row = await transaction(deps.db, tx => createRecord(tx, kind, saving))
      return shown(deps, kind, { row, single: false })
    },
  })
}

function declareChange(api: Api, deps: Deps, place: Place) {
  const { kind, way } = place
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: `/${kind.plural}${way.path}`,
    summary: `Change ${article(kind)} by its ${way.param}; what is not sent stays`,
    access: {
      who: `Whoever may edit this ${kind.name}; \`author\` needs \`edit_others_records\`.`,
      when: async ({ caller, params, body }) => {
        const row = await named(deps, place, params)
        const { author } = draftFrom(kind, body)
        const authorAllowed = author === row.author_id || mayMakeAuthor(caller, author)
        return mayEditRecord(caller, row) && authorAllowed
      },
    },
    params: way.params,
    body: kind.changes,
    returns: kind.view,
    check: async ({ params, body, caller }) => {
      const problems = await unknownRecord(deps, place, params)
      if (Object.keys(problems).length > 0) return problems
      return draftProblems(deps, caller, draftFrom(kind, body))
    },
    handle: async ({ params, body, caller }) => {
      const { id } = await named(deps, place, params)
      const draft = await readyDraft(deps, kind, { caller, body })
      const row = await changeRecord(deps.db, kind, { ...savingOf(deps, caller), id, draft })
      return shown(deps, kind, { row, single: false })
    },
  })
}

function declareDelete(api: Api, deps: Deps, place: Place) {
  const { kind, way } = place
  route(api, {
    method: 'DELETE',
    path: `/${kind.plural}${way.path}`,
    summary: `Move ${article(kind)} to the trash by its ${way.param}; its events lose it`,
    access: {
      who: `Whoever may delete this ${kind.name}.`,
      when: async ({ caller, params }) => mayDeleteRecord(caller, await named(deps, place, params)),
    },
    params: way.params,
    returns: kind.view,
    errors: [kind.errors.inTrash],
    check: ({ params }) => unknownRecord(deps, place, params),
    handle: async ({ params, caller }) => {
      const { id } = await named(deps, place, params)
      const row = await trashRecord(deps.db, kind, { id, caller, now: deps.clock.now() })
      return shown(deps, kind, { row, single: false })
    },
  })
}

const article = ({ name }: Kind) => (name === 'organizer' ? 'an organizer' : 'a venue')

const savingOf = ({ clock, config }: Deps, caller: Caller): Saving => ({
  caller,
  now: clock.now(),
  timezone: config.timezone,
})

async function draftProblems(deps: Deps, caller: Caller, sent: ReturnType<typeof draftFrom>) {
  const prepared = await prepareDraft(deps, caller, sent)
  return 'problems' in prepared ? prepared.problems : {}
}

async function readyDraft(
  deps: Deps,
  kind: Kind,
  { caller, body }: { caller: Caller; body: Record<string, unknown> },
): Promise<ReadyDraft> {
  const prepared = await prepareDraft(deps, caller, draftFrom(kind, body))
  return 'draft' in prepared ? prepared.draft : failParams(prepared.problems)
}

function declareList(api: Api, deps: Deps, kind: Kind) {
  const { config, clock, publicRoot } = deps
  const envelope = {
    [kind.plural]: Type.Array(kind.view),
    rest_url: Type.String(),
    next_rest_url: Type.Optional(Type.String()),
    previous_rest_url: Type.Optional(Type.String()),
    total: Type.Integer(),
    total_pages: Type.Integer(),
  }
  route(api, {
    method: 'GET',
    path: `/${kind.plural}`,
    summary: `List ${kind.plural}, the newest first`,
    access: 'public',
    shared: shownTables.catalogue,
    list: true,
    query: Type.Object(listQuery),
    returns: Type.Object(envelope),
    errors: [kind.errors.pageNotFound],
    check: async ({ query: { status, event, search }, caller, db }) => ({
      ...statusProblem(status, caller),
      ...wordsProblem(search, caller),
      ...(event === undefined || (await mayFilterByEvent(db, caller, event))
        ? {}
        : { event: { message: 'Invalid parameter.' } }),
    }),
    handle: async ({ query, caller, db }) => {
      const { page = 1, per_page: wanted = config.eventsPerPage, has_events, ...others } = query
      const perPage = Math.min(wanted, perPageMax)
      const filter = {
        ...others,
        ...(has_events === undefined ? {} : { has_events: truthy(has_events) }),
        only_with_upcoming: truthy(others.only_with_upcoming),
      }
      const { rows, total } = await listRecords(db, kind, {
        filter,
        seen: { sight: sightOf(caller), now: clock.now() },
        window: { limit: perPage, offset: pageOffset(page, perPage) },
      })
      if (rows.length === 0 && page > 1) fail(kind.errors.pageNotFound)
      const { status: asked, ...filters } = filter
      const status = asked ?? (seesUnpublished(caller) ? undefined : ['publish'])
      const params = {
        per_page: perPage,
        ...filters,
        only_with_upcoming: filter.only_with_upcoming || undefined,
        status,
      }
      const base = `${deps.restRoot('events')}/${kind.plural}/`
      const body = {
        [kind.plural]: await showAll(db, kind, { rows, publicRoot, timezone: config.timezone }),
        ...pageLinks({ base, params, page, perPage, total }),
        total,
        total_pages: totalPages(total, perPage),
      }
      return counted(body, { total, perPage })
    },
  })
}

function wordsProblem(search: string | undefined, caller: Caller): Problems {
  if (search === undefined || caller.kind !== 'anonymous') return {}
  const message = searchProblem({ words: searchParts(search), phrases: [], excluded: [] })
  return message === undefined ? {} : { search: { message } }
}

/** Only staff may ask for more than what is published (contract.md 13.4). */
function statusProblem(status: readonly string[] | undefined, caller: Caller): Problems {
  if (status === undefined) return {}
  const allowed = seesUnpublished(caller)
    ? status.every(isRecordStatus)
    : status.every(word => word === 'publish')
  return allowed ? {} : { status: { message: 'Invalid parameter.' } }
}
