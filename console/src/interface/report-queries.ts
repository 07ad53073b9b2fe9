import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAddress } from './list-address.ts'
import { marquee } from './marquee.ts'

export type ReportAddress = {
  report: string
  by: 'day' | 'week'
  /** Of codes: a row for each code or for each tag. */
  group: 'code' | 'tag'
  from: string | undefined
  to: string | undefined
  event: number | undefined
}

/** A report; its key is of orders, because they are what it is made from. */
export const reportQuery = ({ report, by, group, from, to, event }: ReportAddress) =>
  queryOptions({
    queryKey: ['orders', 'report', { report, by, group, from, to, event }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      marquee.getReport(
        {
          report: report as 'sales',
          by,
          ...(report === 'coupons' && { group }),
          ...(from && { from }),
          ...(to && { to }),
          ...(event && { event }),
        },
        { signal },
      ),
  })

/** The entries behind a figure of a report. */
export const entriesQuery = (address: ListAddress) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'entries', address],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      marquee.listBookEntries(
        { ...(address as object), limit: 100, ...(pageParam !== '' && { after: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
