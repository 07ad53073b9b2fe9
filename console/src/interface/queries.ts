import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { site } from '../site.ts'
import { daysAfter, todayIn } from './days.ts'
import type { ListAddress } from './list-address.ts'
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

/**
 * Events that end today or later. A bound of the interface is a whole day (contract 5.4): `now` would leave out what is on
 * tonight.
 */
const notOver = () => ({ ends_after: yesterday() })

const yesterday = () => daysAfter(todayIn(site.zone), -1)

export type EventList = {
  page: number
  search: string
  show: 'coming' | 'past' | 'drafts' | 'all' | 'trash'
}

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
          ...(show === 'coming' ? notOver() : { start_date: '1970-01-01' }),
          ...(show === 'past' && { ends_before: yesterday() }),
        },
        { signal },
      ),
  })

export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: ['events', id],
    queryFn: ({ signal }) => marquee.getEvent({ id, context: 'edit' }, { signal }),
  })

export const questionsQuery = (event: number) =>
  queryOptions({
    queryKey: ['questions', event],
    queryFn: ({ signal }) => marquee.listQuestions({ id: event }, { signal }),
  })

export const ticketsQuery = (event: number) =>
  queryOptions({
    queryKey: ['tickets', 'of', event],
    queryFn: ({ signal }) =>
      marquee.listTickets({ include_post: [event], per_page: 50 }, { signal }),
  })

/** Tickets of any event with such a name, and the titles of their events. */
export const ticketsCalledQuery = (search: string) =>
  queryOptions({
    queryKey: ['tickets', 'called', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { tickets } = await marquee.listTickets(
        { per_page: 50, ...(search !== '' && { search }) },
        { signal },
      )
      const include = [...new Set(tickets.map(({ post_id: event }) => event))]
      if (include.length === 0) return { tickets, titles: {} }
      const { events } = await marquee.listEvents(
        { include, per_page: 50, context: 'edit', status: statuses },
        { signal },
      )
      const titles: Record<number, string> = Object.fromEntries(
        events.map(({ id, title }) => [id, title]),
      )
      return { tickets, titles }
    },
  })

export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: ['tickets', id],
    queryFn: ({ signal }) => marquee.getTicket({ id }, { signal }),
  })

/** The browsers that are signed in to an account. */
export const sessionsQuery = (user: number) =>
  queryOptions({
    queryKey: ['sessions', user],
    queryFn: ({ signal }) => marquee.listUserSessions({ id: user }, { signal }),
  })

/** How many rows a page of a list has. */
export const pageRows = 50

/** Orders as the address of their list asks for them, page after page. */
export const ordersQuery = (address: ListAddress, money: boolean) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', address, money],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      marquee.findOrders(
        {
          ...address,
          columns: `number,created,status,who,events,tickets,places,method,currency,answers_missing${money ? ',total,refunded' : ''}`,
          limit: pageRows,
          count: cursor === '' ? 'exact' : 'none',
          ...(cursor !== '' && { cursor }),
        },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => marquee.getOrderPage({ id }, { signal }),
  })

/** What happened to an order, the newest first, page after page. */
export const timelineQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['orders', id, 'timeline'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: before }) =>
      marquee.listOrderTimeline({ id, limit: 30, ...(before !== '' && { before }) }, { signal }),
    getNextPageParam: ({ next }) => next,
  })

/** Attendees as the address of their list asks for them, page after page; with the answers to these questions of their event. */
export const attendeesQuery = (address: ListAddress, questions: readonly number[] = []) =>
  infiniteQueryOptions({
    queryKey: ['attendees', 'list', address, questions],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      marquee.findAttendees(
        {
          ...address,
          columns: [
            'number,name,event,ticket,order,purchaser,status,checked_in,created',
            ...questions.map(id => `answer.${id}`),
          ].join(','),
          limit: pageRows,
          count: cursor === '' ? 'exact' : 'none',
          ...(cursor !== '' && { cursor }),
        },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })

export const attendeeQuery = (id: number) =>
  queryOptions({
    queryKey: ['attendees', id],
    queryFn: ({ signal }) => marquee.getAttendee({ id }, { signal }),
  })

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => marquee.listTeam({}, { signal }),
})

export const feesQuery = queryOptions({
  queryKey: ['fees'],
  queryFn: ({ signal }) => marquee.listFees({}, { signal }),
})

export const settlementsQuery = (event: number) =>
  queryOptions({
    queryKey: ['settlements', event],
    queryFn: ({ signal }) => marquee.listSettlements({ id: event }, { signal }),
  })

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => marquee.getSettings({}, { signal }),
})

export const doorsQuery = queryOptions({
  queryKey: ['doors'],
  queryFn: ({ signal }) => marquee.listDoorDevices({}, { signal }),
})

/** Events to choose from: those that are not over. */
export const eventChoicesQuery = queryOptions({
  queryKey: ['events', 'choices'],
  queryFn: ({ signal }) =>
    marquee.listEvents(
      { per_page: 50, context: 'edit', status: statuses, ...notOver() },
      { signal },
    ),
})

/** What somebody says on the phone, and which records it may be. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => marquee.findRecords({ q }, { signal }),
  })

/** How many rows a list has: a figure on the screen, which leads to the list at the same address. */
export const countQuery = (list: 'attendees' | 'orders', address: ListAddress) =>
  queryOptions({
    queryKey: [list, 'count', address],
    queryFn: async ({ signal }) => {
      const request = { ...address, columns: 'number', limit: 1, count: 'exact' as const }
      const answer =
        list === 'orders'
          ? await marquee.findOrders(request, { signal })
          : await marquee.findAttendees(request, { signal })
      return answer.count ?? 0
    },
  })

/** What the books have of one event. */
export const booksQuery = (event: number) =>
  queryOptions({
    queryKey: ['books', event],
    queryFn: ({ signal }) => marquee.getBooksSummary({ event }, { signal }),
  })

/** The accounts that are paid. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => marquee.listPaymentAccounts({}, { signal }),
})

/** Who changed what, as the address asks, page after page. */
export const auditQuery = (address: ListAddress) =>
  infiniteQueryOptions({
    queryKey: ['audit', address],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: before }) =>
      marquee.listAuditEntries(
        {
          ...(address['record'] && { record: address['record'] }),
          ...(address['record_id'] && { record_id: Number(address['record_id']) }),
          ...(address['since'] && { since: address['since'] }),
          ...(before > 0 && { before }),
          limit: 50,
        },
        { signal },
      ),
    getNextPageParam: ({ more, entries }) => (more ? entries.at(-1)?.id : undefined),
  })
