import type { ImportedKind, ImportDetail } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { importQuery } from '../../interface/import-queries.ts'
import { Card, Head, Wrong } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords } from '../../pieces/words.ts'
import { RunState } from './imports.tsx'

const route = getRouteApi('/imports/$run')

const kinds: Readonly<Record<string, string>> = {
  term: 'Categories and tags',
  user: 'Accounts',
  image: 'Pictures',
  venue: 'Venues',
  organizer: 'Organizers',
  fee: 'Fees',
  coupon: 'Coupons',
  event: 'Events',
  ticket: 'Ticket types',
  order: 'Orders',
  attendee: 'Attendees',
}

const number = (count: number) => count.toLocaleString()

const counts: readonly Column<ImportedKind>[] = [
  { head: 'Kind', cell: ({ kind }) => kinds[kind] ?? kind },
  { head: 'Read', right: true, cell: ({ read }) => number(read) },
  { head: 'Made', right: true, cell: ({ made }) => number(made) },
  { head: 'Changed', right: true, cell: ({ changed }) => number(changed) },
  { head: 'The same', right: true, cell: ({ same }) => number(same) },
  { head: 'Ours kept', right: true, cell: ({ kept }) => number(kept) },
  { head: 'No place', right: true, cell: ({ lost }) => number(lost) },
]

const losses: readonly Column<ImportDetail['lost'][number]>[] = [
  { head: 'Record', cell: ({ kind, old_id }) => `${kind}${old_id === null ? '' : ` ${old_id}`}` },
  { head: 'What was changed or lost', cell: ({ reason }) => reason },
]

const redirects: readonly Column<ImportDetail['redirects'][number]>[] = [
  { head: 'Old address', cell: ({ from }) => <span className="code">{from}</span> },
  { head: 'Leads to', cell: ({ to }) => <span className="code">{to}</span> },
]

const left: readonly Column<ImportDetail['left_behind'][number]>[] = [
  {
    head: 'Stays there',
    cell: ({ what, name, rows }) => `${name} (${what}, ${counted(rows, 'row')})`,
  },
  { head: 'Why', cell: ({ why }) => why },
]

/** The report of a run that moved a site in: printed codes first, because they cannot be printed again. */
export function OneImport() {
  const { run: id } = route.useParams()
  const { data: run } = useSuspenseQuery(importQuery(id))
  const { working, total } = run.codes
  return (
    <>
      <Head
        title={run.home.replace(/^https?:\/\//, '')}
        above={
          <>
            <Link to="/imports">Moving in</Link> · {instantWords(run.started_at)}
          </>
        }
      >
        <RunState state={run.state} />
      </Head>
      <Wrong text={run.error ?? undefined} />
      <Card>
        <p style={{ margin: 0, fontSize: '1.6rem', lineHeight: 1.25 }}>
          Codes already printed keep working:{' '}
          <strong>
            {number(working)} of {number(total)}
          </strong>
        </p>
        {working < total && (
          <p className="soft">
            The others were tried with too many wrong codes. The door finds their holders in the
            list.
          </p>
        )}
      </Card>
      <Records label="What came" columns={counts} rows={run.counts} keyOf={({ kind }) => kind} />
      <Section
        title="Changed or lost on the way"
        none="Everything came as it was."
        count={run.losses}
        more={aboutLosses(run)}
      >
        {run.lost.length > 0 && (
          <Records label="Losses" columns={losses} rows={run.lost} keyOf={({ number: at }) => at} />
        )}
      </Section>
      <Section
        title="Old addresses that lead here"
        none="Addresses are the same as they were."
        count={run.redirects.length}
      >
        {run.redirects.length > 0 && (
          <Records
            label="Redirects"
            columns={redirects}
            rows={run.redirects}
            keyOf={({ from }) => from}
          />
        )}
      </Section>
      <Section
        title="Left where it is"
        none="Nothing stayed behind."
        count={run.left_behind.length}
      >
        {run.left_behind.length > 0 && (
          <Records
            label="Left behind"
            columns={left}
            rows={run.left_behind}
            keyOf={({ what, name }) => `${what} ${name}`}
          />
        )}
      </Section>
    </>
  )
}

function aboutLosses({ more, losses: count, lost }: ImportDetail): string | undefined {
  if (more) return 'The first 500. The file of --report has all of them.'
  return count > 0 && lost.length === 0
    ? 'They were named for ninety days after the run. The file of --report has them.'
    : undefined
}

type SectionProps = {
  title: string
  none: string
  count: number
  more?: string | undefined
  children: React.ReactNode
}

function Section({ title, none, count, more, children }: SectionProps) {
  return (
    <section style={{ marginTop: 24 }}>
      <h2>{title}</h2>
      {count === 0 ? <p className="soft">{none}</p> : children}
      {more !== undefined && <p className="soft small">{more}</p>}
    </section>
  )
}
