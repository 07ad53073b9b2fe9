import { mayReadRecord } from '../../access/records/rules.ts'
import { broughtUids } from '../../catalogue/events/lookup.uids.ts'
import { findEvents, type ListedEvent } from '../../catalogue/events/lookup.ts'
import type { LinkedRow } from '../../catalogue/linked/kind.ts'
import { findVenues } from '../../catalogue/venues/lookup.ts'
import { staysOfOrder } from '../../ticketing/attendees/lookup.holders.ts'
import { anonymous } from '../../core/caller.ts'
import { type CalendarEntry, type CalendarHead, calendarText } from '../../core/calendar-text.ts'
import type { Locale } from '../../core/locale.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { calendarEntry, withoutTicket } from './calendar-entry.ts'

/** The calendar of these events, public or not, for somebody who has tickets. Contains nothing about that person. */
export async function calendarOf(
  deps: Deps,
  { ids, locale, ...head }: CalendarHead & { ids: readonly number[]; locale: Locale },
): Promise<string> {
  const toEntries = entriesOf(deps, locale)
  return calendarText(head, await toEntries(await findEvents(deps.db, [...ids])))
}

/**
 * The calendar of an order's events. One of which every place was given back or passed on is a cancelled entry in it, so that no calendar goes on
 * saying that its buyer is expected there.
 */
export async function calendarOfOrder(
  deps: Deps,
  { orderId, locale, ...head }: CalendarHead & { orderId: number; locale: Locale },
): Promise<string> {
  const stays = new Map((await staysOfOrder(deps.db, orderId)).map(stay => [stay.event_id, stay]))
  const events = await findEvents(deps.db, [...stays.keys()])
  const entries = await entriesOf(deps, locale)(events)
  return calendarText(
    head,
    entries.map((entry, at) => {
      const leftAt = stays.get(events[at]?.id ?? 0)?.left_at
      return leftAt ? withoutTicket(entry, { leftAt, locale }) : entry
    }),
  )
}

/**
 * Returns a function that makes events entries of a calendar, in the order given. It reads each venue once, however often it is
 * called. `locale` is the language of what we add to their titles.
 */
export function entriesOf(
  { db, publicRoot, secrets }: Pick<Deps, 'db' | 'publicRoot' | 'secrets'>,
  locale: Locale,
): (rows: readonly ListedEvent[]) => Promise<CalendarEntry[]> {
  const { installation } = secrets
  const venueOf = new Map<number, LinkedRow | undefined>()
  return async rows => {
    const unknown = rows.filter(({ venue_id }) => venue_id !== null && !venueOf.has(venue_id))
    const venues = await openVenues(db, unknown)
    for (const { venue_id } of unknown) venueOf.set(venue_id ?? 0, venues.get(venue_id ?? 0))
    const brought = await broughtUids(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(row => {
      const venue = venueOf.get(row.venue_id ?? 0)
      const entry = calendarEntry(row, { publicRoot, installation, venue, locale })
      const uid = brought.get(row.id)
      return uid === undefined ? entry : { ...entry, uid }
    })
  }
}

/** The venues of public events, by id. */
export async function openVenues(
  db: Db,
  rows: readonly ListedEvent[],
): Promise<Map<number, LinkedRow>> {
  const ids = [...new Set(rows.flatMap(({ venue_id }) => venue_id ?? []))]
  const venues = ids.length === 0 ? [] : await findVenues(db, ids)
  return new Map(venues.filter(row => mayReadRecord(anonymous, row)).map(row => [row.id, row]))
}
