import { type Static, Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { pageLinks, pageOffset, totalPages } from '../../core/page.ts'
import { searchProblem } from '../../core/text.ts'
import { truthy } from '../../core/truthy.ts'
import type { Deps } from '../../deps.ts'
import { shownTables } from '../shown-tables.ts'
import { counted, perPageMax } from '../counted.ts'
import { linkedPageMembers } from '../../platform/http/described/answer-shapes.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { mayFilterByEvent } from '../terms/lookup.ts'
import { listQuery } from './fields.ts'
import type { Kind } from './kind.ts'
import { listRecords, showAll } from './lookup.ts'
import { isRecordStatus, searchParts, seesUnpublished, sightOf } from './rules.ts'

const ListQuery = Type.Object(listQuery)
type Query = Static<typeof ListQuery>

/** The list of a kind, newest first; a page beyond the last is 404. */
export function declareRecordList(api: Api, deps: Deps, kind: Kind) {
  const envelope = {
    [kind.plural]: Type.Array(kind.view, { description: `The ${kind.plural} of this page.` }),
    ...linkedPageMembers,
  }
  route(api, {
    method: 'GET',
    path: `/${kind.plural}`,
    summary: `List ${kind.plural}, the newest first`,
    access: 'public',
    shared: shownTables.catalogue,
    list: true,
    query: ListQuery,
    returns: Type.Object(envelope),
    errors: [kind.errors.pageNotFound],
    check: async ({ query: { status, event, search }, caller, db }) => ({
      ...statusProblem(status, caller),
      ...wordsProblem(search, caller),
      ...(event === undefined || (await mayFilterByEvent(db, caller, event))
        ? {}
        : { event: { message: 'Invalid parameter.' } }),
    }),
    handle: ({ query, caller, db, basis }) => {
      // Whether a record has upcoming events changes from one second to the next.
      if (!truthy(query.only_with_upcoming)) basis.until(null)
      basis.only('term', [])
      return pageOfRecords({ ...deps, db }, kind, { query, caller })
    },
  })
}

/** One page of the list as the API shows it. */
async function pageOfRecords(
  { db, config, clock, publicRoot, restRoot }: Deps,
  kind: Kind,
  { query, caller }: { query: Query; caller: Caller },
) {
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
  const { status: statuses, ...filters } = filter
  const status = statuses ?? (seesUnpublished(caller) ? undefined : ['publish'])
  const params = {
    per_page: perPage,
    ...filters,
    only_with_upcoming: filter.only_with_upcoming || undefined,
    status,
  }
  const base = `${restRoot('events')}/${kind.plural}/`
  const body = {
    [kind.plural]: await showAll(db, kind, { rows, publicRoot, timezone: config.timezone }),
    ...pageLinks({ base, params, page, perPage, total }),
    total,
    total_pages: totalPages(total, perPage),
  }
  return counted(body, { total, perPage })
}

function wordsProblem(search: string | undefined, caller: Caller): Problems {
  if (search === undefined || caller.kind !== 'anonymous') return {}
  const message = searchProblem({ words: searchParts(search), phrases: [], excluded: [] })
  return message === undefined ? {} : { search: { message } }
}

/** Only staff may list unpublished records (contract.md 13.4). */
function statusProblem(status: readonly string[] | undefined, caller: Caller): Problems {
  if (status === undefined) return {}
  const allowed = seesUnpublished(caller)
    ? status.every(isRecordStatus)
    : status.every(word => word === 'publish')
  return allowed ? {} : { status: { message: 'Invalid parameter.' } }
}
