import { browseCities, browseVenues } from '../../catalogue/events/browse-places.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../../shop/deps.ts'
import { periodOf, type Search, wholeList } from './list-search.ts'
import { placeNamed, placesOf } from './places.ts'

/** The places to choose from, and the venues near the chosen one. A site in one place needs no choice. */
export async function findPlaces(
  { clock, config }: Deps,
  lists: Db,
  { near, within }: Pick<Search, 'near' | 'within'>,
) {
  const { window } = periodOf(wholeList, { now: clock.now(), zone: config.timezone })
  const places = placesOf(await browseCities(lists, window))
  const place = near === undefined ? undefined : placeNamed(places, near)
  const shown = places.length > 1 || place ? places : []
  if (near === undefined) return { places: shown, place, venues: undefined }
  const circle = place?.middle && { ...place.middle, radiusKm: within }
  const venues = place ? await browseVenues(lists, { ...place, circle }) : []
  return { places: shown, place, venues }
}
