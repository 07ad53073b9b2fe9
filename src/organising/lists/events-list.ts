import { can } from '../../core/caller.ts'
import { plainText } from '../../core/html-text.ts'
import { eventsShape } from './events-shape.ts'
import type { List, Reader, Row } from './list.ts'
import { type EventRecord, eventSource, readEvents } from './store.events.ts'

export const eventsList: List = {
  shape: eventsShape,
  source: eventSource,
  rows: async (db, ids, reader) => (await readEvents(db, ids)).map(row => rowOf(row, reader)),
}

function rowOf(row: EventRecord, { caller }: Reader): Row {
  const reports = can(caller, 'reports.read', row.id)
  return {
    number: row.id,
    title: plainText(row.title),
    starts: row.starts_at.toISOString(),
    ends: row.ends_at.toISOString(),
    starts_local: row.start_local,
    timezone: row.timezone,
    status: row.status,
    happening: row.happening,
    venue: plainText(row.venue_name ?? ''),
    city: row.venue_city ?? '',
    sold: reports ? row.sold : undefined,
    checked_in: reports ? row.inside : undefined,
  }
}
