import { type Static, type TObject, Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { failParams } from '../../core/errors.ts'
import { pageLinks, pageOffset, totalPages } from '../../core/page.ts'
import { slugify } from '../../core/slug.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { counted, perPageMax } from '../counted.ts'
import { linkedPageMembers } from '../../platform/http/described/answer-shapes.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { shownTables } from '../shown-tables.ts'
import { listTerms } from './filters.ts'
import { mayFilterByEvent, resolveTerms } from './lookup.ts'
import { taxonomies, type Taxonomy } from './rules.ts'
import { type CategoryListQuery, TermView } from './schema.ts'
import { findTerm } from './store.ts'
import { termView, withLinks } from './view.ts'

type Query = Static<typeof CategoryListQuery>

/** A taxonomy's list. A page beyond the last is empty, not an error (contract.md 5.3). */
export function declareTermList(
  api: Api,
  deps: Deps,
  { taxonomy, query: shape }: { taxonomy: Taxonomy; query: TObject },
) {
  const { plural } = taxonomies[taxonomy]
  const envelope = {
    ...linkedPageMembers,
    [plural]: Type.Array(TermView, { description: `The ${plural} of this page.` }),
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
    load: ({ query, caller, db }) => readQuery(db, taxonomy, { query, caller }),
    handle: async ({ query: parameters, db, loaded, basis }) => {
      const query: Query = parameters
      for (const other of ['venue', 'organizer', 'image']) basis.only(other, [])
      basis.only('event', [query.event ?? null, query.post ?? null])
      basis.until(null)
      const { page = 1, hide_empty = true, per_page: _, ...filters } = query
      const perPage = Math.min(query.per_page ?? deps.config.eventsPerPage, perPageMax)
      const { rows, total } = await listTerms(db, taxonomy, {
        ...loaded,
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

const invalid = { message: 'Invalid parameter.' }

/**
 * Filters and order of a list. Fails with `rest_invalid_param` unless the terms, the parent and the event in
 * the filters exist, and the caller may know the event's terms.
 */
async function readQuery(
  db: Db,
  taxonomy: Taxonomy,
  { query, caller }: { query: Query; caller: Caller },
) {
  const { search, parent, slug, post, event = post } = query
  const { order = 'asc', orderby: by = 'name', hide_empty = true } = query
  const problems: Problems = {}
  const read = async (name: 'include' | 'exclude') => {
    const list = query[name]
    const resolution = list && (await resolveTerms(db, taxonomy, list))
    if (resolution?.unknown.length) problems[name] = invalid
    return resolution?.ids
  }
  const include = await read('include')
  const exclude = await read('exclude')
  Object.assign(problems, await unknownRecords(db, taxonomy, { query, caller }))
  if (Object.keys(problems).length > 0) failParams(problems)
  const filter = { search, include, exclude, hide_empty, parent, event }
  const ascending = order.toLowerCase() === 'asc'
  return {
    filter: { ...filter, slug: slug && slugify(slug) },
    order: { by, ascending, include: include ?? [] },
  }
}

async function unknownRecords(
  db: Db,
  taxonomy: Taxonomy,
  { query, caller }: { query: Query; caller: Caller },
): Promise<Problems> {
  const problems: Problems = {}
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
