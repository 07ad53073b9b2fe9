import type { ImportRun } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { importsQuery } from '../../interface/import-queries.ts'
import { Empty, Head, Outside } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { State } from '../events/event-state.tsx'

const states: Readonly<Record<string, readonly [string, string]>> = {
  running: ['Running', 'warn'],
  done: ['Done', 'good'],
  failed: ['Failed', 'bad'],
}

export function RunState({ state }: { state: string }) {
  const [word, colour] = states[state] ?? ['Failed', 'bad']
  return <State colour={colour}>{word}</State>
}

const made = ({ counts }: ImportRun) => counts.reduce((sum, kind) => sum + kind.made, 0)
const changed = ({ counts }: ImportRun) => counts.reduce((sum, kind) => sum + kind.changed, 0)

const columns: readonly Column<ImportRun>[] = [
  {
    head: 'Site',
    cell: run => (
      <>
        <Link to="/imports/$run" params={{ run: run.id }} className="strong">
          {run.home.replace(/^https?:\/\//, '')}
        </Link>
        <div className="soft small">{instantWords(run.started_at)}</div>
      </>
    ),
  },
  { head: 'Made', cell: run => made(run).toLocaleString() },
  { head: 'Changed', cell: run => changed(run).toLocaleString() },
  { head: 'To read', cell: run => counted(run.losses, 'line') },
  { head: 'State', right: true, cell: run => <RunState state={run.state} /> },
]

/** The runs that moved a site in. */
export function Imports() {
  const { data: runs } = useSuspenseQuery(importsQuery)
  return (
    <>
      <Head title="Moving in" />
      {runs.length === 0 ? (
        <Empty title="No site was moved here yet">
          <p className="soft">
            <code>marquee import-site</code> brings a site of The Events Calendar with everything it
            sold. The list of another ticket system comes by the page of its event.
          </p>
          <p>
            <Outside href={`${site.base}/docs/operate/moving-in`}>How a site moves in</Outside>
          </p>
        </Empty>
      ) : (
        <Records label="Runs" columns={columns} rows={runs} keyOf={({ id }) => id} />
      )}
    </>
  )
}
