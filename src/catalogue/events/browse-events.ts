import { noBasis } from '../../platform/http/answer-basis.ts'
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
import type { EventFilter } from './filters.ts'
import type { EventRow } from './lookup.ts'
import { throughMost } from './page-of-events.ts'
import { publishDue } from './publish-due.ts'
import { showEvents } from './show-events.ts'
import { listEvents } from './store.ts'
import type { Event } from './view.ts'

/** An event as everybody sees it. */
export type { Event }

/** What a visitor looks for among the events that everybody may see. */
export type Browsing = {
  /** Events that go on at some moment of it. */
  window: { from: Instant; to: Instant }
  search?: string | undefined
  terms?: readonly { taxonomy: Taxonomy; slug: string }[]
  venue?: number | undefined
  organizer?: number | undefined
  /** Only those with some way in that costs nothing. */
  free?: boolean
  page: number
  perPage: number
}

export type BrowsedEvent = { readonly row: EventRow; readonly event: Event }
export type Browsed = { events: BrowsedEvent[]; total: number; pages: number }

/** Longer ones are found by the months that they go on in. */
const longestDays = 62
const dayMs = 86_400_000

/**
 * A page of events by their start, as everybody sees them, protected ones with their title only. Returns why when it is
 * asked for more than may be looked through for somebody unknown. `lists` is a handle for lists.
 */
export async function browseEvents(
  deps: Deps,
  additions: CatalogueAdditions,
  { lists, browsing }: { lists: Db; browsing: Browsing },
): Promise<Browsed | 'too much'> {
  await publishDue(deps)
  const { search, page, perPage } = browsing
  const filter = await filterOf(lists, browsing)
  if (!filter) return { events: [], total: 0, pages: 0 }
  if (search !== undefined && searchProblem(parseSearch(search))) return 'too much'
  const found = await listEvents(lists, {
    filter,
    seen: { sight: sightOf(anonymous), seesHidden: false },
    page: { limit: perPage, offset: pageOffset(page, perPage) },
    throughMost: throughMost(deps, filter, anonymous),
  })
  if (!found) return 'too much'
  const { rows, total } = found
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
    pages: totalPages(total, perPage),
  }
}

/** Undefined for a term that does not exist, which no event has. */
async function filterOf(db: Db, browsing: Browsing): Promise<EventFilter | undefined> {
  const { window, search, terms = [], venue, organizer, free } = browsing
  const filter: EventFilter = {
    dates: {
      // An index finds events by their start, so it says how far back to look.
      starts_after: new Date(window.from.getTime() - longestDays * dayMs),
      starts_before: window.to,
      ends_after: window.from,
    },
    ...(search !== undefined && { search }),
    ...(venue !== undefined && { venue: [venue] }),
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
