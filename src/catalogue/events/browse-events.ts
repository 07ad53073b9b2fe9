import { noBasis } from '../../platform/http/kept/answer-basis.ts'
import { anonymous } from '../../core/caller.ts'
import { pageOffset, totalPages } from '../../core/page.ts'
import { parseSearch, searchProblem } from '../../core/text.ts'
import type { Instant } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CatalogueAdditions } from '../additions.ts'
import { sightOf } from '../linked/rules.ts'
import { resolveTerms, withDescendants } from '../terms/lookup.ts'
import type { Taxonomy } from '../terms/rules.ts'
import type { EventFilter, LocalBounds } from './filters.ts'
import type { EventRow } from './lookup.ts'
import { throughMost } from './page-of-events.ts'
import { publishDue } from './publish-due.ts'
import { showEvents } from './show-events.ts'
import { type EventList, listEvents } from './store.lists.ts'
import { listPast } from './store.past.ts'
import type { Event } from './view.ts'

/** A public event. */
export type { Event }

/** A visitor's search among public events. */
export type Browsing = {
  /** Events that run at some moment of it. */
  window: { from: Instant; to: Instant }
  /** Only events that begin in the window: what runs since long ago is not among them. */
  begins?: boolean
  /** Narrower bounds in local time of each event's own zone. */
  local?: LocalBounds
  search?: string | undefined
  terms?: readonly { taxonomy: Taxonomy; slug: string }[]
  /** The ids of venues; an event is at one of them. */
  venues?: readonly number[] | undefined
  organizer?: number | undefined
  /** Only events with a free way in. */
  free?: boolean
  page: number
  perPage: number
}

export type BrowsedEvent = { readonly row: EventRow; readonly event: Event }
export type Browsed = {
  events: BrowsedEvent[]
  /** How many events match, and how many pages they fill; at least so many where there is more. */
  total: number
  pages: number
  isMore: boolean
}

/** Matches beyond the start of a page are counted up to this many: nobody leafs through more. */
const countMost = 1000

/**
 * A page of public events by their start, protected ones with their title only. Returns `too much` when an anonymous
 * caller may not have that many events examined. `lists` is a handle for lists.
 */
export async function browseEvents(
  deps: Deps,
  additions: CatalogueAdditions,
  { lists, browsing }: { lists: Db; browsing: Browsing },
): Promise<Browsed | 'too much'> {
  await publishDue(deps)
  const { search, page, perPage } = browsing
  const filter = await filterOf(lists, browsing)
  if (!filter) return nothing
  if (search !== undefined && searchProblem(parseSearch(search))) return 'too much'
  const matches = await listEvents(lists, {
    filter,
    seen: { sight: sightOf(anonymous), seesHidden: false },
    page: { limit: perPage, offset: pageOffset(page, perPage) },
    throughMost: throughMost(deps, filter, anonymous),
    countMost,
  })
  if (!matches) return 'too much'
  return shown(deps, additions, { lists, matches, perPage })
}

/** A visitor's search among public events that are over. */
export type BrowsingPast = Omit<Browsing, 'window' | 'begins' | 'local'>

/** A page of public events that are over, the latest first; otherwise as `browseEvents`. */
export async function browsePast(
  deps: Deps,
  additions: CatalogueAdditions,
  { lists, browsing }: { lists: Db; browsing: BrowsingPast },
): Promise<Browsed | 'too much'> {
  await publishDue(deps)
  const { search, page, perPage } = browsing
  const now = deps.clock.now()
  const filter = await filterOf(lists, { ...browsing, window: { from: now, to: now } })
  if (!filter) return nothing
  if (search !== undefined && searchProblem(parseSearch(search))) return 'too much'
  const { dates: _dates, ...narrower } = filter
  const matches = await listPast(lists, {
    filter: narrower,
    seen: { sight: sightOf(anonymous), seesHidden: false },
    endedBy: now,
    page: { limit: perPage, offset: pageOffset(page, perPage) },
    throughMost: throughMost(deps, filter, anonymous),
    countMost,
  })
  return shown(deps, additions, { lists, matches, perPage })
}

const nothing: Browsed = { events: [], total: 0, pages: 0, isMore: false }

type Matches = { lists: Db; matches: EventList; perPage: number }

/** What matched as visitors see it. */
async function shown(
  deps: Deps,
  additions: CatalogueAdditions,
  { lists, matches: { rows, total, isMore }, perPage }: Matches,
): Promise<Browsed> {
  const events = await showEvents({ ...deps, db: lists }, additions, {
    rows,
    caller: anonymous,
    single: false,
    basis: noBasis,
    unlocked: new Set(),
  })
  return {
    events: rows.flatMap((row, index) => {
      const event = events[index]
      return event ? [{ row, event }] : []
    }),
    total,
    // Where there are more matches than were counted, they may still fit on the last page that was begun.
    pages: isMore ? Math.floor(total / perPage) : totalPages(total, perPage),
    isMore,
  }
}

/** Events that run at some moment of a window, however long ago they began. */
export const datesOf = ({ from, to }: Browsing['window']) => ({
  starts_before: to,
  ends_after: from,
})

/** Undefined when the term does not exist, so that no event matches. */
async function filterOf(db: Db, browsing: Browsing): Promise<EventFilter | undefined> {
  const { window, begins, local, search, terms = [], venues, organizer, free } = browsing
  const filter: EventFilter = {
    dates: begins ? { starts_after: window.from, starts_before: window.to } : datesOf(window),
    ...(local && { local }),
    ...(search !== undefined && { search }),
    ...(venues && { venue: venues }),
    ...(organizer !== undefined && { organizer: [organizer] }),
    ...(free && { free }),
  }
  for (const { taxonomy, slug } of terms) {
    const { ids, unknown } = await resolveTerms(db, taxonomy, [slug])
    if (unknown.length > 0) return undefined
    if (taxonomy === 'category') filter.categoryIds = await withDescendants(db, ids)
    else filter.tagIds = ids
  }
  return filter
}
