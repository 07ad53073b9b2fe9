import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** What the desk sells of an event. */
export const deskQuery = (event: number) =>
  queryOptions({
    queryKey: ['desk', event],
    queryFn: ({ signal }) => marquee.getDesk({ id: event }, { signal }),
    refetchInterval: 15_000,
  })

export const tillsQuery = queryOptions({
  queryKey: ['tills'],
  queryFn: ({ signal }) => marquee.listTills({}, { signal }),
})

export const tillQuery = (id: number) =>
  queryOptions({
    queryKey: ['tills', id],
    queryFn: ({ signal }) => marquee.getTill({ id }, { signal }),
  })

/** Plans that are being done. */
export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: async ({ signal }) => (await marquee.listRuns({}, { signal })).runs,
})

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: ({ signal }) => marquee.getRun({ id }, { signal }),
    // A run goes on by itself.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'stopping' ? 2000 : false,
  })

/** Rows of a plan to which the same would be done. */
export const planRowsQuery = (
  id: number,
  { action, reason }: { action: 'do' | 'by_hand' | 'skip'; reason: string | null },
) =>
  infiniteQueryOptions({
    queryKey: ['plans', id, 'rows', action, reason],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: after }) =>
      marquee.listPlanRows({ id, after, action, ...(reason !== null && { reason }) }, { signal }),
    getNextPageParam: ({ next }) => next,
  })

export const runItemsQuery = (
  id: number,
  { state, reason }: { state: string; reason: string | undefined },
) =>
  infiniteQueryOptions({
    queryKey: ['runs', id, 'items', state, reason],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: after }) =>
      marquee.listRunItems(
        { id, after, state: state as 'done', ...(reason !== undefined && { reason }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })

/** Batches of unnamed tickets of an event. */
export const batchesQuery = (event: number) =>
  queryOptions({
    queryKey: ['desk', event, 'batches'],
    queryFn: async ({ signal }) => (await marquee.listDeskBatches({ event }, { signal })).batches,
  })

/** Orders of an event that wait for their payment. */
export const unpaidQuery = (event: number) =>
  queryOptions({
    queryKey: ['desk', event, 'unpaid'],
    queryFn: async ({ signal }) => (await marquee.listDeskOrders({ event }, { signal })).orders,
  })
