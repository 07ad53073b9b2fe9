import { NativeSelect, TextInput } from '@mantine/core'
import type { Report } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Chart } from '../../pieces/chart.tsx'
import { taxRatesQuery } from '../../interface/tax-queries.ts'
import { reportQuery } from '../../interface/report-queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Card, Empty, Head } from '../../pieces/page.tsx'
import { Records } from '../../pieces/records.tsx'
import {
  cellWords,
  columnsOf,
  dayBars,
  headOf,
  merged,
  reportTitles,
  withTags,
} from './report-words.ts'

const route = getRouteApi('/reports')

/** What came in, by day or week: a chart, and a table in which each figure leads to its rows. */
export function Reports() {
  const search: Record<string, string | undefined> = route.useSearch()
  const navigate = useNavigate()
  const report = search['report'] ?? 'sales'
  const by = search['by'] === 'week' ? 'week' : 'day'
  const group = search['group'] === 'tag' ? 'tag' : 'code'
  const { from, to, event } = search
  const reports = useReports()
  const go = (parts: Record<string, string>) =>
    void navigate({ to: '.', search: { ...search, ...parts } as never, replace: true })
  const { data, error, isPlaceholderData } = useQuery(
    reportQuery({
      report,
      by,
      group,
      from,
      to,
      event: event === undefined ? undefined : Number(event),
    }),
  )
  return (
    <>
      <Head title="Reports">
        <NativeSelect
          aria-label="Report"
          value={report}
          onChange={({ currentTarget }) => go({ report: currentTarget.value })}
          data={reports.map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          aria-label="By day or week"
          value={by}
          onChange={({ currentTarget }) => go({ by: currentTarget.value })}
          data={[
            { value: 'day', label: 'By day' },
            { value: 'week', label: 'By week' },
          ]}
        />
        {report === 'coupons' && (
          <NativeSelect
            aria-label="By code or tag"
            value={group}
            onChange={({ currentTarget }) => go({ group: currentTarget.value })}
            data={[
              { value: 'code', label: 'Each code' },
              { value: 'tag', label: 'Each tag' },
            ]}
          />
        )}
        <TextInput
          type="date"
          aria-label="From"
          value={from ?? data?.from ?? ''}
          onChange={({ currentTarget }) => go({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          aria-label="To"
          value={to ?? data?.to ?? ''}
          onChange={({ currentTarget }) => go({ to: currentTarget.value })}
        />
      </Head>
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <Figures data={group === 'tag' ? withTags(data) : data} isAged={isPlaceholderData} />
      )}
    </>
  )
}

/** The reports to choose from; that of taxes where the site has rates. */
function useReports() {
  const { mayAnywhere } = useRights()
  const { data: rates } = useQuery({ ...taxRatesQuery, enabled: mayAnywhere('tickets.write') })
  // Whoever may not read the rates finds an empty report where there are none.
  const isTaxed = rates === undefined ? !mayAnywhere('tickets.write') : rates.length > 0
  return Object.entries(reportTitles).filter(([name]) => name !== 'tax' || isTaxed)
}

function Figures({ data, isAged }: { data: Report; isAged: boolean }) {
  if (data.totals.length === 0) return <Empty title="Nothing in these days">{null}</Empty>
  const columns = columnsOf(data)
  return (
    <>
      <Card>
        <Chart
          title={`${reportTitles[data.report]} by ${data.by}`}
          each={data.by === 'day' ? 'Day' : 'Week'}
          counted={headOf(columns.at(-1) ?? '')}
          bars={dayBars(data, columns.at(-1) ?? '')}
          to={data.report === 'checkins' ? '/attendees' : '/reports/entries'}
          note={`On the clock of ${data.zone}. Everything until ${data.as_of.slice(0, 16).replace('T', ' ')} UTC is counted.`}
        />
      </Card>
      <Table
        label="The whole period"
        rows={merged(data.totals)}
        columns={columns}
        isAged={isAged}
      />
      <Table
        label={data.by === 'day' ? 'Each day' : 'Each week'}
        rows={merged(data.rows)}
        columns={columns}
        isAged={isAged}
      />
    </>
  )
}

type Rows = ReturnType<typeof merged>

function Table(props: { label: string; rows: Rows; columns: readonly string[]; isAged: boolean }) {
  const { label, rows, columns, isAged } = props
  return (
    <>
      <h2 className="over">{label}</h2>
      <Records
        label={label}
        aged={isAged}
        labelled
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'What', cell: ({ title }) => <span className="strong">{title}</span> },
          ...columns.map(name => ({
            head: headOf(name),
            right: true,
            cell: ({ cells, currency, title }: Rows[number]) => {
              const cell = cells[name]
              if (!cell) return ''
              const address = new URL(cell.rows)
              return (
                <Link
                  to={address.pathname.endsWith('/attendees') ? '/attendees' : '/reports/entries'}
                  search={Object.fromEntries(address.searchParams)}
                  aria-label={`${headOf(name)} of ${title}: ${cell.value}, show the rows`}
                >
                  {cellWords(cell.value, currency)}
                </Link>
              )
            },
          })),
        ]}
      />
    </>
  )
}
