import { can } from '../../core/caller.ts'
import { plainText } from '../../core/html-text.ts'
import type { ListShape } from './declaration.ts'
import type { List, Reader, Row } from './list.ts'
import { type EventRecord, eventSource, eventStatuses, readEvents } from './store.events.ts'

const reports = 'reports.read' as const

/** Events of which the reader has some right, the latest first. */
export const eventsShape: ListShape = {
  name: 'events',
  columns: {
    number: { type: 'id', about: 'The id of the event' },
    title: { type: 'text', about: 'Its title' },
    starts: { type: 'moment', about: 'When it begins' },
    ends: { type: 'moment', about: 'When it ends' },
    starts_local: { type: 'text', about: 'When it begins, on the clock of its place' },
    timezone: { type: 'text', about: 'The time zone of its place' },
    status: { type: 'text', about: `Where its page stands: ${eventStatuses.join(', ')}` },
    happening: { type: 'text', about: 'Whether it takes place: scheduled, cancelled, postponed' },
    venue: { type: 'text', about: 'The name of its venue' },
    city: { type: 'text', about: 'The city of its venue' },
    sold: { type: 'count', about: 'Places that are sold or given', right: reports },
    checked_in: { type: 'count', about: 'Attendees who are inside', right: reports },
  },
  usual: ['number', 'title', 'starts', 'status', 'happening', 'venue', 'sold', 'checked_in'],
  filters: {
    event: { kind: 'ids', about: 'One of these events' },
    status: { kind: 'words', words: eventStatuses, about: 'Where its page stands' },
    happening: {
      kind: 'words',
      words: ['scheduled', 'cancelled', 'postponed'],
      about: 'Whether it takes place',
    },
    starts: { kind: 'moment', about: 'When it begins' },
    ends: { kind: 'moment', about: 'When it ends' },
    venue: { kind: 'ids', about: 'At one of these venues' },
  },
  sorts: {
    starts: { type: 'moment', about: 'When it begins' },
    number: { type: 'number', about: 'Its id' },
  },
  usualSort: '-starts',
  searched: 'titles and texts of events, and their numbers',
  narrowing: ['starts', 'venue', 'event'],
}

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
