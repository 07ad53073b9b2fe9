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
