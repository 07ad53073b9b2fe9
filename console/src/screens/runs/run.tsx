import { Button, Group, Progress } from '@mantine/core'
import type { Run, RunItem, RunOutcome } from '@marquee-events/client'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { runItemsQuery, runQuery } from '../../interface/desk-queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { amountColumn, subjectColumn } from './row-columns.tsx'
import { kindWords, type Move, movesOf, stateWords, subjectOf } from './run-words.ts'

const route = getRouteApi('/runs/$run')

/** How far a run is, what became of its orders, and the sum that must be zero. */
export function RunScreen() {
  const { run: id } = route.useParams()
  const { state, reason } = route.useSearch()
  const { data: run } = useSuspenseQuery(runQuery(id))
  return (
    <>
      <Head
        title={`Run ${id}`}
        above={`${kindWords[run.kind]}, begun ${instantWords(run.created_at)}`}
      >
        {run.event !== null && (
          <Link to="/events/$event" params={{ event: run.event }}>
            The event
          </Link>
        )}
        {movesOf(run).map(move => (
          <MoveButton key={move} run={run} move={move} />
        ))}
      </Head>
      <Card title={stateWords(run.state)}>
        {run.because !== '' && <p style={{ marginBottom: 10 }}>{run.because}</p>}
        <Progress
          value={run.items === 0 ? 100 : (run.ended / run.items) * 100}
          size="xl"
          aria-label="Rows with an outcome"
        />
        <p className="soft small" style={{ marginTop: 6 }} role="status">
          {run.ended} of {counted(run.items, subjectOf[run.kind])}
        </p>
      </Card>
      <Card title="What became of them">
        <ul className="outcomes">
          {run.outcomes.map(outcome => (
            <Outcome
              key={`${outcome.state} ${outcome.reason} ${outcome.currency}`}
              run={id}
              outcome={outcome}
            />
          ))}
        </ul>
      </Card>
      <Control run={run} />
      {state !== undefined && <Items run={run} state={state} reason={reason} />}
    </>
  )
}

const moveWords: Readonly<Record<Move, string>> = {
  pause: 'Pause',
  continue: 'Continue',
  stop: 'Stop',
  retry: 'Try what failed again',
}

function MoveButton({ run, move }: { run: Run; move: Move }) {
  const write = useWrite({
    write: () => marquee.moveRun({ id: run.id, move }),
    changes: ['runs'],
    done: ({ state }) => stateWords(state),
  })
  return (
    <Button
      variant={move === 'continue' ? 'filled' : 'default'}
      loading={write.isPending}
      onClick={() => write.mutate(undefined)}
    >
      {moveWords[move]}
    </Button>
  )
}

const outcomeWords: Readonly<Record<RunOutcome['state'], string>> = {
  waiting: 'wait',
  doing: 'are being done',
  done: 'done',
  failed: 'failed',
  skipped: 'left out',
  by_hand: 'by hand, for you',
}

function Outcome({ run, outcome }: { run: number; outcome: RunOutcome }) {
  const { state, reason, because, items, amount, currency } = outcome
  return (
    <li>
      <Link
        to="/runs/$run"
        params={{ run }}
        search={{ state, ...(reason !== null && { reason }) }}
        className="strong"
      >
        {items} {outcomeWords[state]}
      </Link>
      <span>{amount !== null && moneyWords(amount, currency ?? undefined)}</span>
      {because !== '' && <span className="soft small">{because}</span>}
    </li>
  )
}

function Control({ run }: { run: Run }) {
  return run.control.map(one => {
    const rows = [
      ['Planned', one.planned],
      ['Returned', one.returned],
      ['Left out', one.skipped],
      ['Failed', one.failed],
      ['By hand', one.by_hand],
      ['Still to do', one.open],
    ] as const
    return (
      <Card key={one.currency} title={`Report in ${one.currency}`}>
        <dl className="till-closing">
          {rows.map(([what, amount]) => (
            <div key={what} style={{ display: 'contents' }}>
              <dt>{what}</dt>
              <dd>{moneyWords(amount, one.currency)}</dd>
            </div>
          ))}
          <dt className="strong">Not explained</dt>
          <dd className="strong" data-off={Number(one.difference) !== 0}>
            {moneyWords(one.difference, one.currency)}
          </dd>
        </dl>
      </Card>
    )
  })
}

function Items({ run, state, reason }: { run: Run; state: string; reason: string | undefined }) {
  const list = useInfiniteQuery(runItemsQuery(run.id, { state, reason }))
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (list.isPending) return <Waiting lines={3} />
  const isOfOrders = run.kind === 'refunds'
  const given: readonly Column<RunItem>[] = rows.some(item => item.state === 'by_hand')
    ? [
        {
          head: 'Given',
          right: true,
          cell: item => item.state === 'by_hand' && <Given run={run.id} item={item} />,
        },
      ]
    : []
  return (
    <>
      <Records
        label="Rows of the run"
        columns={[subjectColumn(run.kind), ...(isOfOrders ? [amountColumn] : []), ...given]}
        rows={rows}
        keyOf={({ n }) => n}
      />
      {list.hasNextPage && (
        <Group mt="md">
          <Button variant="default" onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </>
  )
}

function Given({ run, item }: { run: number; item: RunItem }) {
  const write = useWrite({
    write: () => marquee.recordGivenByHand({ id: run, n: item.n }),
    changes: ['runs', 'orders'],
    done: `It is noted that order ${item.subject} got its money.`,
  })
  return (
    <Button
      variant="default"
      loading={write.isPending}
      aria-label={`Order ${item.subject} was given back`}
      onClick={() => write.mutate(undefined)}
    >
      I gave it back
    </Button>
  )
}
