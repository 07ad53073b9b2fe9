import type { TObject } from 'typebox'
import { failParams } from '../../core/errors.ts'
import { sanitizeHtml } from '../../core/text.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { shownTables } from '../shown-tables.ts'
import { declareTermList } from './list-terms.ts'
import { mayWriteTerms, taxonomies, type Taxonomy, termName } from './rules.ts'
import { changeTerm, createTerm, deleteTerm, type TermDraft } from './save-term.ts'
import {
  CategoryChanges,
  CategoryListQuery,
  NewCategory,
  NewTag,
  TagChanges,
  TagListQuery,
  TermParams,
  TermView,
} from './schema.ts'
import { findTerm } from './store.ts'
import { type Term, termView, withLinks } from './view.ts'

type Shapes = { taxonomy: Taxonomy; query: TObject; draft: TObject; changes: TObject }

const shapes: Shapes[] = [
  {
    taxonomy: 'category',
    query: CategoryListQuery,
    draft: NewCategory,
    changes: CategoryChanges,
  },
  { taxonomy: 'tag', query: TagListQuery, draft: NewTag, changes: TagChanges },
]

/** Routes of categories, which have parents, and tags, which have none. */
export function termRoutes(api: Api, deps: Deps) {
  for (const shape of shapes) {
    declareTermList(api, deps, shape)
    declareCreate(api, deps, shape)
    declareRead(api, deps, shape)
    declareChange(api, deps, shape)
    declareDelete(api, deps, shape)
  }
}

const pathOf = ({ taxonomy }: Shapes) => `/${taxonomies[taxonomy].plural}`

const viewFrom = ({ restRoot, publicRoot }: Deps, term: Term) =>
  termView(term, { root: restRoot('events'), publicRoot })

const access = ({ taxonomy }: Shapes) => ({
  who:
    taxonomy === 'category'
      ? 'Callers with `edit_records` and `publish_records`.'
      : 'Callers with `edit_records` and `manage_terms`.',
  when: ({ caller }: { caller: Parameters<typeof mayWriteTerms>[0] }) =>
    mayWriteTerms(caller, taxonomy),
})

const invalid = { message: 'Invalid parameter.' }

/** 400 for an unknown term, for every verb, and for an unknown parent (contract.md 5.2). */
async function problemsOf(
  { db }: Deps,
  taxonomy: Taxonomy,
  { id, parent }: { id?: number; parent?: unknown },
): Promise<Problems> {
  const exists = async (wanted: number) => (await findTerm(db, taxonomy, wanted)) !== undefined
  return {
    ...(id === undefined || (await exists(id)) ? {} : { id: invalid }),
    ...(typeof parent === 'number' && parent > 0 && !(await exists(parent))
      ? { parent: invalid }
      : {}),
  }
}

/** The sent members in their stored form. A name of nothing but tags, blanks or control characters counts as empty. */
function cleaned<D extends Partial<TermDraft>>(draft: D): D {
  const name = draft.name === undefined ? undefined : termName(draft.name)
  if (name === '') failParams({ name: invalid })
  return {
    ...draft,
    ...(name === undefined ? {} : { name }),
    ...(draft.description === undefined ? {} : { description: sanitizeHtml(draft.description) }),
  }
}

function declareCreate(api: Api, deps: Deps, shape: Shapes) {
  const { taxonomy } = shape
  route(api, {
    method: 'POST',
    path: pathOf(shape),
    summary: `Add a ${taxonomy}`,
    access: access(shape),
    body: shape.draft,
    returns: TermView,
    status: 201,
    errors: ['term_exists'],
    check: ({ body }) => problemsOf(deps, taxonomy, body),
    handle: async ({ body, actor, attempt }) => {
      const draft = cleaned(body as TermDraft)
      const term = await createTerm(actingOn(deps.db, actor), { taxonomy, draft, attempt })
      const view = viewFrom(deps, term)
      return new Answer(view, { headers: { location: view.urls.self } })
    },
  })
}

function declareRead(api: Api, deps: Deps, shape: Shapes) {
  const { taxonomy } = shape
  route(api, {
    method: 'GET',
    path: `${pathOf(shape)}/:id`,
    summary: `Read a ${taxonomy}`,
    access: 'public',
    shared: shownTables.catalogue,
    params: TermParams,
    returns: TermView,
    load: async ({ params }) =>
      (await findTerm(deps.db, taxonomy, params.id)) ?? failParams({ id: invalid }),
    handle: ({ loaded, basis }) => {
      basis.only('term', [loaded.id])
      for (const other of ['event', 'venue', 'organizer', 'image']) basis.only(other, [])
      basis.until(null)
      return withLinks(viewFrom(deps, loaded))
    },
  })
}

function declareChange(api: Api, deps: Deps, shape: Shapes) {
  const { taxonomy } = shape
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: `${pathOf(shape)}/:id`,
    summary: `Change a ${taxonomy}; omitted members stay`,
    access: access(shape),
    params: TermParams,
    body: shape.changes,
    returns: TermView,
    errors: ['duplicate_term_slug'],
    check: ({ params, body }) => problemsOf(deps, taxonomy, { ...params, ...body, id: params.id }),
    handle: async ({ params, body, actor }) => {
      const changes = cleaned(body as Partial<TermDraft>)
      const term = await changeTerm(actingOn(deps.db, actor), { taxonomy, id: params.id }, changes)
      return viewFrom(deps, term ?? failParams({ id: invalid }))
    },
  })
}

function declareDelete(api: Api, deps: Deps, shape: Shapes) {
  const { taxonomy } = shape
  route(api, {
    method: 'DELETE',
    path: `${pathOf(shape)}/:id`,
    summary: `Delete a ${taxonomy} for good; its children move up, its events lose it`,
    access: access(shape),
    params: TermParams,
    returns: TermView,
    check: ({ params }) => problemsOf(deps, taxonomy, params),
    handle: async ({ params, actor }) => {
      const term = await deleteTerm(actingOn(deps.db, actor), taxonomy, params.id)
      return viewFrom(deps, term ?? failParams({ id: invalid }))
    },
  })
}
