import type { ListShape } from './declaration.ts'

export const eventStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash']

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
