import { type Static, type TObject, Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { pageLinks, pageOffset, totalPages } from '../../core/page.ts'
import { slugify } from '../../core/slug.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { counted, perPageMax } from '../counted.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/validation.ts'
import { shownTables } from '../shown-tables.ts'
import { listTerms } from './filters.ts'
import { mayFilterByEvent, resolveTerms } from './lookup.ts'
import { taxonomies, type Taxonomy } from './rules.ts'
import { type CategoryListQuery, TermView } from './schema.ts'
import { findTerm } from './store.ts'
import { termView, withLinks } from './view.ts'

type Query = Static<typeof CategoryListQuery>

/** A taxonomy's list; beyond its last page it is empty, not an error (contract.md 5.3). */
export function declareTermList(
  api: Api,
  deps: Deps,
  { taxonomy, query: shape }: { taxonomy: Taxonomy; query: TObject },
) {
  const { plural } = taxonomies[taxonomy]
  const envelope = {
    rest_url: Type.String(),
    total: Type.Integer(),
    total_pages: Type.Integer(),
    [plural]: Type.Array(TermView),
    next_rest_url: Type.Optional(Type.String()),
    previous_rest_url: Type.Optional(Type.String()),
  }
  route(api, {
    method: 'GET',
    path: `/${plural}`,
    summary: `List the ${plural}`,
    access: 'public',
    shared: shownTables.catalogue,
    list: true,
    query: shape,
    returns: Type.Object(envelope),
    check: ({ query, caller, db }) => problemsOf(db, taxonomy, { query, caller }),
    handle: async ({ query: sent, db }) => {
      const query = sent as Query
      const { page = 1, hide_empty = true, per_page: _, ...filters } = query
      const perPage = Math.min(query.per_page ?? deps.config.eventsPerPage, perPageMax)
      const { rows, total } = await listTerms(db, taxonomy, {
        ...(await filterOf(db, taxonomy, query)),
        limit: perPage,
        offset: pageOffset(page, perPage),
      })
      const root = deps.restRoot('events')
      const { rest_url, ...neighbours } = pageLinks({
        base: `${root}/${plural}/`,
        params: { per_page: perPage, ...filters, hide_empty },
        page,
        perPage,
        total,
      })
      const terms = rows.map(row => withLinks(termView(row, { root, publicRoot: deps.publicRoot })))
      const body = {
        rest_url,
        total,
        total_pages: totalPages(total, perPage),
        [plural]: terms,
        ...neighbours,
      }
      return counted(body, { total, perPage })
    },
  })
}

async function filterOf(db: Db, taxonomy: Taxonomy, query: Query) {
  const { search, include, exclude, parent, slug, post, event = post } = query
  const { order = 'asc', orderby: by = 'name', hide_empty = true } = query
  const idsOf = async (list: string[] | undefined) =>
    list && (await resolveTerms(db, taxonomy, list)).ids
  const included = await idsOf(include)
  const filter = {
    search,
    include: included,
    exclude: await idsOf(exclude),
    hide_empty,
    parent,
    event,
    slug: slug && slugify(slug),
  }
  const ascending = order.toLowerCase() === 'asc'
  return { filter, order: { by, ascending, include: included ?? [] } }
}

const invalid = { message: 'Invalid parameter.' }

/** Terms, a parent and an event that a filter names must exist, and the caller may know of the event. */
async function problemsOf(
  db: Db,
  taxonomy: Taxonomy,
  { query, caller }: { query: Query; caller: Caller },
): Promise<Problems> {
  const problems: Problems = {}
  for (const name of ['include', 'exclude'] as const) {
    const { unknown } = await resolveTerms(db, taxonomy, query[name] ?? [])
    if (unknown.length > 0) problems[name] = invalid
  }
  if (query.parent !== undefined && !(await findTerm(db, taxonomy, query.parent))) {
    problems['parent'] = invalid
  }
  for (const name of ['event', 'post'] as const) {
    const event = query[name]
    if (event !== undefined && !(await mayFilterByEvent(db, caller, event))) {
      problems[name] = invalid
    }
  }
  return problems
}
