import { Button, Paper } from '@mantine/core'
import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  right?: boolean
}

type Props<Row> = {
  /** What the rows are, for those who do not see the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  /** The row whose panel is open. */
  open?: number | string | undefined
  /** Whether these rows answer an earlier question, while the next one is being asked. */
  aged?: boolean
  /** Whether each cell on a phone stands beside its head, because figures alone do not say what they are. */
  labelled?: boolean
  foot?: ReactNode
}

/** A list of records: a table, and on a phone cards of the same cells in the same order. */
export function Records<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, open, aged, labelled, foot } = props
  return (
    <Paper withBorder className={aged ? 'list aged' : 'list'}>
      <table
        className={labelled ? 'records labelled' : 'records'}
        aria-label={label}
        aria-busy={aged === true}
      >
        <thead>
          <tr>
            {columns.map(({ head, right }) => (
              <th key={head} scope="col" className={right ? 'right' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)} data-open={open !== undefined && keyOf(row) === open}>
              {columns.map(({ head, cell, right }) => (
                <td key={head} className={right ? 'right' : ''} data-head={head}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {foot !== undefined && (
        <div
          className="small soft"
          style={{ padding: '10px 14px', borderTop: '1px solid var(--line)' }}
        >
          {foot}
        </div>
      )}
    </Paper>
  )
}

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The end of a list that is read page after page. */
export function ShowMore({ list }: { list: Pages }) {
  if (!list.hasNextPage) return null
  return (
    <Button
      mt="md"
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
