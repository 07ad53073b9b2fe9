import type { Db } from '../../platform/db/database.ts'
import { type Browsing, datesOf } from './browse-events.ts'
import { citiesWithEvents, type City, type Surroundings, venuesAround } from './store.places.ts'

export type { City, Surroundings }

/** The cities of venues with public events in a window, those with the most venues first. */
export const browseCities = (lists: Db, window: Browsing['window']): Promise<City[]> =>
  citiesWithEvents(lists, datesOf(window))

/** The ids of the public venues in a city and around it. */
export const browseVenues = (lists: Db, wanted: Surroundings): Promise<number[]> =>
  venuesAround(lists, wanted)
