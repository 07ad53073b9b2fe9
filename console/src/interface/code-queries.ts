import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'
import { pageRows } from './queries.ts'

export type CodeFilter = { event?: number; everywhere?: boolean; search?: string; batch?: string }

/** Codes, the newest first, page after page. */
export const codesQuery = (filter: CodeFilter) =>
  infiniteQueryOptions({
    queryKey: ['coupons', 'list', filter],
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: after }) =>
      marquee.findCoupons({ ...filter, limit: pageRows, ...(after > 0 && { after }) }, { signal }),
    getNextPageParam: ({ next }) => next,
  })

/** Codes that were made many at once, the newest first. */
export const batchesQuery = infiniteQueryOptions({
  queryKey: ['coupons', 'batches'],
  initialPageParam: 0,
  queryFn: ({ signal, pageParam: after }) =>
    marquee.listCouponBatches({ limit: 20, ...(after > 0 && { after }) }, { signal }),
  getNextPageParam: ({ next }) => next,
})

/** One code, with its version, and the names of what it is for: the list has them, and begins at it. */
export const codeQuery = (id: number) =>
  queryOptions({
    queryKey: ['coupons', id],
    queryFn: async ({ signal }) => {
      const coupon = await marquee.getCoupon({ id }, { signal })
      const { events, tickets } = await marquee.findCoupons({ after: id + 1, limit: 1 }, { signal })
      return { coupon, events, tickets }
    },
  })
