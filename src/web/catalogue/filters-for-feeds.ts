import type { OwnFilters } from '../../catalogue/events/listed-events.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Visit } from '../kit/pages.ts'
import { dayInCalendar, monthInCalendar } from './calendar-window.ts'
import { findPlaces } from './find-places.ts'
import { daysNamed, readSearch, wholeList } from './list-search.ts'
import { isDay, isMonth } from './rules.ts'

/**
 * The filters of a list's page that the API does not have, so that a feed followed from a page shows what the page
 * shows (contract.md 23.1). Words, categories and tags have the same name in both.
 */
export async function filtersForFeeds(
  deps: Deps,
  lists: Db,
  query: Visit['query'],
): Promise<OwnFilters> {
  const zone = deps.config.timezone
  const { day, month } = query
  if (isDay(day)) return dayInCalendar(day, zone)
  if (isMonth(month)) return monthInCalendar(month, zone)
  // A feed has no pages.
  const search = readSearch({ ...query, page: undefined }) ?? wholeList
  const near = search.near === undefined ? undefined : await findPlaces(deps, lists, search)
  return {
    ...daysNamed(search, { now: deps.clock.now(), zone }),
    ...(near?.venues && { venue: near.venues }),
    ...(search.free && { free: true }),
  }
}
