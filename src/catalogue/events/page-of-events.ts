import { atEvent, mayEditRecord, workplacesOf, worksAt } from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { pageLinks, pageOffset, totalPages } from '../../core/page.ts'
import { parseSearch } from '../../core/text.ts'
import type { Deps } from '../../deps.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import { counted, perPageMax } from '../counted.ts'
import type { CatalogueAdditions } from '../additions.ts'
import { sightOf } from '../linked/rules.ts'
import type { EventFilter } from './filters.ts'
import { listEvents } from './store.lists.ts'
import type { EventRow } from './lookup.ts'
import type { ReadQuery } from './read-query.ts'
import { showEvents } from './show-events.ts'
import { eventOpens } from './unlock-event.ts'

export type PageRequest = ReadQuery & {
  caller: Caller
  /** The network address the request came from. */
  address: string
  /** Receives the records that the page shows. */
  basis: Basis
  query: { page?: number; per_page?: number; password?: string; context?: string }
}

/** One page of the list as the API shows it. Fails with 404 beyond the last page. */
export async function pageOfEvents(
  deps: Deps,
  additions: CatalogueAdditions,
  { filter, links, caller, query, address, basis }: PageRequest,
) {
  const { page = 1, per_page: wanted = deps.config.eventsPerPage, context } = query
  const perPage = Math.min(wanted, perPageMax)
  const list = await listEvents(deps.db, {
    filter,
    // Callers who work with attendees see events hidden from listings, because check-in needs them.
    seen: {
      sight: worksAt(caller, undefined) ? everything(caller) : sightOf(caller),
      seesHidden: can(caller, 'manage_attendees') || worksAt(caller, undefined),
      granted: workplacesOf(caller),
    },
    page: { limit: perPage, offset: pageOffset(page, perPage) },
    throughMost: throughMost(deps, filter, caller),
  })
  if (!list) failParams({ start_date: { message: windowTooWide } })
  const { rows, total } = list
  if (rows.length === 0 && page > 1) fail('event-archive-page-not-found')
  const unlocked = await unlockedIds(deps, rows, { query, caller, address })
  const shown = { rows, caller, single: false, unlocked, basis }
  const events = await showEvents(deps, additions, shown)
  const base = `${deps.restRoot('events')}/events/`
  // Links leave the password out: addresses end up in logs.
  const params = { per_page: perPage, ...links, context }
  const body = {
    events,
    ...pageLinks({ base, params, page, perPage, total }),
    total,
    total_pages: totalPages(total, perPage),
  }
  return counted(body, { total, perPage })
}

/** Whoever has a grant for the site sees all its events. */
const everything = (caller: Caller) => ({ ...sightOf(caller), others: true, privates: true })

const windowTooWide =
  'begins a date range with too many events for this search; send a shorter range in start_date and end_date, or fewer words.'

/** For the embedded database, which takes about a microsecond per event and search word. */
const workMost = 190_000

/**
 * How many events a public list may read. A PostgreSQL server cancels a statement that takes too long. The
 * embedded database cannot, so its work is bounded beforehand.
 */
export function throughMost(
  { databaseKind }: Deps,
  { search }: EventFilter,
  caller: Caller,
): number {
  if (databaseKind === 'postgres' || caller.kind !== 'anonymous') return Number.POSITIVE_INFINITY
  const terms = search === undefined ? [] : Object.values(parseSearch(search)).flat()
  return Math.floor(workMost / (2 + terms.length))
}

/** The protected events of this list that are open to the caller: events they may edit, or whose password they gave. */
async function unlockedIds(
  deps: Deps,
  rows: readonly EventRow[],
  { query, caller, address }: Pick<PageRequest, 'query' | 'caller' | 'address'>,
) {
  const { password, context } = query
  const unlocked = new Set<number>()
  for (const row of rows) {
    if (row.password_hash === null) continue
    const editing = context === 'edit' && mayEditRecord(atEvent(caller, row.id), row)
    if (editing || (await eventOpens(deps, row, { password, address }))) {
      unlocked.add(row.id)
    }
  }
  return unlocked
}
