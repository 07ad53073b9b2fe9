import type { RunOfList } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runsQuery } from '../../interface/desk-queries.ts'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords } from '../../pieces/words.ts'
import { kindWords, stateWords } from './run-words.ts'

const columns: readonly Column<RunOfList>[] = [
  {
    head: 'Run',
    cell: ({ id }) => (
      <Link to="/runs/$run" params={{ run: id }} className="strong">
        Run {id}
      </Link>
    ),
  },
  { head: 'What', cell: ({ kind }) => kindWords[kind] },
  { head: 'Begun', cell: ({ created_at }) => instantWords(created_at) },
  { head: 'State', cell: ({ state }) => stateWords(state) },
]

/** Plans that are being done, and their reports. */
export function Runs() {
  const { data: runs } = useSuspenseQuery(runsQuery)
  return (
    <>
      <Head title="Runs" above="Wide acts, row by row" />
      {runs.length === 0 ? (
        <Empty title="No plan was run yet">
          <p className="soft">
            An event that is called off plans its refunds, a list of people is written to, many
            tickets get another price.
          </p>
        </Empty>
      ) : (
        <Records label="Runs" columns={columns} rows={runs} keyOf={({ id }) => id} />
      )}
    </>
  )
}
