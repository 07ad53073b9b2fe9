import { Button } from '@mantine/core'
import type { BookEntry } from '@marquee-events/client'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { entriesQuery } from '../../interface/report-queries.ts'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords, moneyWords } from '../../pieces/words.ts'

const route = getRouteApi('/reports/entries')

const columns: readonly Column<BookEntry>[] = [
  { head: 'When', cell: ({ at }) => instantWords(at) },
  {
    head: 'Order',
    cell: ({ order }) => (
      <Link to="/orders/$order" params={{ order }}>
        {order}
      </Link>
    ),
  },
  { head: 'What', cell: ({ kind, name }) => (name === '' ? kind : `${kind}: ${name}`) },
  { head: 'Paid by', cell: ({ method }) => method },
  { head: 'Amount', right: true, cell: ({ amount, currency }) => moneyWords(amount, currency) },
]

/** The entries of the books that a figure adds up. */
export function Entries() {
  const search = route.useSearch()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    entriesQuery(search),
  )
  const rows = data.pages.flatMap(page => page.rows)
  return (
    <>
      <Head title="Entries of the books" />
      {rows.length === 0 ? (
        <Empty title="There are none">{null}</Empty>
      ) : (
        <Records
          label="Entries"
          columns={columns}
          rows={rows}
          keyOf={row => `${row.at} ${row.order} ${row.kind} ${row.name} ${rows.indexOf(row)}`}
        />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More
        </Button>
      )}
    </>
  )
}
