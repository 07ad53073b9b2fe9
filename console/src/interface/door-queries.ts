import { queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** How often a ticket lets in, and what the door has to know of it. */
export const ticketEntryQuery = (id: number) =>
  queryOptions({
    queryKey: ['tickets', id, 'entry'],
    queryFn: ({ signal }) => marquee.getTicketEntry({ id }, { signal }),
  })

/** What the door has to know of an attendee. */
export const doorNoteQuery = (id: number) =>
  queryOptions({
    queryKey: ['attendees', id, 'door note'],
    queryFn: async ({ signal }) => (await marquee.getDoorNote({ id }, { signal })).door_note,
  })

/** How many are inside an event; asked anew while somebody looks. */
export const doorCountsQuery = (event: number) =>
  queryOptions({
    queryKey: ['doors', event, 'counts'],
    queryFn: ({ signal }) => marquee.getDoorCounts({ event }, { signal }),
    refetchInterval: 10_000,
  })

/** Who was let in with a ticket that was used before, or does not admit. */
export const doorConflictsQuery = (event: number) =>
  queryOptions({
    queryKey: ['doors', event, 'conflicts'],
    queryFn: ({ signal }) => marquee.listDoorConflicts({ id: event }, { signal }),
    refetchInterval: 30_000,
  })

/** The gates of an event. */
export const gatesQuery = (event: number) =>
  queryOptions({
    queryKey: ['doors', event, 'gates'],
    queryFn: ({ signal }) => marquee.listGates({ id: event }, { signal }),
  })
