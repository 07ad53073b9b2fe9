import type { OwnFilters } from '../../catalogue/events/listed-events.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Visit } from '../kit/pages.ts'
import { findPlaces } from './find-places.ts'
import { daysOf, readSearch, wholeList } from './list-search.ts'

/**
 * The filters of a list's page that the API does not have, so that a feed followed from a page shows what the page
 * shows (contract.md 23.1). Words, categories and tags have the same name in both.
 */
export async function filtersForFeeds(
  deps: Deps,
  lists: Db,
  query: Visit['query'],
): Promise<OwnFilters> {
  // A feed has no pages.
  const search = readSearch({ ...query, page: undefined }) ?? wholeList
  const near = search.near === undefined ? undefined : await findPlaces(deps, lists, search)
  const window = daysOf(search, { now: deps.clock.now(), zone: deps.config.timezone })
  return {
    ...(window && { window }),
    ...(near?.venues && { venue: near.venues }),
    ...(search.free && { free: true }),
  }
}
