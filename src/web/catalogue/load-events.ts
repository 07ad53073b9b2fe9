import {
  type Browsed,
  type BrowsedEvent,
  browseEvents,
  browsePast,
  type Browsing,
  type BrowsingPast,
} from '../../catalogue/events/browse-events.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../../shop/deps.ts'
import { additions } from './additions.ts'
import { offersOf, type Summary, summaryOf } from './offers.ts'

/** An event of a list with a summary of its tickets; protected events have none. */
export type ListedEvent = BrowsedEvent & { readonly summary: Summary | undefined }
export type Listed = Omit<Browsed, 'events'> & { events: ListedEvent[] }

/** A page of events; at most twelve statements, however many events there are. */
export async function loadEvents(
  deps: Deps,
  lists: Db,
  browsing: Browsing,
): Promise<Listed | 'too much'> {
  const result = await browseEvents(deps, additions, { lists, browsing })
  return result === 'too much' ? result : withOffers(deps, lists, result)
}

/** The same of events that are over, the latest first. Nothing of them is sold. */
export async function loadPast(
  deps: Deps,
  lists: Db,
  browsing: BrowsingPast,
): Promise<Listed | 'too much'> {
  const result = await browsePast(deps, additions, { lists, browsing })
  if (result === 'too much') return result
  const events = result.events.map(event => ({ ...event, summary: undefined }))
  return { ...result, events }
}

async function withOffers(deps: Deps, lists: Db, result: Browsed): Promise<Listed> {
  const ids = result.events.flatMap(({ row }) =>
    row.ticketed.length > 0 && row.password_hash === null ? [row.id] : [],
  )
  const sale = { now: deps.clock.now(), currency: deps.config.currency }
  const offers = await offersOf(lists, ids, sale)
  const events = result.events.map(event => ({
    ...event,
    summary: summaryOf(offers.get(event.row.id) ?? []),
  }))
  return { ...result, events }
}
