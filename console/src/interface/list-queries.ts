import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAddress } from './list-address.ts'
import { marquee } from './marquee.ts'

export type ListName = 'orders' | 'attendees' | 'events' | 'payments' | 'books'

const pageRows = 50

/** One's own views of lists, and those that others share. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await marquee.listViews({}, { signal })).views,
})

/** What waits for the person who is signed in. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async ({ signal }) => (await marquee.listAttention({}, { signal })).entries,
})

const find = {
  events: marquee.findEvents,
  payments: marquee.findPayments,
  books: marquee.findBooks,
}

const columnsOf = {
  events: 'number,title,starts_local,timezone,status,happening,venue,sold',
  payments: 'number,at,order,who,events,method,currency,amount,refunded',
  books: 'number,at,event,order,kind,method,currency,amount',
}

type Hidden = { columns: readonly string[] }

/** A list as its address asks for it, page after page, without columns that the person may not see. */
export const listQuery = (
  list: keyof typeof find,
  { columns: _files, ...address }: ListAddress,
  hidden: Hidden = { columns: [] },
) =>
  infiniteQueryOptions({
    queryKey: [list, 'list', address, hidden.columns],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      find[list](
        {
          ...address,
          columns: columnsOf[list]
            .split(',')
            .filter(name => !hidden.columns.includes(name))
            .join(','),
          limit: pageRows,
          ...(cursor !== '' && { cursor }),
        },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
