import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { marquee, mayBeIn, readSession } from './marquee.ts'

/** The keys begin with the kind of record, so that a write ends what was made from it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => (mayBeIn() ? readSession() : null),
  staleTime: Number.POSITIVE_INFINITY,
})

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => marquee.getMe({}, { signal }),
  staleTime: 60_000,
})

export type EventList = { page: number; search: string; show: 'coming' | 'past' | 'drafts' | 'all' }

const statuses = ['publish', 'future', 'draft', 'pending', 'private']

export const eventsQuery = ({ page, search, show }: EventList) =>
  queryOptions({
    queryKey: ['events', 'list', { page, search, show }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      marquee.listEvents(
        {
          page,
          per_page: 25,
          context: 'edit',
          ...(search !== '' && { search }),
          status: show === 'drafts' ? ['draft', 'pending'] : statuses,
          ...(show === 'coming' ? { ends_after: 'now' } : { start_date: '1970-01-01' }),
          ...(show === 'past' && { ends_before: 'now' }),
        },
        { signal },
      ),
  })

export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: ['events', id],
    queryFn: ({ signal }) => marquee.getEvent({ id, context: 'edit' }, { signal }),
  })

export const ticketsQuery = (event: number) =>
  queryOptions({
    queryKey: ['tickets', 'of', event],
    queryFn: ({ signal }) =>
      marquee.listTickets({ include_post: [event], per_page: 50 }, { signal }),
  })

export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: ['tickets', id],
    queryFn: ({ signal }) => marquee.getTicket({ id }, { signal }),
  })

/** Venues whose names are like what was typed. */
export const venuesQuery = (search: string) =>
  queryOptions({
    queryKey: ['venues', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      marquee.listVenues({ per_page: 50, ...(search !== '' && { search }) }, { signal }),
  })

export const organizersQuery = (search: string) =>
  queryOptions({
    queryKey: ['organizers', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      marquee.listOrganizers({ per_page: 50, ...(search !== '' && { search }) }, { signal }),
  })

/** The browsers that are signed in to an account. */
export const sessionsQuery = (user: number) =>
  queryOptions({
    queryKey: ['sessions', user],
    queryFn: ({ signal }) => marquee.listUserSessions({ id: user }, { signal }),
  })
