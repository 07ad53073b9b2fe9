import { type Static, Type } from 'typebox'
import { mayDeleteRecord, mayEditRecord, mayReadRecord } from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { id } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Draft, Kind, LinkedRow } from './kind.ts'
import { shownTables } from '../shown-tables.ts'
import { declareRecordList } from './list-records.ts'
import { showAll } from './lookup.ts'
import { draftFrom, prepareDraft } from './prepare-draft.ts'
import { mayMakeAuthor } from './rules.ts'
import {
  changeRecord,
  createRecord,
  type ReadyDraft,
  type SaveContext,
  trashRecord,
} from './save-record.ts'
import { findById, findBySlug } from './store.ts'

/** Declares every route of a kind: list and create; read, change and delete, by id and by slug. */
export function serveRecords(api: Api, deps: Deps, kind: Kind) {
  declareRecordList(api, deps, kind)
  declareCreate(api, deps, kind)
  for (const way of ways) {
    declareRead(api, deps, { kind, way })
    declareChange(api, deps, { kind, way })
    declareDelete(api, deps, { kind, way })
  }
}

const IdParams = Type.Object({ id: id({ description: 'The id of the record.' }) })
const SlugParams = Type.Object({
  slug: Type.String({ maxLength: 1000, description: 'The slug of the record.' }),
})

/** How a path names a record. */
type Way = { path: string; param: 'id' | 'slug'; params: typeof IdParams | typeof SlugParams }

const ways: Way[] = [
  { path: '/:id', param: 'id', params: IdParams },
  { path: '/by-slug/:slug', param: 'slug', params: SlugParams },
]

type RecordPath = { kind: Kind; way: Way }
type RecordName = Static<Way['params']>

/** The record a path names. Fails with 400 when it does not exist, for every verb (contract.md 5.2). */
async function demandNamed(
  deps: Deps,
  { kind, way }: RecordPath,
  named: RecordName,
): Promise<LinkedRow> {
  const row = await findNamed(deps, kind, named)
  return row ?? failParams({ [way.param]: { message: 'Invalid parameter.' } })
}

async function findNamed({ db }: Deps, kind: Kind, named: RecordName) {
  if ('id' in named) return findById(db, kind, named.id)
  return (await findBySlug(db, kind, named.slug)) ?? findBySlug(db, kind, slugify(named.slug))
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

/** The kinds of record that an answer about one record of a kind never depends on. */
const unshown = {
  venue: ['event', 'organizer', 'term'],
  organizer: ['event', 'venue', 'term'],
} as const

function declareRead(api: Api, deps: Deps, recordPath: RecordPath) {
  const { kind, way } = recordPath
  route(api, {
    method: 'GET',
    path: `/${kind.plural}${way.path}`,
    summary: `Read ${article(kind)} by its ${way.param}`,
    access: 'public',
    shared: shownTables.catalogue,
    params: way.params,
    returns: kind.view,
    errors: [kind.errors.notAccessible],
    load: ({ params }) => demandNamed(deps, recordPath, params),
    versioned: { record: kind.name, id: ({ loaded }) => loaded.id },
    handle: ({ params, caller, loaded: row, basis }) => {
      if (!mayReadRecord(caller, row)) fail(kind.errors.notAccessible)
      // A slug that only resembles the record's own may name another record later.
      if ('id' in params || params.slug === row.slug) basis.only(kind.name, [row.id])
      basis.only('image', [row.image_id])
      for (const other of unshown[kind.name]) basis.only(other, [])
      basis.until(null)
      return shown(deps, kind, { row, single: true })
    },
  })
}

function declareCreate(api: Api, deps: Deps, kind: Kind) {
  route(api, {
    method: 'POST',
    path: `/${kind.plural}`,
    summary: `Add ${article(kind)}`,
    body: kind.draft,
    load: ({ body, caller }) => readyDraft(deps, caller, draftFrom(kind, body)),
    access: {
      who: 'Callers with `edit_records`. Naming somebody else as `author` needs `edit_others_records`.',
      when: ({ caller, loaded: { fields } }) =>
        can(caller, 'edit_records') && mayMakeAuthor(caller, fields.author),
    },
    returns: kind.view,
    status: 201,
    errors: [kind.errors.couldNotCreate],
    handle: async ({ caller, actor, loaded: draft }) => {
      const saving = { ...savingOf(deps, caller), draft }
      const row = await transaction(actingOn(deps.db, actor), tx => createRecord(tx, kind, saving))
      return shown(deps, kind, { row, single: false })
    },
  })
}

function declareChange(api: Api, deps: Deps, recordPath: RecordPath) {
  const { kind, way } = recordPath
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: `/${kind.plural}${way.path}`,
    summary: `Change ${article(kind)} by its ${way.param}; omitted members stay`,
    params: way.params,
    body: kind.changes,
    load: async ({ params, body, caller }) => {
      const before = await demandNamed(deps, recordPath, params)
      return { before, draft: await readyDraft(deps, caller, draftFrom(kind, body)) }
    },
    access: {
      who: `Callers who may edit this ${kind.name}. Naming somebody else as \`author\` needs \`edit_others_records\`.`,
      when: ({ caller, loaded: { before, draft } }) => {
        const { author } = draft.fields
        const authorAllowed = author === before.author_id || mayMakeAuthor(caller, author)
        return mayEditRecord(caller, before) && authorAllowed
      },
    },
    returns: kind.view,
    versioned: { record: kind.name, id: ({ loaded }) => loaded.before.id },
    handle: async ({ caller, actor, loaded: { before, draft } }) => {
      const change = { ...savingOf(deps, caller), id: before.id, draft }
      const row = await changeRecord(actingOn(deps.db, actor), kind, change)
      return shown(deps, kind, { row, single: false })
    },
  })
}

function declareDelete(api: Api, deps: Deps, recordPath: RecordPath) {
  const { kind, way } = recordPath
  route(api, {
    method: 'DELETE',
    path: `/${kind.plural}${way.path}`,
    summary: `Move ${article(kind)} to the trash by its ${way.param}; its events lose the link`,
    params: way.params,
    load: ({ params }) => demandNamed(deps, recordPath, params),
    access: {
      who: `Callers who may delete this ${kind.name}.`,
      when: ({ caller, loaded }) => mayDeleteRecord(caller, loaded),
    },
    returns: kind.view,
    errors: [kind.errors.inTrash],
    versioned: { record: kind.name, id: ({ loaded }) => loaded.id },
    handle: async ({ caller, actor, loaded: { id } }) => {
      const trashing = { id, caller, now: deps.clock.now() }
      const row = await trashRecord(actingOn(deps.db, actor), kind, trashing)
      return shown(deps, kind, { row, single: false })
    },
  })
}

const article = ({ name }: Kind) => (name === 'organizer' ? 'an organizer' : 'a venue')

const savingOf = ({ clock, config }: Deps, caller: Caller): SaveContext => ({
  caller,
  now: clock.now(),
  timezone: config.timezone,
})

async function readyDraft(deps: Deps, caller: Caller, draft: Draft): Promise<ReadyDraft> {
  const prepared = await prepareDraft(deps, caller, draft)
  return 'draft' in prepared ? prepared.draft : failParams(prepared.problems)
}
